/** The archive's filters, order and pages, and their place in the address. */
import { normalized, type MemoryFilters } from './memoryFilters';

/** Milliseconds between the last letter of a filter and the fetch. */
export const ARCHIVED_DEBOUNCE_MS = 350;
/** The spec's rows of a page, the default first. */
export const ARCHIVED_PAGE_SIZES = [12, 24, 48] as const;
/** Characters of a card's preview. */
export const ARCHIVED_PREVIEW = 220;
/** Keywords of a card before "+N more". */
export const ARCHIVED_KEYWORDS = 6;

/** What a person can sort by, the default first: name in the address, label, and the wire's words. */
export const ARCHIVED_SORTS = [
  { value: 'recent', label: 'Recently archived', sort_by: 'archived_at', sort_order: 'desc' },
  { value: 'oldest', label: 'Oldest archived', sort_by: 'archived_at', sort_order: 'asc' },
  { value: 'feedback', label: 'Highest feedback score', sort_by: 'feedback_score', sort_order: 'desc' },
] as const;

export type ArchivedSort = (typeof ARCHIVED_SORTS)[number]['value'];

export interface ArchivedView extends MemoryFilters {
  /** From 1. */
  page: number;
  size: number;
  sort: ArchivedSort;
}

/** Reads the view from the address; what cannot be read counts as absent. */
export function readArchivedView(params: URLSearchParams): ArchivedView {
  const page = params.get('page') ?? '';
  const sort = ARCHIVED_SORTS.find(({ value }) => value === params.get('sort'));
  return {
    search: params.get('search') ?? '',
    agent: params.get('agent') ?? '',
    conversation: params.get('conversation') ?? '',
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
    size: ARCHIVED_PAGE_SIZES.find((size) => String(size) === params.get('size')) ?? ARCHIVED_PAGE_SIZES[0],
    sort: sort?.value ?? 'recent',
  };
}

/** Writes the view over the address: defaults are left out, parameters of others stay. */
export function writeArchivedView(params: URLSearchParams, view: ArchivedView): URLSearchParams {
  const next = new URLSearchParams(params);
  const own = {
    ...normalized(view),
    page: view.page > 1 ? String(view.page) : '',
    size: view.size === ARCHIVED_PAGE_SIZES[0] ? '' : String(view.size),
    sort: view.sort === 'recent' ? '' : view.sort,
  };
  for (const [name, value] of Object.entries(own)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The view as the wire's query. */
export function archivedQuery(view: ArchivedView) {
  const { search, agent, conversation } = normalized(view);
  const sort = ARCHIVED_SORTS.find(({ value }) => value === view.sort) ?? ARCHIVED_SORTS[0];
  return {
    skip: (view.page - 1) * view.size,
    limit: view.size,
    sort_by: sort.sort_by,
    sort_order: sort.sort_order,
    ...(search === '' ? {} : { search_query: search }),
    ...(agent === '' ? {} : { agent_id: agent }),
    ...(conversation === '' ? {} : { conversation_id: conversation }),
  };
}

/** `Showing 13-24 of 30 archived memories`; empty for an empty archive. */
export function showingText(page: number, size: number, total: number): string {
  if (total === 0) return '';
  const first = (page - 1) * size + 1;
  const last = Math.min(total, page * size);
  return `Showing ${first.toLocaleString()}-${last.toLocaleString()} of ${total.toLocaleString()} archived memories`;
}

const sameWord = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Keywords without doubles of another case. */
export function distinctWords(keywords: readonly string[]): string[] {
  return keywords.filter((word, index) => keywords.findIndex((one) => sameWord(one, word)) === index);
}
