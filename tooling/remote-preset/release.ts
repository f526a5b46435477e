/** A remote in a repository of its own, as the commands of releases know it. */
import { compile } from '../federation/compile';
import { checkAddress } from '../releases/checkAddress';
import type { Repository } from '../releases/commands';
import { openStore } from '../releases/openStore';
import type { Store } from '../releases/store';
import type { RemoteConfig } from './config';
import { configurationOf, INPUTS, versionOf } from './target';

/** @throws Error when neither the option, nor the environment, nor the configuration names a store. */
export function storeOf({ root, releases }: RemoteConfig, named: string | undefined): Store {
  if (named) return openStore(named);
  if (!releases)
    throw new Error(
      'Where do releases go? Say it with --to <folder | s3://bucket/prefix>, RELEASES_TO, or "releases" in remote.config.json.',
    );
  return openStore(releases, { ...process.env, INIT_CWD: root });
}

export function repositoryOf(config: RemoteConfig): Repository {
  const { root, name, publicUrl } = config;
  return {
    root,
    remotes: [name],
    ships: () => false,
    version: () => versionOf(config),
    buildable: (remote) => ({
      remote,
      sources: { root, inputs: INPUTS },
      async check() {
        const { testRemote } = await import('./test');
        if (!(await testRemote(root, ['--passWithNoTests'])))
          throw new Error(
            `Types or tests of ${name} fail, so nothing is released. Correct them, or go on: --skip-checks`,
          );
      },
      async compile(version, outputDir) {
        await compile([configurationOf(config, { version, outputDir, mode: 'production', release: true })]);
      },
    }),
    store: (to) => storeOf(config, to),
    publicUrl,
    async tryOut(_store, checked, { address }) {
      if (address) await checkAddress(checked);
    },
  };
}
