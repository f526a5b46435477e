/** Texts shared by all reviews. */
import { formatNumber } from '@hindsight/shared-contracts/rules';

export const reviewTexts = {
  memoriesUnavailable: (problem: string) => `Can’t open memories from here right now: ${problem}`,
  waiting: (count: number) =>
    count === 1
      ? '1 suggestion is pending in Review'
      : `${formatNumber(count)} suggestions are pending in Review`,
  compare: 'Comparison view',
  result: 'Result',
  compareWith: 'Compare with',
  compareWithOriginal: (number: number) => `Compare with original ${number}`,
  original: (number: number) => `Original ${number}`,
  /** Source of a sentence in a proposed text. */
  sourceText: (sources: readonly number[], isExact: boolean, isMany: boolean) => {
    const names = isMany ? `original ${sources.map((one) => one + 1).join(', ')}` : 'the original';
    if (sources.length === 0) return 'Not found in any original';
    return isExact ? `From ${names}` : `Reworded from ${names}`;
  },
  leftOut: (count: number) => `Left out (${formatNumber(count)})`,
  /** One-line summary of the savings from accepting. */
  saving: (memories: number, tokens: number) => {
    const what =
      tokens === 0
        ? 'same size'
        : `${tokens > 0 ? 'saves' : 'adds'} ${formatNumber(Math.abs(tokens))} ${Math.abs(tokens) === 1 ? 'token' : 'tokens'}`;
    return memories === 1
      ? what.replace(/^./, (first) => first.toUpperCase())
      : `${formatNumber(memories)} memories → 1, ${what}`;
  },
  textOfOriginal: (number: number) => `Text of original ${number}`,
  viewOriginal: (number: number) => `View original ${number}`,
  deleted: (id: string) => `Memory ${id} was deleted after the suggestion was made.`,
  merged: 'Merged',
  mergedMemory: (id: string) => `Merged memory ${id}`,
  accept: (field: string) => `Accept ${field}`,
  toPlannedChanges: (field: string) => `Changes to ${field.toLowerCase()}`,
  empty: 'Empty in both versions.',
  unchanged: 'No change.',
  content: 'Content',
  lesson: 'Lessons learned',
};
