/** The page `/dashboard`: what is new, three numbers of the workspace, what the last month brought, and its newest memory blocks. */
import { Link } from '@hindsight/shared-contracts/router';
import { EmptyState, StaleNotice, StatTiles } from '@hindsight/shared-ui/core';
import { useAgentTotal } from '../../api/agents';
import { useExpiredSession } from '@hindsight/shared-contracts/shell';
import { RECENT_COUNT, useConversationCount, useRecentMemories } from '../../api/recentMemories';
import { MemoryGrid, MemoryGridSkeleton } from '../cards/MemoryGrid';
import { MemoryLoadError } from '../cards/MemoryLoadError';
import { Activity } from './Activity';
import { News } from './News';
import { TotalTile } from './TotalTile';
import { NextStep } from '../parts/NextStep';
import styles from './DashboardPage.module.css';
import { NOTHING_YET } from '../memoryBlocks/texts';

/** Each part loads, fails and is tried again on its own. */
export function DashboardPage() {
  const agents = useAgentTotal();
  const recent = useRecentMemories(true);
  const conversations = useConversationCount();
  useExpiredSession(agents.error ?? recent.error ?? conversations.error, 'load the dashboard');

  return (
    <div className={styles.page}>
      {recent.data?.total !== 0 && <News />}
      <StatTiles label="Totals">
        <TotalTile label="Total Agents" icon="agents" query={agents} total={agents.data} />
        <TotalTile
          label="Memory Blocks"
          icon="memory"
          to="/memory-blocks"
          query={recent}
          total={recent.data?.total}
        />
        <TotalTile
          label="Conversations"
          icon="conversation"
          query={conversations}
          total={conversations.data}
        />
      </StatTiles>
      <Activity />
      <section className={styles.recent} aria-labelledby="recent-memory-blocks">
        <div className={styles.head}>
          <h2 id="recent-memory-blocks">Recent memory blocks</h2>
          <Link to="/memory-blocks">View all memory blocks</Link>
        </div>
        <RecentMemories recent={recent} />
      </section>
    </div>
  );
}

function RecentMemories({ recent }: { recent: ReturnType<typeof useRecentMemories> }) {
  const { error, isFetching } = recent;
  const { data } = recent;
  const retry = () => void recent.refetch();
  if (!data) {
    if (error) return <MemoryLoadError error={error} onRetry={retry} retrying={isFetching} />;
    return <MemoryGridSkeleton count={RECENT_COUNT} />;
  }
  return (
    <>
      {error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      {data.items.length > 0 ? (
        <MemoryGrid rows={data.items} titleLevel={3} />
      ) : (
        <EmptyState kind="nothing-yet" {...NOTHING_YET} action={<NextStep />} />
      )}
    </>
  );
}
