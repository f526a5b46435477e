/**
 * The registry as components see it. A change arrives as a transition, so a release that is taken over with a navigation is drawn
 * together with the page that the navigation leads to, and never with the one that is left.
 */
import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react';
import { onRegistry, readRegistry, type RegistryState } from './registryClient';

const Current = createContext<RegistryState | null>(null);

export function RegistryProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState(readRegistry);
  useEffect(() => {
    const take = () => startTransition(() => setCurrent(readRegistry()));
    take();
    return onRegistry(take);
  }, []);
  return <Current value={current}>{children}</Current>;
}

/** Outside of a provider: what the page works with now. */
export function useRegistry(): RegistryState {
  return useContext(Current) ?? readRegistry();
}
