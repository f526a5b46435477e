/** Filters, order and pages of the archive, and the resulting request. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { filterQuery, type MemoryFilters } from './memoryFilters';

/** Debounce of the filters in milliseconds. */
export const ARCHIVED_DEBOUNCE_MS = 350;
/** Page sizes as specified, the default first. */
export const ARCHIVED_PAGE_SIZES = [12, 24, 48] as const;
/** Maximum characters of a card's preview. */
export const ARCHIVED_PREVIEW = 220;
/** Maximum keywords on a card before "+N more". */
export const ARCHIVED_KEYWORDS = 6;

/** Sort orders, the default first: value in the address, label, and request parameters. */
export const ARCHIVED_SORTS = [
  { value: 'recent', label: 'Recently archived', sort_by: 'archived_at', sort_order: 'desc' },
  { value: 'oldest', label: 'Oldest archived', sort_by: 'archived_at', sort_order: 'asc' },
  { value: 'feedback', label: 'Highest feedback score', sort_by: 'feedback_score', sort_order: 'desc' },
] as const;

export type ArchivedSort = (typeof ARCHIVED_SORTS)[number]['value'];

export interface ArchivedView extends MemoryFilters {
  /** Starts at 1. */
  page: number;
  size: number;
  sort: ArchivedSort;
}

/** Converts the view to request parameters. */
export function archivedQuery(view: ArchivedView) {
  const { sort_by, sort_order } =
    ARCHIVED_SORTS.find(({ value }) => value === view.sort) ?? ARCHIVED_SORTS[0];
  return {
    skip: (view.page - 1) * view.size,
    limit: view.size,
    sort_by,
    sort_order,
    ...filterQuery(view),
  };
}

/** `Showing 13-24 of 30 archived memories`; empty for an empty archive. */
export function showingText(page: number, size: number, total: number): string {
  if (total === 0) return '';
  const first = (page - 1) * size + 1;
  const last = Math.min(total, page * size);
  return `Showing ${formatNumber(first)}-${formatNumber(last)} of ${formatNumber(total)} archived memories`;
}

const sameWord = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Removes keywords that differ only in case. */
export function distinctWords(keywords: readonly string[]): string[] {
  return keywords.filter((word, index) => keywords.findIndex((one) => sameWord(one, word)) === index);
}
