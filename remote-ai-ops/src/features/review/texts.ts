/** What every review has in common in words. */
import { formatNumber } from '@hindsight/shared-contracts/rules';

export const reviewTexts = {
  memoriesUnavailable: (problem: string) => `Can’t open memories from here now: ${problem}`,
  waiting: (count: number) =>
    count === 1
      ? '1 suggestion is pending in Review'
      : `${formatNumber(count)} suggestions are pending in Review`,
  compare: 'How to compare',
  compareWith: 'Compare with',
  compareWithOriginal: (number: number) => `Compare with original ${number}`,
  original: (number: number) => `Original ${number}`,
  textOfOriginal: (number: number) => `Text of original ${number}`,
  viewOriginal: (number: number) => `View original ${number}`,
  deleted: (id: string) => `Memory ${id} was deleted after the suggestion was made.`,
  merged: 'Merged',
  mergedMemory: (id: string) => `Merged memory ${id}`,
  accept: (field: string) => `Accept ${field}`,
  changesOf: (field: string) => `Changes to ${field.toLowerCase()}`,
  empty: 'Empty before and after.',
  unchanged: 'No change.',
  content: 'Content',
  lesson: 'Lessons learned',
};
