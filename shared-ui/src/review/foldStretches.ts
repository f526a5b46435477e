/** Long stretches that stayed as they are, folded around the changes. */
import type { Stretch } from './wordChanges';

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

/** The same text; each long unchanged stretch keeps its ends and hides its middle. */
export function foldStretches(stretches: readonly Stretch[]): (Stretch | Fold)[] {
  return stretches.flatMap((stretch, index): (Stretch | Fold)[] => {
    if (stretch.kind !== 'same' || stretches.length === 1) return [stretch];
    const { text } = stretch;
    const start = index === 0 ? 0 : cutNear(text, CONTEXT);
    const end = index === stretches.length - 1 ? text.length : cutNear(text, text.length - CONTEXT);
    if (end - start < WORTH) return [stretch];
    const parts: (Stretch | Fold)[] = [
      { kind: 'same', text: text.slice(0, start) },
      { kind: 'fold', text: text.slice(start, end) },
      { kind: 'same', text: text.slice(end) },
    ];
    return parts.filter((part) => part.text !== '');
  });
}
