/** Filters, order and page of a memory list, and the resulting request. */
import { isUuid } from '@hindsight/shared-contracts/rules';
import type { Memory } from './memory';
import type { SearchMode } from './searchModes';
import { toMoments } from './timeFilter';

/** Page sizes, the default from the spec first. */
export const PAGE_SIZES = [12, 24, 48, 96] as const;
export const [PAGE_SIZE] = PAGE_SIZES;
/** Debounce of filter changes in milliseconds. */
export const FILTER_DEBOUNCE_MS = 500;

/** Sort orders, the default first: value in the address, label, and request parameters. */
export const SORTS = [
  { value: 'recent', label: 'Recently created', sort_by: 'created_at', sort_order: 'desc' },
  { value: 'oldest', label: 'Oldest first', sort_by: 'created_at', sort_order: 'asc' },
  { value: 'changed', label: 'Recently changed', sort_by: 'updated_at', sort_order: 'desc' },
  {
    value: 'feedback',
    label: 'Highest feedback',
    sort_by: 'feedback_score',
    sort_order: 'desc',
  },
  {
    value: 'lowest',
    label: 'Lowest feedback',
    sort_by: 'feedback_score',
    sort_order: 'asc',
  },
  { value: 'most', label: 'Most retrieved', sort_by: 'retrieval_count', sort_order: 'desc' },
  {
    value: 'least',
    label: 'Least retrieved',
    sort_by: 'retrieval_count',
    sort_order: 'asc',
  },
] as const;

export type Sort = (typeof SORTS)[number]['value'];

const FEEDBACK_FILTERS = [
  { value: 'rated', label: 'Rated' },
  { value: 'unrated', label: 'Not rated' },
  { value: 'high', label: 'High (80-100)' },
  { value: 'medium', label: 'Medium (60-79)' },
  { value: 'low', label: 'Low (0-59)' },
  { value: 'marked', label: 'Marked wrong or outdated' },
  { value: 'wrong', label: 'Marked wrong' },
  { value: 'outdated', label: 'Marked outdated' },
] as const;

/** Kinds of authors. */
export const ORIGINS = [
  { value: 'agent', label: 'Agent' },
  { value: 'person', label: 'Person' },
  { value: 'model', label: 'Merge' },
  { value: 'import', label: 'Import' },
] as const;

/** Single-choice filters by their names on the wire: label, name of the empty choice, and options. */
export const CHOICE_FILTERS = {
  feedback: { label: 'Feedback', any: 'Any feedback', options: FEEDBACK_FILTERS },
  origin: { label: 'Written by', any: 'Anyone', options: ORIGINS },
} as const;

export type ChoiceFilter = keyof typeof CHOICE_FILTERS;

export const CHOICE_NAMES = Object.keys(CHOICE_FILTERS) as ChoiceFilter[];

type Choices = { [Name in ChoiceFilter]: (typeof CHOICE_FILTERS)[Name]['options'][number]['value'] | null };

/** Timestamps that can be filtered. */
export const TIMES = [
  { key: 'created', label: 'Created' },
  { key: 'changed', label: 'Changed' },
  { key: 'retrieved', label: 'Retrieved' },
] as const;

/** Empty strings and null mean no filter. */
export interface MemoryFilters extends Choices {
  search: string;
  /** Agent IDs, separated by commas. */
  agent: string;
  /** Conversation ID in lowercase. */
  conversation: string;
  /** Keyword IDs, separated by commas; `match` tells whether a memory needs any or all of them. */
  keyword: string;
  match: 'any' | 'all';
  /** Time spans (see `timeFilter.ts`). */
  created: string;
  changed: string;
  retrieved: string;
  /** Whether archived memories are included; absent in the archive. */
  archived?: 'with' | 'without';
}

export interface MemoryView extends MemoryFilters {
  /** Starts at 1. */
  page: number;
  size: number;
  sort: Sort;
  /** Mode of the search box; ignored if the search text is empty. */
  mode: SearchMode;
  /** Whether best match includes weak matches. */
  weaker?: 'hidden' | 'shown';
}

export const CONVERSATION_ID_MESSAGE = 'Enter a valid conversation ID (UUID).';

/** No filters apart from the search. */
export const NO_NARROWING = {
  agent: '',
  conversation: '',
  keyword: '',
  match: 'any',
  created: '',
  changed: '',
  retrieved: '',
  ...(Object.fromEntries(CHOICE_NAMES.map((name) => [name, null])) as Record<ChoiceFilter, null>),
} as const satisfies Omit<MemoryFilters, 'search'>;

export const NO_FILTERS = { search: '', ...NO_NARROWING } as const satisfies MemoryFilters;

/** View without any user-set filters. */
export const CLEARED = { ...NO_FILTERS, archived: 'without', weaker: 'hidden' } as const;

/** Names of active filters, apart from the search. */
export function activeFilters(filters: Omit<MemoryFilters, 'search'>): (keyof typeof NO_NARROWING)[] {
  const names = Object.keys(NO_NARROWING) as (keyof typeof NO_NARROWING)[];
  return names.filter((name) => name !== 'match' && filters[name] !== NO_NARROWING[name]);
}

/** Whether a list has any filter or search. */
export function isFiltered(filters: MemoryFilters): boolean {
  return filters.search !== '' || activeFilters(filters).length > 0;
}

/** IDs of a filter. */
export const splitIds = (list: string): string[] => list.split(',').filter((id) => id !== '');

/** Whether a text is valid as conversation filter: a complete ID or empty. */
export function isConversationFilter(text: string): boolean {
  return text.trim() === '' || isUuid(text);
}

/** Whether the filters are valid for a request. */
export function isUsable(filters: MemoryFilters): boolean {
  return isConversationFilter(filters.conversation);
}

/** Request parameters of the filters, apart from the search. */
export function toNarrowing(filters: Omit<MemoryFilters, 'search'>, now = Date.now()) {
  const { agent, conversation, keyword, match, created, changed, retrieved } = filters;
  const [wasCreated, wasChanged, wasRetrieved] = [created, changed, retrieved].map((span) =>
    toMoments(span, now),
  );
  const given = {
    agent_id: agent,
    conversation_id: conversation,
    keyword_id: keyword,
    created_after: wasCreated?.after,
    created_before: wasCreated?.before,
    updated_after: wasChanged?.after,
    updated_before: wasChanged?.before,
    retrieved_after: wasRetrieved?.after,
    retrieved_before: wasRetrieved?.before,
  };
  const texts = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  return {
    ...(Object.fromEntries(texts) as Partial<typeof given>),
    ...(filters.archived === 'with' && ({ include_archived: 'true' } as const)),
    ...(keyword !== '' && match === 'all' && ({ keyword_match: 'all' } as const)),
    ...(Object.fromEntries(
      CHOICE_NAMES.filter((name) => filters[name] !== null).map((name) => [name, filters[name]]),
    ) as { [Name in ChoiceFilter]?: NonNullable<Choices[Name]> }),
  };
}

/** Request parameters of all filters. */
export function filterQuery(filters: MemoryFilters) {
  return {
    ...(filters.search === '' ? {} : { search_query: filters.search }),
    ...toNarrowing(filters),
  };
}

/** Cursor after a row, for keyset pagination. */
export function cursorAfter(
  sort: Sort,
  row: Pick<Memory, 'id' | 'createdAt' | 'updatedAt' | 'score' | 'retrievals'>,
) {
  const keys = {
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    feedback_score: row.score,
    retrieval_count: row.retrievals,
  };
  return `${keys[(SORTS.find(({ value }) => value === sort) ?? SORTS[0]).sort_by]}_${row.id}`;
}

/** Request parameters of the view. */
export function toQuery(view: MemoryView) {
  const { sort_by, sort_order } = SORTS.find(({ value }) => value === view.sort) ?? SORTS[0];
  return {
    skip: (view.page - 1) * view.size,
    limit: view.size,
    sort_by,
    sort_order,
    ...filterQuery(view),
  };
}
