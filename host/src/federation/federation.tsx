/**
 * Assembles the parts that load remotes (the registry, the state of each remote, and the release manager, whose code is loaded later), and
 * provides it to components.
 */
import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { createNotices, type Notices } from './notices';
import { createRegistry, type RegistryState, type RegistryStore } from './registry';
import { createRemoteLoader, type LoadRemote } from './loader';
import { createRemotes, type RemoteState, type Remotes } from './remotes';
import { createReleases, type ReleaseDeps, type Releases } from './releases/releases';

export interface Federation {
  registry: RegistryStore;
  remotes: Remotes;
  releases: Releases;
  notices: Notices;
  load: LoadRemote;
}

interface FederationOptions extends Omit<ReleaseDeps, 'registry' | 'remotes' | 'notices'> {
  /** Replaces the registry embedded in the page. */
  registry?: RegistryStore;
  /** Replaces the loading of remotes, in tests. */
  remotes?: Remotes;
}

export function createFederation({
  registry = createRegistry(),
  remotes: given,
  ...deps
}: FederationOptions): Federation {
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

/** Null outside the provider: a boundary above it has no remote to report. */
export const FederationContext = createContext<Federation | null>(null);
const RegistryContext = createContext<RegistryState | null>(null);

/**
 * Publishes registry changes as React transitions: a release activated by a navigation renders together with the page that the navigation
 * leads to, never with the one being left.
 */
export function FederationProvider({
  federation,
  children,
}: {
  federation: Federation;
  children: ReactNode;
}) {
  const { get, subscribe } = federation.registry;
  const [current, setCurrent] = useState(get);
  useEffect(() => {
    const update = () => startTransition(() => setCurrent(get));
    update();
    return subscribe(update);
  }, [get, subscribe]);
  return (
    <FederationContext value={federation}>
      <RegistryContext value={current}>{children}</RegistryContext>
    </FederationContext>
  );
}

const OUTSIDE = 'This part of the shell was rendered without its FederationProvider.';

/** @throws Error outside a FederationProvider. */
export function useFederation(): Federation {
  const federation = useContext(FederationContext);
  if (!federation) throw new Error(OUTSIDE);
  return federation;
}

/**
 * The registry that the page currently uses.
 * @throws Error outside a FederationProvider.
 */
export function useRegistry(): RegistryState {
  const state = useContext(RegistryContext);
  if (!state) throw new Error(OUTSIDE);
  return state;
}

const LOADING: RemoteState = { status: 'loading', slow: false };

/** State of one remote; starts loading it on first use. */
export function useRemote(name: string): RemoteState {
  const { remotes } = useFederation();
  const release = useRegistry().registry.remotes[name] ?? null;
  const stateNow = () => remotes.state(name, release) ?? LOADING;
  const state = useSyncExternalStore(remotes.subscribe, stateNow, stateNow);
  const version = release?.version;
  // Covers a remote that was disabled before it was loaded and then enabled again.
  const isUnknown = state === LOADING;
  useEffect(() => remotes.ensure(name), [remotes, name, version, isUnknown]);
  const shown = state.status === 'ready' ? release : null;
  useEffect(() => (shown ? remotes.hold(shown) : undefined), [remotes, shown]);
  return state;
}
