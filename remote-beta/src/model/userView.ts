/** The view of the console: search, status, order and page. */
import type { BetaAccessStatus, BetaUserSort } from '@hindsight/shared-contracts/api';
import { STATUSES } from './betaStatus';

export const PAGE_SIZE = 25;
/** Milliseconds after the last letter before the search is applied. */
export const SEARCH_DELAY = 300;

export interface UserView {
  search: string;
  /** Null for every status. */
  status: BetaAccessStatus | null;
  sortBy: BetaUserSort;
  order: 'asc' | 'desc';
  /** From 1. */
  page: number;
}

const DEFAULT_VIEW: UserView = { search: '', status: null, sortBy: 'email', order: 'asc', page: 1 };
const SORTS: readonly BetaUserSort[] = ['email', 'display_name', 'status', 'requested_at'];

/** Reads `?search=…&status=pending&sort=requested_at&order=desc&page=2`; anything invalid becomes the default. */
export function viewOf(params: URLSearchParams): UserView {
  const page = Number(params.get('page') ?? 1);
  return {
    search: params.get('search')?.trim() ?? '',
    status: STATUSES.find((status) => status === params.get('status')) ?? null,
    sortBy: SORTS.find((sort) => sort === params.get('sort')) ?? DEFAULT_VIEW.sortBy,
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
  };
}

/** The parameters of a view; defaults are left out. */
export function paramsOf(view: UserView): Record<string, string> {
  return {
    ...(view.search !== '' && { search: view.search }),
    ...(view.status && { status: view.status }),
    ...(view.sortBy !== 'email' && { sort: view.sortBy }),
    ...(view.order !== 'asc' && { order: view.order }),
    ...(view.page > 1 && { page: String(view.page) }),
  };
}
