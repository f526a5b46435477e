/** The line that lists the keys of a queue. */
import { REVIEW_KEYS, type ReviewActions } from './useReviewKeys';
import styles from './ReviewKeys.module.css';

interface ReviewKeysProps {
  actions: ReviewActions;
  /** Other words for accept and reject, e.g. `Archive` and `Keep`. */
  words?: Partial<Record<keyof ReviewActions, string>>;
}

/** Only what can be done now. */
export function ReviewKeys({ actions, words = {} }: ReviewKeysProps) {
  const offered = REVIEW_KEYS.filter(({ action }) => actions[action]);
  return (
    <ul className={styles.keys} aria-label="Keyboard">
      {offered.map(({ key, action, label }) => (
        <li key={key}>
          <kbd>{key.toUpperCase()}</kbd> {words[action] ?? label}
        </li>
      ))}
    </ul>
  );
}
