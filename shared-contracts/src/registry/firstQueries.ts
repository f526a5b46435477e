/** First queries of a page: one implementation for the boot script and for tests of the pages. */
import type { RouteDescriptor } from './descriptor';

type FollowingQueries = NonNullable<NonNullable<RouteDescriptor['firstQueries']>[number]['then']>;

/** Passed by the document to the boot script, for the requested page. */
export interface FirstQueries extends Pick<RouteDescriptor, 'path' | 'firstQueries'> {
  remote: string;
  /** Release that declares them: another one may make other requests. */
  version: string;
}

/** Id of the document's element that holds `FirstQueries` as JSON. */
export const FIRST_QUERIES_ID = 'first-queries';

/** One read, without the workspace. */
interface FirstRequest {
  /** E.g. `/memory-blocks/`. */
  path: string;
  query: Record<string, string>;
  /** Sent without the workspace. */
  ofPerson?: boolean;
  then?: FollowingQueries;
}

/** Name of a placeholder value, e.g. `{agent}`. */
const nameIn = (value: string) => /^\{(\w+)\}$/.exec(value)?.[1];

const splitSegments = (path: string) => path.split('/').filter(Boolean);

/** Path parameters of a URL; null if it belongs to another page, e.g. a sub-page. */
function pathParameters(route: string, pathname: string): Record<string, string> | null {
  const [wanted, given] = [splitSegments(route), splitSegments(pathname)];
  const fits = wanted.every((part, index) => part.startsWith(':') || part === given[index]);
  if (!fits || wanted.length !== given.length) return null;
  return Object.fromEntries(wanted.map((part, index) => [part.slice(1), given[index] ?? '']));
}

/** The reads of a page at a URL. Omits a query that does not declare one of the URL's parameters: only the page knows that request. */
export function firstRequests(
  { path: route, firstQueries = [] }: Pick<RouteDescriptor, 'path' | 'firstQueries'>,
  { pathname, search }: { pathname: string; search: string },
): FirstRequest[] {
  const parameters = pathParameters(route, pathname);
  if (!parameters) return [];
  const given = new URLSearchParams(search);
  return firstQueries.flatMap(({ path, query = {}, ofPerson, then }) => {
    const values = Object.entries(query);
    const known = values.map(([, value]) => nameIn(value));
    if ([...given.keys()].some((name) => !known.includes(name))) return [];
    const filled = values.map(([key, value]) => {
      const name = nameIn(value);
      return [key, name === undefined ? value : (given.get(name) ?? parameters[name] ?? '')] as const;
    });
    return [
      {
        path: path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? ''),
        query: Object.fromEntries(filled.filter(([, value]) => value !== '')),
        ...(ofPerson && { ofPerson }),
        ...(then && { then }),
      },
    ];
  });
}

const valueAt = (answer: unknown, way: string) =>
  way
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], answer);

/** Follow-up reads for the ids in a response; empty if it has none. */
export function requestsAfter(queries: FollowingQueries, answer: unknown): FirstRequest[] {
  return queries.flatMap(({ ids, path, where }) => {
    if (where && valueAt(answer, where.at) !== where.is) return [];
    return [valueAt(answer, ids)]
      .flat()
      .filter((id) => typeof id === 'string')
      .map((id) => ({ path: path.replace('{id}', encodeURIComponent(id)), query: {} }));
  });
}
