/** Which route owns a path. The one rule for it: the shell, prefetching and the server that composes the page agree by using it. */
import { conflictingRemotes } from './conflicts';
import type { RouteDescriptor } from './descriptor';
import type { Registry } from './registry';

const splitSegments = (path: string) => path.split('/').filter((segment) => segment && segment !== '*');

/** How specific a route's path is: a literal segment counts more than a parameter. Of the routes that match, the highest wins. */
export function routeSpecificity(routePath: string): number {
  return splitSegments(routePath).reduce((sum, segment) => sum + (segment.startsWith(':') ? 1 : 2), 0);
}

/** Whether an address is a route's path (`/memory-blocks/:id`) or below it. Letter case does not matter, as in react-router. */
function matches(routePath: string, pathname: string): boolean {
  const wanted = splitSegments(routePath.toLowerCase());
  const given = splitSegments(pathname.toLowerCase());
  if (wanted.length === 0) return given.length === 0;
  return (
    wanted.length <= given.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment === given[index])
  );
}

/**
 * The candidate whose path matches an address most specifically; the first of several that match equally well.
 * @param pathFrom path of a candidate in react-router syntax; its sub-paths belong to it too.
 */
export function findOwner<T>(
  candidates: readonly T[],
  pathFrom: (candidate: T) => string,
  pathname: string,
): T | null {
  let owner: T | null = null;
  let best = -1;
  for (const candidate of candidates) {
    const path = pathFrom(candidate);
    const score = matches(path, pathname) ? routeSpecificity(path) : -1;
    if (score > best) [owner, best] = [candidate, score];
  }
  return owner;
}

export interface RemoteRoute {
  /** Name of the remote in the registry. */
  remote: string;
  route: RouteDescriptor;
}

/** The routes of all remotes that may run, in the order of the registry. */
export function remoteRoutes(registry: Pick<Registry, 'remotes'>): RemoteRoute[] {
  const refused = conflictingRemotes(registry);
  return Object.entries(registry.remotes).flatMap(([remote, { descriptor }]) =>
    refused.has(remote) ? [] : descriptor.routes.map((route) => ({ remote, route })),
  );
}

/** The remote that owns an address, with the matching route. */
export function remoteForPath(registry: Pick<Registry, 'remotes'>, pathname: string): RemoteRoute | null {
  return findOwner(remoteRoutes(registry), ({ route }) => route.path, pathname);
}
