/** The page `/analytics`: activity, quality and unused memories. */
import { useSearchParams } from '@hindsight/shared-contracts/router';
import { Segmented } from '@hindsight/shared-ui/data';
import styles from './AnalyticsPage.module.css';
import { Overview } from './Overview';
import { UnusedMemories } from './UnusedMemories';

const VIEWS = [
  { value: 'overview', label: 'Overview' },
  { value: 'unused', label: 'Unused memories' },
] as const;

/** The view is in the address as `view=unused`; the overview is the default. */
export function AnalyticsPage() {
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'unused' ? 'unused' : 'overview';
  return (
    <div className={styles.page}>
      <div>
        <Segmented
          label="Analytics view"
          value={view}
          options={[...VIEWS]}
          onChange={(next) => setParams(next === 'unused' ? { view: next } : {}, { replace: true })}
        />
      </div>
      {view === 'unused' ? <UnusedMemories /> : <Overview />}
    </div>
  );
}
