/** The page `/settings/connections`: the person's programs that use this workspace. */
import { Link } from '@hindsight/shared-contracts/router';
import { useExpiredSession } from '@hindsight/shared-contracts/shell';
import { EmptyState, ErrorState, CardSkeleton } from '@hindsight/shared-ui/core';
import { useAgentConnections } from '../../api/agentConnections';
import { ConnectionList } from './AgentConnections';
import { CONNECTIONS } from './texts';

export function ConnectionsPage() {
  const { data, error, isFetching, refetch } = useAgentConnections(undefined);
  useExpiredSession(error, 'load connections');
  if (data && data.length > 0) return <ConnectionList connections={data} labelledBy="page-title" />;
  if (data) {
    return (
      <EmptyState
        kind="nothing-yet"
        icon="agents"
        title={CONNECTIONS.none}
        description={CONNECTIONS.noneHint}
        action={<Link to="?get-started">{CONNECTIONS.connect}</Link>}
      />
    );
  }
  if (error) {
    return <ErrorState title={CONNECTIONS.loadFailed} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return <CardSkeleton rows="tall" count={3} />;
}
