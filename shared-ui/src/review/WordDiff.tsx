/** An inline word diff. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Button } from '../core/actions/Button';
import { useId, useMemo, useState } from 'react';
import { VisuallyHidden } from '../core/text/VisuallyHidden';
import styles from './WordDiff.module.css';
import { countWords, wordChanges } from './wordChanges';
import type { DiffSegment } from './wordChanges';

interface Fold {
  kind: 'fold';
  /** Collapsed text. */
  text: string;
}

/** Characters of context kept around a change. */
const CONTEXT = 160;
/** Minimum number of characters worth collapsing. */
const WORTH = 240;

/** The nearest word boundary; `index` itself if there is none nearby. */
function cutNear(text: string, index: number): number {
  const gap = text.indexOf(' ', index);
  return gap >= 0 && gap - index < 40 ? gap + 1 : index;
}

/** Collapses the middle of long unchanged segments; no text is lost. */
export function foldSegments(segments: readonly DiffSegment[]): (DiffSegment | Fold)[] {
  return segments.flatMap((segment, index): (DiffSegment | Fold)[] => {
    if (segment.kind !== 'same' || segments.length === 1) return [segment];
    const { text } = segment;
    const start = index === 0 ? 0 : cutNear(text, CONTEXT);
    const end = index === segments.length - 1 ? text.length : cutNear(text, text.length - CONTEXT);
    if (end - start < WORTH) return [segment];
    const parts: (DiffSegment | Fold)[] = [
      { kind: 'same', text: text.slice(0, start) },
      { kind: 'fold', text: text.slice(start, end) },
      { kind: 'same', text: text.slice(end) },
    ];
    return parts.filter((part) => part.text !== '');
  });
}

interface WordDiffProps {
  before: string;
  after: string;
  /** Name of the compared field, e.g. `Lesson learned`. */
  label: string;
}

/** Number of parts rendered before the reader asks for more. */
const PARTS = 800;

const plural = (count: number, word: string) => `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`;

/** `3 words added, 1 word removed`. */
function summary(segments: readonly DiffSegment[]): string {
  const countWordsOfKind = (kind: DiffSegment['kind']) => {
    const texts = segments.filter((segment) => segment.kind === kind).map((segment) => segment.text);
    return countWords(texts.join(' '));
  };
  return `${plural(countWordsOfKind('added'), 'word')} added, ${formatNumber(countWordsOfKind('removed'))} removed`;
}

function Part({ part }: { part: DiffSegment | Fold }) {
  const [open, setOpen] = useState(false);
  if (part.kind === 'same' || (part.kind === 'fold' && open)) return <span>{part.text}</span>;
  if (part.kind === 'fold') {
    return (
      <button type="button" className={styles.fold} onClick={() => setOpen(true)}>
        Show {formatNumber(part.text.length)} unchanged characters
      </button>
    );
  }
  const Mark = part.kind === 'added' ? 'ins' : 'del';
  return (
    <Mark className={styles[part.kind]}>
      <VisuallyHidden>[{part.kind}: </VisuallyHidden>
      {part.text}
      <VisuallyHidden>]</VisuallyHidden>
    </Mark>
  );
}

/** Strikes out removed words and underlines added ones; screen readers get both in words. Collapses long unchanged segments. */
export function WordDiff({ before, after, label }: WordDiffProps) {
  const name = useId();
  const [shown, setShown] = useState(PARTS);
  const changes = useMemo(() => wordChanges(before, after), [before, after]);
  const parts = useMemo(() => foldSegments(changes.segments), [changes]);
  const rest = parts.length - shown;
  return (
    <section aria-labelledby={name} className={styles.diff}>
      <div className={styles.head}>
        <h3 id={name} className={styles.label}>
          {label}
        </h3>
        <span className={styles.summary}>
          {before === after ? 'No change' : summary(changes.segments)}
          {!changes.byWord && '; compared line by line, because the texts are long and very different'}
        </span>
      </div>
      {before === '' && after === '' ? (
        <p className={styles.summary}>Empty</p>
      ) : (
        <div className={styles.text} dir="auto">
          {parts.slice(0, shown).map((part, index) => (
            <Part key={index} part={part} />
          ))}
        </div>
      )}
      {rest > 0 && (
        <Button size="small" onClick={() => setShown(shown + PARTS)}>
          Show more changes
        </Button>
      )}
    </section>
  );
}
