/** Puts together what loads remotes: the registry, the state of each remote, and the release manager, whose code comes later. */
import { createNotices, type Notices } from './notices';
import { createRegistry, type RegistryStore } from './registry';
import { createRemoteLoader, type LoadRemote } from './loader';
import { createRemotes, type Remotes } from './remotes';
import { createReleases, type ReleaseDeps, type Releases } from './releases/releases';

export interface Federation {
  registry: RegistryStore;
  remotes: Remotes;
  releases: Releases;
  notices: Notices;
  /** Loads a remote's module without showing it. */
  load: LoadRemote;
}

interface FederationOptions extends Omit<ReleaseDeps, 'registry' | 'remotes' | 'notices'> {
  /** Replaces the loading of remotes, in tests. */
  remotes?: Remotes;
}

export function createFederation({ remotes: given, ...deps }: FederationOptions): Federation {
  const registry = createRegistry();
  const notices = createNotices();
  const releases = createReleases({
    registry,
    overrides: deps.overrides,
    async start() {
      const { startReleaseManager } = await import(/* webpackChunkName: "releases" */ './releases/manager');
      return startReleaseManager({ ...deps, registry, remotes, notices });
    },
  });
  const load = createRemoteLoader(releases.refusal);
  const remotes: Remotes = given ?? createRemotes({ registry, load, releases });
  return { registry, remotes, releases, notices, load };
}
