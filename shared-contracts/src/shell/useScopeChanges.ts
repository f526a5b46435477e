/** How a component follows the active workspace beyond what `useShell().scope` gives it. */
import { useEffect, useEffectEvent } from 'react';
import { scopeBus, type OrgScopeChanged } from '../events/scope';

/**
 * Calls the listener with the current scope when the component mounts, however late, and with every change after that, as long as it
 * is mounted. The documented way for a remote to subscribe, e.g. one that holds a connection; the pages of this repository only show
 * rows, and `useScopedQuery` follows the scope by itself.
 */
export function useScopeChanges(listener: (change: OrgScopeChanged) => void): void {
  const notify = useEffectEvent(listener);
  useEffect(() => {
    const subscription = scopeBus.changes$.subscribe((change) => notify(change));
    return () => subscription.unsubscribe();
  }, []);
}
