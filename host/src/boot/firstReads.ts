/** First queries of a page as requests, with the same URLs and headers that the page's API client uses. */
import { DEFAULT_BASE, scopeHeaders, scopeQuery, toQuery } from '@hindsight/shared-contracts/api/client';
import { SESSION_REQUIRED, UNRATED_AS_NULL } from '@hindsight/shared-contracts/api';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { firstRequests, requestsAfter, type RouteDescriptor } from '@hindsight/shared-contracts/registry';

/** GET request of a signed-in user. */
export interface FirstRead {
  url: string;
  headers: Record<string, string>;
}

const COMMON = { Accept: 'application/json', ...SESSION_REQUIRED };

/** The user's organizations, requested without a workspace. */
export const ORGANIZATIONS: FirstRead = { url: `${DEFAULT_BASE}/organizations/`, headers: COMMON };

type Request = ReturnType<typeof firstRequests>[number];

function buildRead({ path, query, ofPerson = false, then }: Request, scope: ActiveScope) {
  const headers = ofPerson ? COMMON : { ...COMMON, ...scopeHeaders(scope), Prefer: UNRATED_AS_NULL };
  const url = DEFAULT_BASE + path + toQuery({ ...(!ofPerson && scopeQuery(scope)), ...query });
  return { url, headers, then };
}

/** First requests of a page at an address, in a workspace. */
export const buildFirstReads = (
  route: Pick<RouteDescriptor, 'path' | 'firstQueries'>,
  at: { pathname: string; search: string },
  scope: ActiveScope,
) => firstRequests(route, at).map((request) => buildRead(request, scope));

/** Follow-up requests that depend on a response, which stays readable for the page. */
export async function followUpReads(
  { then }: Pick<Request, 'then'>,
  answer: Response,
  scope: ActiveScope,
): Promise<FirstRead[]> {
  if (!then || !answer.ok) return [];
  return requestsAfter(then, await answer.clone().json()).map((request) => buildRead(request, scope));
}

/** Sends a request and reads the body to its end: an unread response would keep its connection open. */
export async function read({ url, headers }: FirstRead): Promise<Response> {
  const given = await fetch(url, { credentials: 'include', headers });
  return new Response(await given.arrayBuffer(), given);
}

/** Marks a promise as handled: it is awaited later or never, and must not count as an unhandled rejection. */
export function ignoreRejection<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}
