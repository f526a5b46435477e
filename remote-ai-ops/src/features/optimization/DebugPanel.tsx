/** State of the optimization center for developers; shown only if the shell enables debug panels. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { OptimizationFilters } from '../../model/optimization';
import { useRuns } from '../jobs/useRuns';
import styles from './DebugPanel.module.css';

interface DebugPanelProps {
  suggestions: readonly OptimizationSuggestion[];
  filters: OptimizationFilters;
  completed: number;
}

/** Initially closed. */
export function DebugPanel({ suggestions, filters, completed }: DebugPanelProps) {
  const { scope, flags } = useShell();
  const runs = useRuns();
  const state = {
    scope,
    flags,
    filters,
    suggestions: suggestions.map(({ id, type, priority, all_affected_blocks: blocks }) => ({
      id,
      type,
      priority,
      blocks: blocks.length,
    })),
    completed,
    runs: runs.map(({ rows: _rows, ids: _ids, undone: _undone, ...run }) => run),
  };
  return (
    <details className={styles.panel}>
      <summary>Debug Panel</summary>
      <pre translate="no" tabIndex={0}>
        {JSON.stringify(state, null, 2)}
      </pre>
    </details>
  );
}
