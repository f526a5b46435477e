/** The one way in which a rewrite is shown: field by field, what it was and what it would be. */
import { usePreference } from '@hindsight/shared-contracts/shell';
import { Segmented } from '@hindsight/shared-ui/data';
import { Checkbox } from '@hindsight/shared-ui/form';
import { BeforeAfter, SizeChange, WordDiff } from '@hindsight/shared-ui/review';
import type { ReactNode } from 'react';
import styles from './ReviewFields.module.css';

export interface ReviewField {
  key: string;
  /** E.g. `Content`. */
  label: string;
  before: string;
  after: string;
}

interface ReviewFieldsProps {
  fields: readonly ReviewField[];
  /** Words for the two sides, e.g. `Original` and `Compacted`. */
  labels: { before: string; after: string };
  /** Keys of the fields that are taken over; without `onToggle` it is all or nothing. */
  accepted?: ReadonlySet<string>;
  onToggle?(key: string): void;
  /** Fields that cannot be left out. */
  fixed?: ReadonlySet<string>;
  /** Beside the choice of the view, e.g. which original is compared. */
  aside?: ReactNode;
}

const VIEWS = [
  { value: 'changes', label: 'Changes' },
  { value: 'side-by-side', label: 'Side by side' },
] as const;

/** Each field with its sizes, as a word diff or side by side; this browser remembers which. */
export function ReviewFields(props: ReviewFieldsProps) {
  const { fields, labels, accepted, onToggle, fixed, aside } = props;
  const [view, setView] = usePreference('ai-ops.review', ['changes', 'side-by-side']);
  return (
    <div className={styles.fields}>
      <div className={styles.view}>
        <Segmented label="How to compare" value={view} options={[...VIEWS]} onChange={setView} />
        {aside}
      </div>
      {fields.map((field) => {
        const { key, label, before, after } = field;
        const isSame = before === after;
        const isTaken = accepted?.has(key) ?? true;
        return (
          <section
            key={key}
            className={styles.field}
            aria-label={label}
            data-declined={(!isTaken && !isSame) || undefined}
          >
            <div className={styles.head}>
              {onToggle && !isSame && !fixed?.has(key) ? (
                <Checkbox label={`Accept ${label}`} value={isTaken} onChange={() => onToggle(key)} />
              ) : (
                <h3 className={styles.name}>{label}</h3>
              )}
              {!isSame && <SizeChange before={before} after={after} />}
            </div>
            <div className={styles.texts}>
              {isSame ? (
                <p className={styles.same}>{after === '' ? 'Empty before and after.' : 'Stays as it is.'}</p>
              ) : view === 'changes' ? (
                <WordDiff before={before} after={after} label={`Changes of ${label}`} />
              ) : (
                <BeforeAfter before={before} after={after} labels={labels} />
              )}
            </div>
          </section>
        );
      })}
    </div>
  );
}
