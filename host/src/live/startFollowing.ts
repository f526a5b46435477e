/** Connects the change stream to the host's stores. */
import { requestEvents } from '@hindsight/shared-contracts/api/client';
import type { ClientEnvironment } from '@hindsight/shared-contracts/api/client';
import type { Change } from '@hindsight/shared-contracts/api';
import type { QueryClient, QueryKey } from '@hindsight/shared-contracts/query';
import type { Notices } from '../federation/notices';
import type { SessionStore } from '../session/session';
import type { WorkspaceStore } from '../workspace/workspace';
import { followChanges } from './followChanges';
import type { Live } from './live';
import { scopeKey } from '@hindsight/shared-contracts/events';
import type { ActiveScope } from '@hindsight/shared-contracts/events';

/** Pause between two rounds, so that agents that write constantly do not make a page refetch constantly. */
const PAUSE_MS = 1000;

interface Followed {
  queryKey: QueryKey;
  meta?: { follows?: readonly string[]; ids?: readonly string[]; isSteady?: boolean } | undefined;
  state: { fetchStatus: string };
}

/** Whether a change affects a query. Changes of a workspace affect only its queries, whose keys start with the workspace. */
function isAbout({ queryKey, meta }: Followed, change: Change): boolean {
  const { kind, scope, organization_id, ids } = change;
  if (!meta?.follows?.includes(kind)) return false;
  const isComplete = ids.length === change.added + change.changed + change.removed;
  if (meta.ids && isComplete && !meta.ids.some((id) => ids.includes(id))) return false;
  return (
    scope === null || queryKey[0] === scopeKey({ scope, organizationId: organization_id } as ActiveScope)
  );
}

interface ChangesToApply {
  /**
   * Applies changes now, or after the pause. Null stands for any possible change.
   * @param isEarlier whether the page may lack these changes, so that steady queries are refetched too.
   */
  apply(changes: readonly Change[] | null, isEarlier: boolean): void;
  stop(): void;
}

/** Refetches queries that follow the changes (`meta.follows`), at a limited rate. */
export function createChangesToApply(queries: QueryClient): ChangesToApply {
  let waiting: Change[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const followsChange = (change: Change | null) => (query: Followed) =>
    change === null ? query.meta?.follows !== undefined : !query.meta?.isSteady && isAbout(query, change);

  function applyWaiting(): void {
    const now = waiting;
    // The response in flight may predate the change, so the query is refetched once more.
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

interface Parts {
  live: Live;
  page: ClientEnvironment;
  session: SessionStore;
  workspace: WorkspaceStore;
  queries: QueryClient;
  notices: Notices;
}

const SERVICE_AWAY = 'Couldn’t reach the service. This page may be out of date; it retries automatically.';

/** Starts following; returns a stop function. */
export function startFollowing({ live, page, session, workspace, queries, notices }: Parts): () => void {
  const rows = createChangesToApply(queries);

  async function followAccess(changes: readonly Change[]): Promise<void> {
    const kinds = new Set(changes.map(({ kind }) => kind));
    if (kinds.has('access')) await session.refreshAfterChange();
    if (kinds.has('access') || kinds.has('organizations')) await workspace.reloadOrganizations();
  }

  const stop = followChanges({
    live,
    request: (after) => requestEvents(page, after),
    person() {
      const { status, user } = session.get();
      const isWanted = status === 'signed-in' && !session.ended.get();
      return isWanted ? (user?.user_id ?? null) : null;
    },
    onPersonChange(listener) {
      const stops = [session, session.ended].map((store) => store.subscribe(listener));
      return () => stops.forEach((unsubscribe) => unsubscribe());
    },
    onChanges(changes, isEarlier) {
      rows.apply(changes, isEarlier);
      if (changes === null) return;
      live.announce(changes);
      void followAccess(changes);
    },
    onUnauthorized: () => void session.refresh(),
    onAway(isAway) {
      if (isAway) notices.put({ key: 'service', tone: 'warn', text: SERVICE_AWAY, actions: [] });
      else {
        notices.drop('service');
        void queries.refetchQueries({ predicate: ({ state }) => state.errorUpdatedAt > state.dataUpdatedAt });
      }
    },
  });
  return () => {
    stop();
    rows.stop();
  };
}
