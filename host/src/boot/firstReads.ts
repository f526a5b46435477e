/** The first queries of a page as requests, with the addresses and headers that the client of the page gives them. */
import { DEFAULT_BASE, scopeHeaders, scopeQuery, toQuery } from '@hindsight/shared-contracts/api/client';
import { SESSION_REQUIRED, UNRATED_AS_NULL } from '@hindsight/shared-contracts/api';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { firstRequests, requestsAfter, type RouteDescriptor } from '@hindsight/shared-contracts/registry';

/** A read of a signed-in person. */
export interface FirstRead {
  url: string;
  headers: Record<string, string>;
}

const COMMON = { Accept: 'application/json', ...SESSION_REQUIRED };

/** The organizations of the person: read without a workspace. */
export const ORGANIZATIONS: FirstRead = { url: `${DEFAULT_BASE}/organizations/`, headers: COMMON };

type Request = ReturnType<typeof firstRequests>[number];

function buildRead({ path, query, ofPerson = false, then }: Request, scope: ActiveScope) {
  const headers = ofPerson ? COMMON : { ...COMMON, ...scopeHeaders(scope), Prefer: UNRATED_AS_NULL };
  const url = DEFAULT_BASE + path + toQuery({ ...(!ofPerson && scopeQuery(scope)), ...query });
  return { url, headers, then };
}

/** What a page asks first at an address, in a workspace. */
export const firstReads = (
  route: Pick<RouteDescriptor, 'path' | 'firstQueries'>,
  at: { pathname: string; search: string },
  scope: ActiveScope,
) => firstRequests(route, at).map((request) => buildRead(request, scope));

/** What the page asks once it has the answer; the answer can still be read by the page. */
export async function readsAfter(
  { then }: Pick<Request, 'then'>,
  answer: Response,
  scope: ActiveScope,
): Promise<FirstRead[]> {
  if (!then || !answer.ok) return [];
  return requestsAfter(then, await answer.clone().json()).map((request) => buildRead(request, scope));
}

/** Asks, and reads to the end: an answer that nobody takes would keep its connection. */
export async function read({ url, headers }: FirstRead): Promise<Response> {
  const given = await fetch(url, { credentials: 'include', headers });
  return new Response(await given.arrayBuffer(), given);
}

/** Taken later, or never: until then a failure must not count as unhandled. */
export function ignoreRejection<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}
