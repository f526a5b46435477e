/** Keyboard shortcuts of a review queue, on one line. */
import { REVIEW_SHORTCUTS, type ReviewActions } from './useReviewShortcuts';
import styles from './ShortcutList.module.css';

interface ShortcutListProps {
  actions: ReviewActions;
  /** Other labels for actions, e.g. `Archive` and `Keep`. */
  labels?: Partial<Record<keyof ReviewActions, string>>;
  /** Explains how to focus the target of the keys. */
  hint?: string;
}

/** Lists only actions that are available now. */
export function ShortcutList({ actions, labels = {}, hint }: ShortcutListProps) {
  const available = REVIEW_SHORTCUTS.filter(({ action }) => actions[action]);
  return (
    <ul className={styles.keys} aria-label="Keyboard">
      {hint && <li>{hint}</li>}
      {available.map(({ key, action, label }) => (
        <li key={key}>
          <kbd translate="no">{key.toUpperCase()}</kbd> {labels[action] ?? label}
        </li>
      ))}
    </ul>
  );
}
