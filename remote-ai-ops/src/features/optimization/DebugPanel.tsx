/** What developers want to know about the center; only where the shell says that debug panels are shown. */
import { useShell } from '@hindsight/shared-contracts/shell';
import type { Analysis, OptimizationFilters } from '../../model/optimization';
import { useRuns } from '../jobs/useRuns';
import styles from './DebugPanel.module.css';

interface DebugPanelProps {
  analysis: Analysis | undefined;
  filters: OptimizationFilters;
  completed: number;
}

/** Closed until it is wanted. */
export function DebugPanel({ analysis, filters, completed }: DebugPanelProps) {
  const { scope, flags, offers } = useShell();
  const runs = useRuns();
  const shown = {
    scope,
    flags,
    jobs: offers('jobs'),
    filters,
    analysed: analysis?.analysed ?? null,
    suggestions: analysis?.suggestions.map(({ id, type, priority, blocks }) => ({
      id,
      type,
      priority,
      blocks: blocks.length,
    })),
    completed,
    runs: runs.map(({ id, kind, phase, total, done, succeeded, failed }) => ({
      id,
      kind,
      phase,
      total,
      done,
      succeeded,
      failed,
    })),
  };
  return (
    <details className={styles.panel}>
      <summary>Debug Panel</summary>
      <pre tabIndex={0}>{JSON.stringify(shown, null, 2)}</pre>
    </details>
  );
}
