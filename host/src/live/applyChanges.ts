/** Loads again what queries follow (`meta.follows`), a little at a time. */
import type { Change } from '@hindsight/shared-contracts/api';
import { scopeKey, type ActiveScope } from '@hindsight/shared-contracts/events';
import type { QueryClient, QueryKey } from '@hindsight/shared-contracts/query';

/** Between two rounds: agents that write all the time must not make a page load all the time. */
const PAUSE_MS = 1000;

interface Followed {
  queryKey: QueryKey;
  meta?: { follows?: readonly string[]; ids?: readonly string[]; isSteady?: boolean } | undefined;
  state: { fetchStatus: string };
}

/** A workspace's change concerns its own queries; their keys start with the workspace. */
function isAbout({ queryKey, meta }: Followed, change: Change): boolean {
  const { kind, scope, organization_id, ids } = change;
  if (!meta?.follows?.includes(kind)) return false;
  const isComplete = ids.length === change.added + change.changed + change.removed;
  if (meta.ids && isComplete && !meta.ids.some((id) => ids.includes(id))) return false;
  return (
    scope === null || queryKey[0] === scopeKey({ scope, organizationId: organization_id } as ActiveScope)
  );
}

export interface ChangesToApply {
  /**
   * Applies changes now, or after the pause. Null stands for all that may have happened.
   * @param isEarlier whether what is shown has them already is not known, so steady queries are loaded again, too.
   */
  apply(changes: readonly Change[] | null, isEarlier: boolean): void;
  stop(): void;
}

export function createChangesToApply(queries: QueryClient): ChangesToApply {
  let waiting: Change[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const followsChange = (change: Change | null) => (query: Followed) =>
    change === null ? query.meta?.follows !== undefined : !query.meta?.isSteady && isAbout(query, change);

  function applyWaiting(): void {
    const now = waiting;
    // The answer that is on its way may be from before the change.
    waiting = now.filter(
      (change) =>
        queries.getQueryCache().findAll({ predicate: followsChange(change), fetchStatus: 'fetching' })
          .length > 0,
    );
    const isFollowing = (query: Followed) => now.some((change) => followsChange(change)(query));
    void queries.invalidateQueries({ predicate: isFollowing }, { cancelRefetch: false });
  }

  function round(): void {
    timer = undefined;
    if (waiting.length === 0) return;
    applyWaiting();
    timer = setTimeout(round, PAUSE_MS);
  }

  return {
    apply(changes, isEarlier) {
      if (changes === null) {
        void queries.invalidateQueries({ predicate: followsChange(null) });
        return;
      }
      if (isEarlier) {
        const isBehind = (query: Followed) =>
          query.meta?.isSteady === true && changes.some((change) => isAbout(query, change));
        void queries.invalidateQueries({ predicate: isBehind });
      }
      waiting.push(...changes);
      if (timer === undefined) round();
    },
    stop: () => clearTimeout(timer),
  };
}
