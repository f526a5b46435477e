/** Two versions of a text side by side. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useId, useMemo } from 'react';
import styles from './BeforeAfter.module.css';
import { estimateTokens } from './estimateTokens';
import { wordChanges, type DiffSegment } from './wordChanges';

interface BeforeAfterProps {
  before: string;
  after: string;
  /** Headings of the two sides. */
  labels?: { before: string; after: string };
  /** Highlights words that the other side lacks. */
  marked?: boolean;
}

interface SideProps {
  label: string;
  text: string;
  /** Diff of both texts; segments of the other side are skipped. */
  segments: readonly DiffSegment[];
  own: 'removed' | 'added';
}

function Side({ label, text, segments, own }: SideProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.side}>
      <div className={styles.head}>
        <h3 id={id} className={styles.label}>
          {label}
        </h3>
        <span className={styles.size}>
          {formatNumber(text.length)} characters, about {formatNumber(estimateTokens(text))} tokens
        </span>
      </div>
      {/* Scrolls on its own, so that both sides stay next to each other. */}
      <div className={styles.text} dir="auto" tabIndex={0} role="group" aria-labelledby={id}>
        {text === '' && <span className={styles.size}>Empty</span>}
        {segments.map((segment, index) =>
          segment.kind === 'same' ? (
            segment.text
          ) : segment.kind === own ? (
            <mark key={index}>{segment.text}</mark>
          ) : null,
        )}
      </div>
    </section>
  );
}

/** Stacked on narrow screens. */
export function BeforeAfter({
  before,
  after,
  labels = { before: 'Before', after: 'After' },
  marked = false,
}: BeforeAfterProps) {
  const changes = useMemo(
    () => (marked ? wordChanges(before, after).segments : null),
    [marked, before, after],
  );
  const diffOrWhole = (text: string): readonly DiffSegment[] => changes ?? [{ kind: 'same', text }];
  return (
    <div className={styles.sides}>
      <Side label={labels.before} text={before} segments={diffOrWhole(before)} own="removed" />
      <Side label={labels.after} text={after} segments={diffOrWhole(after)} own="added" />
    </div>
  );
}
