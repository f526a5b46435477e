/** Adapts a remote in a separate repository to the release commands. */
import type { Repository } from '../releases/commands';
import { connectHost } from '../releases/host';
import { openStore } from '../releases/openStore';
import type { Store } from '../releases/store';
import { compileRemote } from './build';
import type { RemoteConfig } from './config';
import { INPUTS, versionFor } from './target';

/** @throws Error when neither option, environment nor configuration defines a store. */
export function resolveStore({ root, releases }: RemoteConfig, named: string | undefined): Store {
  if (named) return openStore(named);
  if (!releases)
    throw new Error(
      'Where do releases go? Set it with --to <folder | s3://bucket/prefix>, RELEASES_TO, or "releases" in remote.config.json.',
    );
  return openStore(releases, { ...process.env, INIT_CWD: root });
}

export function openRepository(config: RemoteConfig): Repository {
  const { root, name, publicUrl, host } = config;
  return {
    root,
    remotes: [name],
    ships: () => false,
    version: () => versionFor(config),
    buildable: (remote) => ({
      remote,
      sources: { root, inputs: INPUTS },
      async checkTypes() {
        const { checkTypes } = await import('./test');
        if (!(await checkTypes(root))) throw new Error(`The types of ${name} fail, so nothing is released.`);
      },
      async runTests() {
        const { runTests } = await import('./test');
        if (!(await runTests(root, ['--passWithNoTests'])))
          throw new Error(`The tests of ${name} fail, so nothing is released.`);
      },
      compile: (version, outputDir) => compileRemote(config, version, outputDir),
    }),
    store: (to) => resolveStore(config, to),
    publicUrl,
    host: (address) => connectHost(address ?? host),
  };
}
