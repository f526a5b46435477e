/** Lets a component react to changes of the active workspace, beyond reading `useShell().scope`. */
import { useEffect, useEffectEvent } from 'react';
import { scopeBus, type OrgScopeChanged } from '../events/scope';

/**
 * Calls the listener with the current scope on mount, however late, and with every change until unmount. The documented way for a remote to
 * subscribe, e.g. one that holds a connection; pages in this repository only show rows, and `useScopedQuery` follows the scope by itself.
 */
export function useScopeChanges(listener: (change: OrgScopeChanged) => void): void {
  const notify = useEffectEvent(listener);
  useEffect(() => {
    const subscription = scopeBus.changes$.subscribe((change) => notify(change));
    return () => subscription.unsubscribe();
  }, []);
}
