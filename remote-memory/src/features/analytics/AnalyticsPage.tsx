/** The page `/analytics`: activity, quality, unused memories and agent calls. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { Segmented } from '@hindsight/shared-ui/data';
import { useHasActivity } from '../../api/agentActivity';
import { ActivityPerDay } from '../agents/ActivityPerDay';
import { AgentActivity } from '../agents/AgentActivity';
import styles from './AnalyticsPage.module.css';
import { Overview } from './Overview';
import { UnusedMemories } from './UnusedMemories';

const VIEWS = [
  { value: 'overview', label: 'Overview' },
  { value: 'unused', label: 'Unused memories' },
  { value: 'activity', label: 'Agent activity' },
] as const;

/** The view is in the address, e.g. `view=unused`; the default is the overview. */
export function AnalyticsPage() {
  const [params, setParams] = useSearchParams();
  const hasActivity = useHasActivity();
  const views = VIEWS.filter(({ value }) => value !== 'activity' || hasActivity);
  const view = views.find(({ value }) => value === params.get('view'))?.value ?? 'overview';
  return (
    <div className={styles.page}>
      <div>
        <Segmented
          label="Analytics view"
          value={view}
          options={views}
          onChange={(next) => setParams(next === 'overview' ? {} : { view: next }, { replace: true })}
        />
      </div>
      {view === 'overview' && <Overview />}
      {view === 'unused' && <UnusedMemories />}
      {view === 'activity' && (
        <>
          <ActivityPerDay />
          <AgentActivity />
        </>
      )}
    </div>
  );
}
