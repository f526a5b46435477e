/** A rewrite, field by field: current and proposed texts. */
import { usePreference } from '@hindsight/shared-contracts/shell';
import { PlainCheckbox, Segmented } from '@hindsight/shared-ui/data';
import { BeforeAfter, SizeChange, WordDiff } from '@hindsight/shared-ui/review';
import type { ReactNode } from 'react';
import type { Claims } from '../../model/sources';
import { SourcedText } from './SourcedText';
import { reviewTexts } from './texts';
import styles from './ReviewFields.module.css';

interface ReviewField {
  key: string;
  /** E.g. `Content`. */
  label: string;
  before: string;
  after: string;
  /** Source texts; `before` when absent. */
  sources?: readonly string[];
  claims?: Claims | undefined;
}

interface ReviewFieldsProps {
  fields: readonly ReviewField[];
  /** Headings of the two sides, e.g. `Original` and `Compacted`. */
  labels: { before: string; after: string };
  /** Keys of the accepted fields; all when absent. */
  accepted?: ReadonlySet<string>;
  /** Accepts or declines a field; absent when fields cannot be declined individually. */
  onToggle?(key: string): void;
  /** Fields that cannot be declined. */
  fixed?: ReadonlySet<string>;
  /** Content beside the view switch, in views that show changes. */
  aside?: ReactNode;
}

interface Texts {
  content: string;
  lesson: string;
}

/** The fields of a rewrite; omits empty lessons. */
export const textFields = (before: Texts, after: Texts): ReviewField[] =>
  (['content', 'lesson'] as const)
    .map((key) => ({ key, label: reviewTexts[key], before: before[key], after: after[key] }))
    .filter((field) => field.key === 'content' || field.before !== '' || field.after !== '');

const VIEWS = [
  { value: 'result', label: reviewTexts.result },
  { value: 'changes', label: 'Changes' },
  { value: 'side-by-side', label: 'Side by side' },
] as const;

/** Each field with its sizes, as a result with sources, a word diff, or side by side; the view is stored in the browser. */
export function ReviewFields(props: ReviewFieldsProps) {
  const { fields, labels, accepted, onToggle, fixed, aside } = props;
  const [view, setView] = usePreference('ai-ops.review', ['result', 'changes', 'side-by-side']);
  return (
    <div className={styles.fields}>
      <div className={styles.view}>
        <Segmented label={reviewTexts.compare} value={view} options={[...VIEWS]} onChange={setView} />
        {view !== 'result' && aside}
      </div>
      {fields.map((field) => {
        const { key, label, before, after, sources = [before], claims } = field;
        const isSame = before === after;
        const isAccepted = accepted?.has(key) ?? true;
        return (
          <section
            key={key}
            className={styles.field}
            aria-label={label}
            data-declined={(!isAccepted && !isSame) || undefined}
          >
            <div className={styles.head}>
              {onToggle && !isSame && !fixed?.has(key) ? (
                <PlainCheckbox
                  isLabelShown
                  label={reviewTexts.accept(label)}
                  value={isAccepted}
                  onChange={() => onToggle(key)}
                />
              ) : (
                <h3 className={styles.name}>{label}</h3>
              )}
              {/* Hidden for the result of a merge, which is longer than one original but not than all of them. */}
              {!isSame && (view !== 'result' || sources.length === 1) && (
                <SizeChange before={before} after={after} />
              )}
            </div>
            <div className={styles.texts}>
              {isSame ? (
                <p className={styles.same}>{after === '' ? reviewTexts.empty : reviewTexts.unchanged}</p>
              ) : view === 'result' ? (
                <SourcedText text={after} sources={sources} claims={claims} />
              ) : view === 'changes' ? (
                <WordDiff before={before} after={after} label={reviewTexts.toPlannedChanges(label)} />
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
