/** What a page asks first: the one rule for it, for the boot script and for the tests of the pages. */
import type { RouteDescriptor } from './descriptor';

type FollowingQueries = NonNullable<NonNullable<RouteDescriptor['firstQueries']>[number]['then']>;

/** What the document says to the boot script of the page that was asked for. */
export interface FirstQueries extends Pick<RouteDescriptor, 'path' | 'firstQueries'> {
  remote: string;
  /** Of the release that declares them: another one may ask something else. */
  version: string;
}

/** Id of the element of the document that holds `FirstQueries` as JSON. */
export const FIRST_QUERIES_ID = 'first-queries';

/** One read, without the workspace. */
interface FirstRequest {
  /** E.g. `/memory-blocks/`. */
  path: string;
  query: Record<string, string>;
  /** Asked without the workspace. */
  ofPerson?: boolean;
  then?: FollowingQueries;
}

/** The name in a value that is a place, e.g. `{agent}`. */
const nameIn = (value: string) => /^\{(\w+)\}$/.exec(value)?.[1];

const splitSegments = (path: string) => path.split('/').filter(Boolean);

/** The parameters in the path of an address; null when the address is another page's, e.g. one below it. */
function pathParameters(route: string, pathname: string): Record<string, string> | null {
  const [wanted, given] = [splitSegments(route), splitSegments(pathname)];
  const fits = wanted.every((part, index) => part.startsWith(':') || part === given[index]);
  if (!fits || wanted.length !== given.length) return null;
  return Object.fromEntries(wanted.map((part, index) => [part.slice(1), given[index] ?? '']));
}

/**
 * The reads of a page at an address. One that says nothing of a parameter in the address is left out: what it would ask then is known
 * to the page alone.
 */
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

/** The reads that an answer leads to; none where it names no ids. */
export function requestsAfter(queries: FollowingQueries, answer: unknown): FirstRequest[] {
  return queries.flatMap(({ ids, path, where }) => {
    if (where && valueAt(answer, where.at) !== where.is) return [];
    return [valueAt(answer, ids)]
      .flat()
      .filter((id) => typeof id === 'string')
      .map((id) => ({ path: path.replace('{id}', encodeURIComponent(id)), query: {} }));
  });
}
