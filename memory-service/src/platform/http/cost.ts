/** Classifies requests by cost: which queue they use, and how long their statements may run. */
import type { StatementKind } from '../database/statementLimits';
import { isUnsafeMethod } from './gates';

/** Requests whose work grows with the workspace: searches, analytics, bulk reads and changes. */
const COSTLY =
  /search|analytics|pinned-questions|recall|optimization|consolidation|compact|prun|bulk|import|keywords\/(cleanup|changes|distinctions)/;

/** Page size above which a page of memories counts as costly, like those of an export. */
export const LARGE_PAGE = 200;

/** Query parameters that affect the cost. */
export interface Asked {
  search_query?: string;
  limit?: number;
}

/** @param path as in the contract, e.g. `/memory-blocks/:id`. */
export function isCostly(path: string, { search_query: searched, limit = 0 }: Asked): boolean {
  const isLarge = limit > LARGE_PAGE && path.startsWith('/memory-blocks/');
  return COSTLY.test(path) || Boolean(searched) || isLarge;
}

/** Kind of statements that a request runs. */
export function statementKind(
  method: string,
  path: string,
  { search_query: searched }: Asked,
): StatementKind {
  if (searched !== undefined || /search|recall|pinned-questions/.test(path)) return 'search';
  if (isUnsafeMethod(method)) return 'write';
  return COSTLY.test(path) ? 'analytics' : 'read';
}
