/** `hindsight-remote release` and `promote`: the same steps as of a remote in the host's own repository. */
import { compile } from '../federation/compile';
import { type Place, promote } from '../releases/actions';
import { checkAddress } from '../releases/checkAddress';
import { forgetOldVersions } from '../releases/keep';
import { makeRelease } from '../releases/makeRelease';
import { openStore } from '../releases/openStore';
import { publicUrlOf } from '../releases/publicUrl';
import type { Author } from '../releases/registryChange';
import type { Store } from '../releases/store';
import type { RemoteConfig } from './config';
import { configurationOf, INPUTS, versionOf } from './target';

/** @throws Error when neither the option, nor the environment, nor the configuration names a store. */
export function storeOf({ root, releases }: RemoteConfig, option: string | undefined): Store {
  const named = option ?? process.env.RELEASES_TO;
  if (named) return openStore(named);
  if (!releases)
    throw new Error(
      'Where do releases go? Say it with --to <folder | s3://bucket/prefix>, RELEASES_TO, or "releases" in remote.config.json.',
    );
  return openStore(releases, { ...process.env, INIT_CWD: root });
}

/** @returns the published version. */
export async function releaseRemote(
  config: RemoteConfig,
  store: Store,
  author: Author,
  version = versionOf(config),
): Promise<string> {
  const { root, name: remote } = config;
  const build = {
    remote,
    sources: { root, inputs: INPUTS },
    async compile(wanted: string, outputDir: string) {
      await compile([
        configurationOf(config, { version: wanted, outputDir, mode: 'production', release: true }),
      ]);
    },
  };
  await makeRelease(store, build, version, author);
  return version;
}

/** The store with the address at which browsers find it. */
export async function placeOf(
  { publicUrl: configured }: RemoteConfig,
  store: Store,
  {
    publicUrl,
    hostContracts,
    skipAddressCheck = false,
  }: { publicUrl?: string; hostContracts?: string; skipAddressCheck?: boolean },
): Promise<Place> {
  const address = publicUrl ?? process.env.RELEASES_URL ?? configured;
  return {
    store,
    publicUrl: await publicUrlOf(store, address),
    ...(hostContracts ? { hostContracts } : {}),
    ...(skipAddressCheck ? {} : { tryOut: checkAddress }),
  };
}

/** Makes a published version the live one; everything that is checked is in docs/releases.md of the host. */
export async function promoteRemote(
  { name: remote }: RemoteConfig,
  place: Place,
  version: string,
  author: Author,
): Promise<void> {
  await promote(place, [{ remote, version }], author);
  await forgetOldVersions(place.store, remote, author);
}
