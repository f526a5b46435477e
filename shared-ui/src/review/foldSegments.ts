/** Long segments that stayed as they are, folded around the changes. */
import type { DiffSegment } from './wordChanges';

export interface Fold {
  kind: 'fold';
  /** Text that is folded away. */
  text: string;
}

/** Characters that stay in sight beside a change. */
const CONTEXT = 160;
/** A fold that saves less than this many characters saves nothing. */
const WORTH = 240;

/** Where a cut near `index` parts two words; `index` itself when there is no gap nearby. */
function cutNear(text: string, index: number): number {
  const gap = text.indexOf(' ', index);
  return gap >= 0 && gap - index < 40 ? gap + 1 : index;
}

/** The same text; each long unchanged segment keeps its ends and hides its middle. */
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
