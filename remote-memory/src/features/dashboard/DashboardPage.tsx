/** The page `/dashboard`: four figures, recent lessons, problems and pending reviews. */
import { lazyView, StatTiles, VisuallyHidden, Button, StatTile } from '@hindsight/shared-ui/core';
import { useExpiredSession, useShell, isForbidden } from '@hindsight/shared-contracts/shell';
import { useAgentTotal } from '../../api/agents';
import { useHasActivity } from '../../api/agentActivity';
import { useRequestsOfWeek, useWeek } from '../../api/news';
import { useConversationCount, useRecentMemories } from '../../api/recentMemories';
import { Attention } from './Attention';
import styles from './DashboardPage.module.css';
import { Feed } from './Feed';
import { changeText, NOT_LOADED, ON_WEEK_BEFORE, WEEK } from './texts';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import type { ReactNode } from 'react';

interface TotalTileProps {
  label: string;
  to?: string;
  query: Pick<UseQueryResult<unknown>, 'error' | 'isFetching' | 'refetch'>;
  /** Undefined until loaded. */
  total: number | undefined;
  /** Change of the figure; its line is reserved until loaded. */
  change: ReactNode;
  /** Memories failed to load as well: one button retries every query. */
  isDown: boolean;
}

/** Shows a dash and a retry button if the figure fails to load; keeps a value loaded before. */
function TotalTile({ label, to, query, total, change, isDown }: TotalTileProps) {
  const failed = query.error !== null && total === undefined;
  if (!failed) {
    return (
      <StatTile
        label={label}
        to={to}
        value={total ?? null}
        loading={total === undefined}
        note={change || '\u00a0'}
      />
    );
  }
  if (isForbidden(query.error)) {
    return <StatTile label={label} value={null} note="You don’t have access to this figure." />;
  }
  if (isDown) return <StatTile label={label} value={null} note={NOT_LOADED} />;
  const retry = (
    <span role="alert">
      <Button
        type="link"
        size="small"
        aria-label={`Try Again: ${label}`}
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Try Again
      </Button>
    </span>
  );
  return <StatTile label={label} value={null} note={retry} />;
}

const FirstSteps = lazyView<object>(() => import('./FirstSteps').then((part) => part.FirstSteps), null);

/** Agent requests in the workspace; signed-in people only. */
function RequestsTile({ isDown }: { isDown: boolean }) {
  const week = useRequestsOfWeek();
  const { read = 0, readBefore = 0 } = week.data ?? {};
  const change = changeText(read, readBefore);
  return (
    <TotalTile
      label="Retrievals in 7 days"
      to="/analytics?view=activity&kind=read&time=week"
      query={week}
      total={week.data?.read}
      isDown={isDown}
      change={
        change && (
          <>
            {change} <VisuallyHidden>{ON_WEEK_BEFORE}</VisuallyHidden>
          </>
        )
      }
    />
  );
}

/** Each part loads, fails and retries independently. */
export function DashboardPage() {
  const { session } = useShell();
  const agents = useAgentTotal();
  const recent = useRecentMemories(true);
  const conversations = useConversationCount();
  const { data: week } = useWeek();
  useExpiredSession(agents.error ?? recent.error ?? conversations.error, 'load the dashboard');
  const isEmpty = recent.data?.total === 0;
  const isDown = recent.isError && !recent.data;
  return (
    <div className={styles.page}>
      <StatTiles label="Totals">
        <TotalTile
          label="Memory Blocks"
          to="/memory-blocks"
          query={recent}
          total={recent.data?.total}
          isDown={isDown}
          change={week && `+${week.total} ${WEEK}`}
        />
        <TotalTile
          label="Total agents"
          to="/agents"
          query={agents}
          total={agents.data}
          isDown={isDown}
          change={week && `${week.agents.length} active ${WEEK}`}
        />
        <TotalTile
          label="Conversations"
          query={conversations}
          total={conversations.data}
          isDown={isDown}
          change={week?.conversations !== undefined && `${week.conversations} active ${WEEK}`}
        />
        {useHasActivity() && <RequestsTile isDown={isDown} />}
      </StatTiles>
      <div className={styles.columns}>
        {isEmpty && session.user !== null ? <FirstSteps /> : <Feed recent={recent} />}
        {session.user !== null && <Attention isDown={isDown} />}
      </div>
    </div>
  );
}
