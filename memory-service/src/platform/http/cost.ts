/** How much work a call is: which line it waits in, and how long its statements may take. */
import type { StatementKind } from '../database/statementLimits';
import { isUnsafeMethod } from './gates';

/** Calls whose work grows with the workspace: searches, figures, what reads or changes many memories. */
const COSTLY =
  /search|analytics|pinned-questions|recall|optimization|consolidation|compact|prun|bulk|import|keywords\/(cleanup|changes|distinctions)/;

/** Memories beyond which a page of them is costly too, as those of an export are. */
export const LARGE_PAGE = 200;

/** What of a query decides. */
export interface Asked {
  search_query?: string;
  limit?: number;
}

/** @param path as the contract names it, e.g. `/memory-blocks/:id`. */
export function isCostly(path: string, { search_query: searched, limit = 0 }: Asked): boolean {
  const isLarge = limit > LARGE_PAGE && path.startsWith('/memory-blocks/');
  return COSTLY.test(path) || Boolean(searched) || isLarge;
}

/** What the statements of a call are for. */
export function statementKind(
  method: string,
  path: string,
  { search_query: searched }: Asked,
): StatementKind {
  if (searched !== undefined || /search|recall|pinned-questions/.test(path)) return 'search';
  if (isUnsafeMethod(method)) return 'write';
  return COSTLY.test(path) ? 'analytics' : 'read';
}
