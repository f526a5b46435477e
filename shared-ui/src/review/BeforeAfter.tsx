/** Two versions of a text beside each other. */
import { useId } from 'react';
import styles from './BeforeAfter.module.css';
import { estimateTokens } from './estimateTokens';

interface BeforeAfterProps {
  before: string;
  after: string;
  /** Headings of the two sides. */
  labels?: { before: string; after: string };
}

function Side({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.side}>
      <div className={styles.head}>
        <h3 id={id} className={styles.label}>
          {label}
        </h3>
        <span className={styles.size}>
          {text.length.toLocaleString()} characters, about {estimateTokens(text).toLocaleString()} tokens
        </span>
      </div>
      {/* Scrolls by itself, so that both sides stay beside each other. */}
      <div className={styles.text} dir="auto" tabIndex={0} role="group" aria-labelledby={id}>
        {text === '' ? <span className={styles.size}>Empty</span> : text}
      </div>
    </section>
  );
}

/** Below each other on a narrow screen. */
export function BeforeAfter({
  before,
  after,
  labels = { before: 'Before', after: 'After' },
}: BeforeAfterProps) {
  return (
    <div className={styles.sides}>
      <Side label={labels.before} text={before} />
      <Side label={labels.after} text={after} />
    </div>
  );
}
