import type { MeaningState } from '@hindsight/shared-contracts/api';
import {
  formatNumber,
  MAX_COUNTED_ALTERNATIVES,
  MAX_COUNTED_UNINDEXED,
} from '@hindsight/shared-contracts/rules';
import { formatAbsoluteTime } from '@hindsight/shared-ui/core';
import { memoriesText } from '../../model/countTexts';
import { activeFilters, type MemoryView } from '../../model/memoryFilters';
import { modeLabel } from '../../model/searchModes';

export const NOTHING_YET = {
  title: 'No memory blocks yet',
  description: 'They appear here as soon as an agent in this workspace records one.',
};
export const NO_MATCH = {
  title: 'No memory blocks match your filters',
  description: 'Try other words, or clear the filters to see everything in this workspace.',
};
export const INVALID_ADDRESS = 'The conversation ID in the URL isn’t valid, so no search was run.';
/** Fallback if the service sends no reason. */
export const FELL_BACK = 'No memory is close in meaning. These contain your words instead.';
export const SELECT_INDIVIDUALLY =
  'Select individual memories to do this. To process all of them, use the AI pages.';
/** Button that adds weaker hits of a best-match search. */
export const weakerText = (count: number) =>
  `Show ${formatNumber(count)} weaker ${count === 1 ? 'match' : 'matches'}`;
export const nearestText = (title: string) => `No memory answers this well. The closest one is “${title}”.`;
export const WITH_WEAKER = 'Weaker matches included';
export const selectedText = (count: number) => `${memoriesText(count)} selected`;
export const WITH_ARCHIVED = 'Archived included';
export const ARCHIVED_CHOICES = [
  { value: 'without', label: 'Without archived' },
  { value: 'with', label: 'With archived' },
];

const quoteWords = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');

/** `Searched for “cache” instead of “cahce”.` */
export function correctionText(corrections: readonly { typed: string; word: string }[]): string {
  const pairs = corrections.map(({ typed, word }) => `“${word}” instead of “${typed}”`);
  return `Searched for ${pairs.join(', ')}.`;
}
export const exactSearchLabel = (search: string) => `Search for exactly “${search}”`;
/** Only whole words are looked up: `bahn` may still be part of “Straßenbahn”. */
export const unknownText = (words: readonly string[]) =>
  `No memory here contains ${quoteWords(words)} as a word.`;

/** `12 of 530 memories are not yet indexed for semantic search.` */
export function notIndexedText({ count, total }: { count: number; total: number }): string {
  const least = count >= MAX_COUNTED_UNINDEXED ? 'At least ' : '';
  return `${least}${formatNumber(count)} of ${memoriesText(total)} ${count === 1 ? 'is' : 'are'} not yet indexed for semantic search.`;
}

/** State of semantic search: the problem, since when, and its consequence; null if it works. */
export function meaningText({ preparing, failing }: MeaningState): string | null {
  const words = 'Until then, searches match words only.';
  if (preparing !== undefined) return `${preparing} ${words}`;
  if (!failing) return null;
  return `Semantic search has failed since ${formatAbsoluteTime(failing.since)}: ${failing.reason} It retries automatically. ${words}`;
}

/** Description of a search: query, mode and workspace. */
export function searchedText(view: MemoryView, workspace: string): string {
  const { search, mode, archived } = view;
  const count = activeFilters(view).length;
  const within = count > 0 ? ` with ${count === 1 ? 'the current filter' : `${count} filters`}` : '';
  return `Searched ${workspace} for “${search}” (${modeLabel(mode)})${within}, ${archived === 'with' ? 'including' : 'excluding'} archived memories.`;
}

/** Other places that were searched without hits. */
export const nothingElse = ({ archived }: MemoryView) =>
  `No results in ${archived === 'with' ? '' : 'archived memories or '}your other workspaces, either.`;

/** `3 new memories`; `100 or more new memories` at the limit of the count. */
export const newMemoriesText = (count: number, isAtLeast: boolean) =>
  `${count}${isAtLeast ? ' or more' : ''} new ${count === 1 ? 'memory' : 'memories'}`;

/** Counts stop at a limit. */
const countText = (count: number) =>
  count >= MAX_COUNTED_ALTERNATIVES ? `${MAX_COUNTED_ALTERNATIVES} or more memories` : memoriesText(count);

export const alternativeTexts = {
  exactText: (word: string) => `Search for “${word}” inside words`,
  bestMatch: (count: number) => `Best match finds ${countText(count)}`,
  fewer: (query: string, count: number) => `“${query}” finds ${countText(count)}`,
  withoutFilters: (count: number) => `${countText(count)} without the filters`,
  archived: (count: number) => `${countText(count)}, including archived`,
  elsewhere: (workspace: string, count: number) => `${countText(count)} in ${workspace}`,
};
