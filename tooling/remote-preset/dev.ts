/** `hindsight-remote dev`: runs the remote in a host deployed elsewhere, and recompiles on each change. */
import path from 'node:path';
import { standaloneBuild, DEV_VERSION } from '../dev/devBuild';
import { startDevServer } from '../dev/devServer';
import { watch } from '../dev/watch';
import type { RemoteConfig } from './config';
import { buildConfiguration } from './target';

/**
 * Runs until the process ends.
 * @param print receives the address to open, then a line per compilation.
 */
export async function developRemote(config: RemoteConfig, print: (line: string) => void): Promise<void> {
  const { root, name, port, host } = config;
  if (config.build)
    throw new Error(
      `dev compiles with webpack, and remote.config.json names "${config.build.command}". Release to the folder of a local host instead: docs/create-a-remote.md.`,
    );
  const target = { root, out: path.join(root, 'dist/dev'), origin: `http://localhost:${port}` };
  const pkg = `remote-${name}`;
  const folder = path.join(target.out, pkg, DEV_VERSION);
  const configuration = buildConfiguration(config, {
    version: DEV_VERSION,
    outputDir: folder,
    mode: 'development',
  });
  const server = await startDevServer(target.out, port);
  const build = { pkg, folder, packageDir: root, configuration: standaloneBuild(configuration, pkg, target) };
  await watch(target, [build], (built) => {
    server.notify(built);
    print(built.problems.length > 0 ? built.problems.join('\n') : `${name} compiled`);
  }).ready;
  const address = new URL(host);
  address.searchParams.set(`remote.${name}`, `${target.origin}/${pkg}/${DEV_VERSION}/release.json`);
  print(
    `${address.href}\nopens the host with your ${name}, if the host allows overrides from ${target.origin}.`,
  );
}
