import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { Likeness } from '@hindsight/shared-contracts/api';
import { keywordsText, memoriesText } from '../../model/countTexts';

export const ADDED = 'Keyword added successfully';
export const UPDATED = 'Keyword updated successfully';
export const DELETED = 'Keyword deleted successfully';
export const addFailed = (reason: string) => `Failed to add keyword: ${reason}`;
export const updateFailed = (reason: string) => `Failed to update keyword: ${reason}`;
export const deleteFailed = (reason: string) => `Failed to delete keyword: ${reason}`;
export const MEMORIES_FAILED = 'Failed to load associated memory blocks';
export const KEYWORDS_FAILED = 'Failed to load keywords. Please try again.';
export const DELETE_QUESTION = 'Are you sure you want to delete this keyword?';
export const SIGN_IN_TO_CHANGE = 'Sign in to change keywords.';
export const NOTHING_YET = {
  title: 'No keywords yet',
  description: 'Agents add keywords when they record memories. You can add your own, too.',
};
export const similarToText = (others: string) => `Similar to ${others}`;
export const NO_MATCH = 'No keywords match your search';
export const NO_MEMORIES = {
  title: 'No memories use this keyword',
  description: 'Archived memories are not included.',
};
export const MEMORIES_STAY =
  'It will be removed from every memory that uses it. The memories themselves are kept.';
export const CLEANED = 'Keywords cleaned up';
export const cleanFailed = (reason: string) => `Failed to clean up keywords: ${reason}`;
export const UNDONE = 'Keyword changes undone';
export const undoFailed = (reason: string) => `Failed to undo: ${reason}`;
export const CLEANUP_FAILED = 'Failed to check for duplicate keywords';
export const CLEANUP_HINT =
  'Select keywords to merge or delete. You can preview the changes first and undo them afterward.';
export const NOTHING_TO_CLEAN = {
  title: 'No keywords to clean up',
  description: 'There are no likely duplicates, and every keyword is in use.',
};
export const LIKENESS: Record<Likeness, string> = {
  separators: 'written differently',
  plural: 'singular or plural',
  spelling: 'possible typo',
};
export const mergeQuestion = (from: string, into: string) =>
  `“${into}” already exists. Merge “${from}” into it?`;

/** `Merge 3 keywords, delete 12`. */
export function cleanLabel(merged: number, deleted: number): string {
  if (merged === 0) return `Delete ${keywordsText(deleted)}`;
  return `Merge ${keywordsText(merged)}${deleted > 0 ? `, delete ${formatNumber(deleted)}` : ''}`;
}

/** Effect of a change: `Changes the keywords of 14 memories, 2 of them archived.` */
export function impactText({ memories, archived }: { memories: number; archived: number }): string {
  if (memories === 0) return 'No memories will change.';
  const note = archived > 0 ? `, ${formatNumber(archived)} of them archived` : '';
  return `Changes the keywords of ${memoriesText(memories)}${note}.`;
}
export const PREVIEW_FAILED = 'Couldn’t preview the changes:';
export const moreUnused = (count: number) =>
  `${formatNumber(count)} more ${count === 1 ? 'keyword appears' : 'keywords appear'} once you delete or keep these.`;

export const KEEP_APART = 'Not the same';
export const dismissedText = (text: string) => `“${text}” is no longer suggested as a duplicate`;
export const suggestedAgainText = (text: string) => `“${text}” is suggested again`;
export const dismissFailed = (reason: string) => `Failed to dismiss the suggestion: ${reason}`;

export const keepLabel = (count: number) => (count === 0 ? 'Keep' : `Keep ${formatNumber(count)}`);
export const keptText = (count: number) =>
  count === 1
    ? '1 keyword is no longer listed as unused'
    : `${keywordsText(count)} are no longer listed as unused`;
export const LISTED_AGAIN = 'Listed as unused again';
export const keepFailed = (reason: string) => `Failed to keep the keywords: ${reason}`;
