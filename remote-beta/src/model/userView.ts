/** The view of the console as its address says it, and the same view made of a list that the service did not choose. */
import type { BetaAccessStatus, BetaUserSort } from '@hindsight/shared-contracts/api';
import { STATUSES } from './betaStatus';
import type { BetaUserRow, BetaUsers } from './betaUser';

export const PAGE_SIZE = 25;
/** Milliseconds after the last letter of a search before it is looked for. */
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

export const DEFAULT_VIEW: UserView = { search: '', status: null, sortBy: 'email', order: 'asc', page: 1 };
export const SORTS: readonly BetaUserSort[] = ['email', 'display_name', 'status', 'requested_at'];

/** Reads `?search=…&status=pending&sort=requested_at&order=desc&page=2`; what makes no sense is the default. */
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

const sortText: Record<BetaUserSort, (row: BetaUserRow) => string> = {
  email: ({ email }) => email,
  display_name: ({ displayName }) => displayName.toLowerCase(),
  status: ({ status }) => status,
  requested_at: ({ lastRequest }) => lastRequest?.requestedAt ?? '',
};

/** Nothing to sort by comes last in both directions, as the service does it. */
function comparison({ sortBy, order }: UserView) {
  const text = sortText[sortBy];
  const sign = order === 'asc' ? 1 : -1;
  return (a: BetaUserRow, b: BetaUserRow) => {
    const [first, second] = [text(a), text(b)];
    if (first !== second) {
      if (first === '' || second === '') return first === '' ? 1 : -1;
      return first < second ? -sign : sign;
    }
    return a.email < b.email ? -1 : 1;
  };
}

export interface UserPage {
  rows: BetaUserRow[];
  total: number;
}

/** The rows of a view: as the service chose them, or chosen, sorted and cut here where it sent everybody. */
export function chosenFrom(
  { rows, total }: BetaUsers,
  view: UserView,
  skip = (view.page - 1) * PAGE_SIZE,
  limit = PAGE_SIZE,
): UserPage {
  if (total !== null) return { rows, total };
  const text = view.search.toLowerCase();
  const found = rows
    .filter(({ status }) => view.status === null || status === view.status)
    .filter(({ email, displayName }) =>
      [email, displayName].some((part) => part.toLowerCase().includes(text)),
    )
    .sort(comparison(view));
  return { rows: found.slice(skip, skip + limit), total: found.length };
}
