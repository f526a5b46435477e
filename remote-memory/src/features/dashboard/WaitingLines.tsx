/** The shape of a short list while it loads. */
import styles from './News.module.css';

export function WaitingLines() {
  return (
    <div aria-hidden>
      <div className={styles.line} />
      <div className={styles.line} />
    </div>
  );
}
