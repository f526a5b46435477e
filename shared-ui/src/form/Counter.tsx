/** Length of a limited text. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { VisuallyHidden } from '../core/text/VisuallyHidden';
import styles from './Counter.module.css';

/** Silent until the limit is reached: announcing a number at each key would drown out the text. */
export function Counter({ length, limit }: { length: number; limit: number }) {
  const full = length >= limit;
  return (
    <span className={styles.counter} data-full={full || undefined}>
      <span aria-hidden>
        {formatNumber(length)} / {formatNumber(limit)}
      </span>
      <VisuallyHidden>
        <span role="status">
          {full ? `You have reached the limit of ${formatNumber(limit)} characters` : ''}
        </span>
      </VisuallyHidden>
    </span>
  );
}
