/** The memory list's filters and their place in the address. */
import { isConversationFilter } from './conversationId';
import { readMode, type SearchMode } from './searchModes';

/** The spec's page size. */
export const PAGE_SIZE = 12;
/** Milliseconds between the last filter change and the fetch. */
export const FILTER_DEBOUNCE_MS = 500;

/** What a person can sort by, the default first: name in the address, label, and the wire's words. */
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
  /** Conversation id as typed, or empty. */
  conversation: string;
}

export interface MemoryView extends MemoryFilters {
  /** From 1. */
  page: number;
  sort: Sort;
  /** How the search box searches; of no effect while it is empty. */
  mode: SearchMode;
}

export const NO_FILTERS: MemoryFilters = { search: '', agent: '', conversation: '' };

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

function readSort(text: string | null): Sort {
  return SORTS.find(({ value }) => value === text)?.value ?? 'recent';
}

/** Spaces around a filter and the case of an id change nothing. */
export function normalized(filters: MemoryFilters): MemoryFilters {
  return {
    search: filters.search.trim(),
    agent: filters.agent.trim(),
    conversation: filters.conversation.trim().toLowerCase(),
  };
}

export function sameFilters(a: MemoryFilters, b: MemoryFilters): boolean {
  const [left, right] = [normalized(a), normalized(b)];
  return (
    left.search === right.search && left.agent === right.agent && left.conversation === right.conversation
  );
}

/** Whether a fetch may be made with these filters. */
export function isUsable(filters: MemoryFilters): boolean {
  return isConversationFilter(filters.conversation);
}

/** Reads the view from the address; what cannot be read counts as absent. */
export function readView(params: URLSearchParams): MemoryView {
  return {
    search: params.get('search') ?? '',
    agent: params.get('agent') ?? '',
    conversation: params.get('conversation') ?? '',
    page: readPage(params.get('page')),
    sort: readSort(params.get('sort')),
    mode: readMode(params.get('mode')),
  };
}

/** Writes the view over the address: defaults are left out, parameters of others stay. */
export function writeView(params: URLSearchParams, view: MemoryView): URLSearchParams {
  const next = new URLSearchParams(params);
  const { search, agent, conversation } = normalized(view);
  const own = {
    search,
    agent,
    conversation,
    page: view.page > 1 ? String(view.page) : '',
    sort: view.sort === 'recent' ? '' : view.sort,
    mode: view.mode === 'text' ? '' : view.mode,
  };
  for (const [name, value] of Object.entries(own)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** What narrows a list or a search, in the wire's words. */
export function narrowingOf(filters: MemoryFilters) {
  const { agent, conversation } = normalized(filters);
  return {
    ...(agent === '' ? {} : { agent_id: agent }),
    ...(conversation === '' ? {} : { conversation_id: conversation }),
  };
}

/** The view as the wire's query. */
export function queryOf(view: MemoryView) {
  const { search } = normalized(view);
  const sort = SORTS.find(({ value }) => value === view.sort) ?? SORTS[0];
  return {
    skip: (view.page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    sort_by: sort.sort_by,
    sort_order: sort.sort_order,
    ...(search === '' ? {} : { search_query: search }),
    ...narrowingOf(view),
  };
}
