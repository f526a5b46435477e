/** Suggestion cards in the making, of the size that they will have. */
import { VisuallyHidden } from '@hindsight/shared-ui/core';
import cardStyles from './SuggestionCard.module.css';
import listStyles from './SuggestionResults.module.css';
import styles from './SuggestionSkeletons.module.css';

/** In place of the list while it loads. */
export function SuggestionSkeletons({ count }: { count: number }) {
  return (
    <div role="status">
      <VisuallyHidden>Loading consolidation suggestions</VisuallyHidden>
      <div className={listStyles.list} aria-hidden>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={`${cardStyles.card} ${styles.waiting}`}>
            <span className={`${styles.shape} ${styles.tag}`} />
            <div className={cardStyles.title}>
              <span className={`${styles.shape} ${styles.line}`} />
            </div>
            <span className={`${cardStyles.preview} ${styles.shape}`} />
            <div className={cardStyles.keywords} />
            <div className={cardStyles.facts}>
              <span className={styles.factsHeight} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
