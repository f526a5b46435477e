/** The page `/dashboard`: four figures, what agents learned, what went wrong and what is pending. */
import { lazyView, StatTiles, VisuallyHidden } from '@hindsight/shared-ui/core';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { useAgentTotal } from '../../api/agents';
import { useHasActivity } from '../../api/agentActivity';
import { useRequestsOfWeek, useWeek } from '../../api/news';
import { useConversationCount, useRecentMemories } from '../../api/recentMemories';
import { Attention } from './Attention';
import styles from './DashboardPage.module.css';
import { Feed } from './Feed';
import { changeText, ON_WEEK_BEFORE, WEEK } from './texts';
import { TotalTile } from './TotalTile';

const FirstSteps = lazyView<object>(() => import('./FirstSteps').then((part) => part.FirstSteps), null);

/** How agents used the workspace; people only. */
function RequestsTile() {
  const week = useRequestsOfWeek();
  const { read = 0, readBefore = 0 } = week.data ?? {};
  const change = changeText(read, readBefore);
  return (
    <TotalTile
      label="Retrievals in 7 days"
      to="/analytics?view=activity&kind=read&time=week"
      query={week}
      total={week.data?.read}
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

/** Each part loads, fails and is tried again on its own. */
export function DashboardPage() {
  const { session } = useShell();
  const agents = useAgentTotal();
  const recent = useRecentMemories(true);
  const conversations = useConversationCount();
  const { data: week } = useWeek();
  useExpiredSession(agents.error ?? recent.error ?? conversations.error, 'load the dashboard');
  const isEmpty = recent.data?.total === 0;
  return (
    <div className={styles.page}>
      <StatTiles label="Totals">
        <TotalTile
          label="Memory Blocks"
          to="/memory-blocks"
          query={recent}
          total={recent.data?.total}
          change={week && `+${week.total} ${WEEK}`}
        />
        <TotalTile
          label="Total Agents"
          to="/agents"
          query={agents}
          total={agents.data}
          change={week && `${week.agents.length} active ${WEEK}`}
        />
        <TotalTile
          label="Conversations"
          query={conversations}
          total={conversations.data}
          change={week?.conversations !== undefined && `${week.conversations} active ${WEEK}`}
        />
        {useHasActivity() && <RequestsTile />}
      </StatTiles>
      <div className={styles.columns}>
        {isEmpty && session.user !== null ? <FirstSteps /> : <Feed recent={recent} />}
        {session.user !== null && <Attention />}
      </div>
    </div>
  );
}
