/** Builds a remote in a separate repository, with the preset's webpack or the bundler configured in `remote.config.json`. */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { precompress } from '../build/precompress';
import { compile } from '../federation/compile';
import { containerName } from '../federation/containerName';
import { releaseOfManifest } from '../federation/manifestRelease';
import type { RemoteConfig } from './config';
import { VERSION_VARIABLE } from './federation';
import { buildConfiguration, versionFor } from './target';

/** @throws Error when the command fails; it has already printed the reason. */
function runBundler({ root, name, build }: RemoteConfig, version: string, outputDir: string): void {
  const { command, folder } = build!;
  const { status } = spawnSync(command, {
    cwd: root,
    shell: true,
    // Keeps the bundler's output out of our stdout.
    stdio: ['ignore', process.stderr, process.stderr],
    env: {
      ...process.env,
      [VERSION_VARIABLE]: version,
      PATH: [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
    },
  });
  if (status !== 0) throw new Error(`"${command}" of remote.config.json failed.`);
  cpSync(path.join(root, folder), outputDir, { recursive: true });
  releaseOfManifest({ version, container: containerName(name, version), packageDir: root, outputDir });
}

/** Writes a production build with its release documents to a folder. */
export async function compileRemote(config: RemoteConfig, version: string, outputDir: string): Promise<void> {
  if (config.build) runBundler(config, version, outputDir);
  else await compile([buildConfiguration(config, { version, outputDir, mode: 'production', release: true })]);
}

/** @returns the build folder. */
export async function buildRemote(config: RemoteConfig, version = versionFor(config)): Promise<string> {
  const outputDir = path.join(config.root, config.build ? 'build' : 'dist', version);
  await compileRemote(config, version, outputDir);
  await precompress(outputDir);
  return outputDir;
}
