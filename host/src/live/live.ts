/** Live changes: whether they arrive, and who listens. The stream itself is loaded after the page. */
import type { Change } from '@hindsight/shared-contracts/api';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { createStore, type Store } from '../state/store';

type Listener = (changes: readonly Change[]) => void;

export interface Live {
  /** Whether changes currently arrive. */
  isOpen: Store<boolean>;
  /** Subscribes to changes of all workspaces; returns the unsubscribe function. */
  subscribe(listener: Listener): () => void;
  announce(changes: readonly Change[]): void;
}

/** Whether a change concerns rows of the workspace. */
const isAboutScope = ({ scope, organization_id }: Change, active: ActiveScope): boolean =>
  scope !== null && `${scope}:${organization_id ?? ''}` === `${active.scope}:${active.organizationId ?? ''}`;

/** Changes relevant to pages of a workspace: those of its rows and those of the user. */
export const filterByWorkspace = (changes: readonly Change[], active: ActiveScope | null): Change[] =>
  changes.filter((change) => change.scope === null || (active && isAboutScope(change, active)));

export function createLive(): Live {
  const listeners = new Set<Listener>();
  return {
    isOpen: createStore(false),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce(changes) {
      for (const listener of [...listeners]) listener(changes);
    },
  };
}
