/** The filters, order and page of a list of memories, and the request that they make. */
import { isUuid } from '@hindsight/shared-contracts/rules';
import type { SearchMode } from './searchModes';

/** The spec's page size. */
export const PAGE_SIZE = 12;
/** Milliseconds between the last filter change and the fetch. */
export const FILTER_DEBOUNCE_MS = 500;

/** What a person can sort by, the default first: name in the address, label, and the parameters of the request. */
export const SORTS = [
  { value: 'recent', label: 'Recently created', sort_by: 'created_at', sort_order: 'desc' },
  { value: 'oldest', label: 'Oldest first', sort_by: 'created_at', sort_order: 'asc' },
  { value: 'feedback', label: 'Highest feedback', sort_by: 'feedback_score', sort_order: 'desc' },
] as const;

export type Sort = (typeof SORTS)[number]['value'];

export interface MemoryFilters {
  search: string;
  /** Agent id, or empty. */
  agent: string;
  /** Conversation id in lower case, or empty. */
  conversation: string;
  /** Archived memories among the others; absent in the archive. */
  archived?: 'with' | 'without';
}

export interface MemoryView extends MemoryFilters {
  /** From 1. */
  page: number;
  sort: Sort;
  /** How the search box searches; of no effect while it is empty. */
  mode: SearchMode;
}

export const CONVERSATION_ID_MESSAGE = 'Enter a valid conversation ID (UUID).';

export const NO_FILTERS = { search: '', agent: '', conversation: '' } as const satisfies MemoryFilters;

/** Whether a list is narrowed at all. */
export function isFiltered({ search, agent, conversation }: MemoryFilters): boolean {
  return search !== '' || agent !== '' || conversation !== '';
}

/** Whether a text may be applied as the conversation filter: a whole ID or nothing. */
export function isConversationFilter(text: string): boolean {
  return text.trim() === '' || isUuid(text);
}

/** Whether a request may be made with these filters. */
export function isUsable(filters: MemoryFilters): boolean {
  return isConversationFilter(filters.conversation);
}

/** Agent, conversation and whether archived memories count as parameters of a request. */
export function narrowingOf({ agent, conversation, archived }: Omit<MemoryFilters, 'search'>) {
  return {
    ...(archived === 'with' && ({ include_archived: 'true' } as const)),
    ...(agent === '' ? {} : { agent_id: agent }),
    ...(conversation === '' ? {} : { conversation_id: conversation }),
  };
}

/** All filters as parameters of a request. */
export function filterQuery(filters: MemoryFilters) {
  return {
    ...(filters.search === '' ? {} : { search_query: filters.search }),
    ...narrowingOf(filters),
  };
}

/** The view as parameters of a request. */
export function queryOf(view: MemoryView) {
  const { sort_by, sort_order } = SORTS.find(({ value }) => value === view.sort) ?? SORTS[0];
  return {
    skip: (view.page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    sort_by,
    sort_order,
    ...filterQuery(view),
  };
}
