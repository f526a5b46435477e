/** The overview of analytics: totals, days, agents, feedback, conversations. */
import { useExpiredSession, isForbidden } from '@hindsight/shared-contracts/shell';
import {
  EmptyState,
  ErrorState,
  PageSkeleton,
  StaleNotice,
  StatTile,
  StatTiles,
} from '@hindsight/shared-ui/core';
import { RefreshControl } from '@hindsight/shared-ui/data';
import { useAnalytics } from '../../api/analytics';
import { AgentPerformance } from './AgentPerformance';
import { useRefresh } from '../lists/useRefresh';
import styles from './AnalyticsPage.module.css';
import { CreatedPerDay } from './CreatedPerDay';
import { MissedQuestions } from './MissedQuestions';
import { FeedbackDistribution } from './FeedbackDistribution';
import { TopConversations } from './TopConversations';
import { TopMemories } from './TopMemories';
import { NoAccess } from '../cards/NoAccess';
import { NOTHING_YET } from '../memoryBlocks/texts';
import { NextStep } from '../parts/NextStep';
import { ANALYTICS_FAILED, MOST_HELPFUL, MOST_USED } from './texts';

export function Overview() {
  const analytics = useAnalytics();
  const { data, error, isFetching } = analytics;
  useExpiredSession(error, 'load analytics');

  const retry = () => void analytics.refetch();
  const refresh = useRefresh(() => ANALYTICS_FAILED, analytics);

  if (!data) {
    if (!error) return <PageSkeleton />;
    return isForbidden(error) ? (
      <NoAccess what="the analytics of this workspace" />
    ) : (
      <ErrorState
        title={ANALYTICS_FAILED}
        detail={error instanceof Error ? error.message : undefined}
        onRetry={retry}
        retrying={isFetching}
      />
    );
  }
  const isEmpty = data.totals.memory_blocks + data.totals.archived_blocks === 0;
  return (
    <>
      <section className={styles.section} aria-labelledby="memory-distribution">
        <div className={styles.summary}>
          <h2 id="memory-distribution">Memory Distribution</h2>
          <RefreshControl
            updatedAt={analytics.dataUpdatedAt || null}
            refreshing={isFetching}
            onRefresh={refresh}
          />
        </div>
        {error && <StaleNotice onRetry={retry} retrying={isFetching} />}
        <StatTiles>
          <StatTile label="Total Memories" value={data.totals.memory_blocks} to="/memory-blocks" />
          <StatTile
            label="Active Agents"
            value={data.agents.filter(({ memory_block_count }) => memory_block_count > 0).length}
            note="with at least one memory"
          />
          <StatTile label="Total Conversations" value={data.totals.conversations} />
        </StatTiles>
      </section>
      {isEmpty && <EmptyState kind="nothing-yet" icon="analytics" {...NOTHING_YET} action={<NextStep />} />}
      {!isEmpty && (
        <>
          <CreatedPerDay days={data.created_per_day} />
          <div className={styles.panels}>
            <div className={styles.column}>
              <AgentPerformance agents={data.agents} />
              <FeedbackDistribution feedback={data.feedback} />
              <TopMemories {...MOST_HELPFUL} feedback="high" />
            </div>
            <div className={styles.column}>
              <TopMemories {...MOST_USED} feedback={null} />
              <TopConversations conversations={data.top_conversations} />
            </div>
          </div>
        </>
      )}
      <MissedQuestions />
    </>
  );
}
