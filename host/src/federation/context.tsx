/**
 * What components see of the federation. A change of the registry arrives as a React transition: a release that is activated with a
 * navigation is rendered together with the page that the navigation leads to, never with the one that is left.
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
import type { Federation } from './federation';
import type { RegistryState } from './registry';
import type { RemoteState } from './remotes';

/** Null outside of the provider: a boundary above it has no remote to report about. */
export const FederationContext = createContext<Federation | null>(null);
const RegistryContext = createContext<RegistryState | null>(null);

export function FederationProvider({
  federation,
  children,
}: {
  federation: Federation;
  children: ReactNode;
}) {
  const { registry } = federation;
  const [current, setCurrent] = useState(registry.get);
  useEffect(() => {
    const update = () => startTransition(() => setCurrent(registry.get()));
    update();
    return registry.subscribe(update);
  }, [registry]);
  return (
    <FederationContext value={federation}>
      <RegistryContext value={current}>{children}</RegistryContext>
    </FederationContext>
  );
}

const OUTSIDE = 'This part of the shell was rendered without its FederationProvider.';

/** @throws Error outside of a FederationProvider. */
export function useFederation(): Federation {
  const federation = useContext(FederationContext);
  if (!federation) throw new Error(OUTSIDE);
  return federation;
}

/**
 * The registry that the page works with.
 * @throws Error outside of a FederationProvider.
 */
export function useRegistry(): RegistryState {
  const state = useContext(RegistryContext);
  if (!state) throw new Error(OUTSIDE);
  return state;
}

const LOADING: RemoteState = { status: 'loading', slow: false };

/** The state of one remote; loads it if that has not happened. */
export function useRemote(name: string): RemoteState {
  const { remotes } = useFederation();
  const release = useRegistry().registry.remotes[name] ?? null;
  const state = useSyncExternalStore(remotes.subscribe, () => remotes.state(name, release) ?? LOADING);
  const version = release?.version;
  useEffect(() => remotes.ensure(name), [remotes, name, version]);
  return state;
}
