/** Changes as they happen: whether they arrive, and who listens. The stream itself is loaded once the page is done. */
import type { Change } from '@hindsight/shared-contracts/api';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { createStore, type Store } from '../state/store';

type Listener = (changes: readonly Change[]) => void;

export interface Live {
  /** Whether changes arrive now. */
  isOpen: Store<boolean>;
  /** Calls back with the changes of all workspaces; returns how to stop. */
  subscribe(listener: Listener): () => void;
  announce(changes: readonly Change[]): void;
}

/** Whether a change is one of the workspace's rows. */
const isAboutScope = ({ scope, organization_id }: Change, active: ActiveScope): boolean =>
  scope !== null && `${scope}:${organization_id ?? ''}` === `${active.scope}:${active.organizationId ?? ''}`;

/** The changes that pages of a workspace follow: of its rows, and of what belongs to the person. */
export const ofWorkspace = (changes: readonly Change[], active: ActiveScope | null): Change[] =>
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
