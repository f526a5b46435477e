/** View of the suggestion list, and its API query. */
import type { ConsolidationStatus } from '@hindsight/shared-contracts/api';
import { endOfDay, startOfDay } from '@hindsight/shared-contracts/rules';

/** Page size of the specification. */
export const PAGE_SIZE = 12;

export interface SuggestionView {
  /** Null shows all. */
  status: ConsolidationStatus | null;
  search: string;
  /** Days as `2026-01-31`; empty for no limit. */
  from: string;
  to: string;
  /** 1-based. */
  page: number;
}

/** A view without filters. */
export const NO_FILTERS = { status: null, search: '', from: '', to: '' } as const;

/** Whether any filter is active. */
export const isFiltered = ({ status, search, from, to }: SuggestionView): boolean =>
  status !== null || search !== '' || from !== '' || to !== '';

/** The view as API query parameters. */
export function toQuery(view: SuggestionView) {
  const start = startOfDay(view.from);
  const end = endOfDay(view.to);
  return {
    skip: (view.page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    sort_by: 'timestamp' as const,
    sort_order: 'desc' as const,
    ...(view.status && { status: view.status }),
    ...(view.search && { search: view.search }),
    ...(start && { start_date: start }),
    ...(end && { end_date: end }),
  };
}
