/** Connects the stream of changes with the parts of the host. */
import { requestEvents, type ClientEnvironment } from '@hindsight/shared-contracts/api/client';
import type { Change } from '@hindsight/shared-contracts/api';
import type { QueryClient } from '@hindsight/shared-contracts/query';
import type { Notices } from '../federation/notices';
import type { SessionStore } from '../session/session';
import type { WorkspaceStore } from '../workspace/workspace';
import { createChangesToApply } from './applyChanges';
import { followChanges } from './followChanges';
import type { Live } from './live';

interface Parts {
  live: Live;
  page: ClientEnvironment;
  session: SessionStore;
  workspace: WorkspaceStore;
  queries: QueryClient;
  notices: Notices;
}

const SERVICE_AWAY = 'Couldn’t reach the service. This page may be out of date; it retries automatically.';

/** Starts following; returns how to stop. */
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
