/** What one change made of each part of a memory block. */
import { WordDiff } from '@hindsight/shared-ui/review';
import { STATE_LABELS, type StateChange } from '../../model/versions';
import styles from './HistoryTab.module.css';

/** Short values are shown as before and after instead of as a diff. */
const SHORT = new Set<StateChange['field']>(['score', 'archived', 'priority', 'category']);

export function VersionChanges({ changes }: { changes: readonly StateChange[] }) {
  if (changes.length === 0) return <p className={styles.same}>No text changed.</p>;
  return changes.map(({ field, before, after }) =>
    SHORT.has(field) ? (
      <p key={field}>
        {STATE_LABELS[field]}: {before || 'none'} → {after || 'none'}
      </p>
    ) : (
      <WordDiff key={field} label={STATE_LABELS[field]} before={before} after={after} />
    ),
  );
}
