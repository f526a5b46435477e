/** Determines which route owns a path. The shell, prefetching and the server that renders the page all use this, so they agree. */
import { conflictingRemotes } from './conflicts';
import type { RouteDescriptor } from './descriptor';
import type { Registry } from './registry';

const splitSegments = (path: string) => path.split('/').filter((segment) => segment && segment !== '*');

/** Specificity of a route's path: a literal segment counts more than a parameter. The most specific matching route wins. */
export function routeSpecificity(routePath: string): number {
  return splitSegments(routePath).reduce((sum, segment) => sum + (segment.startsWith(':') ? 1 : 2), 0);
}

/** Whether a URL is at or below a route's path (`/memory-blocks/:id`). Case-insensitive, as in react-router. */
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
 * The candidate whose path matches a URL most specifically; the first of several equal ones.
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
  /** Short name of the remote in the registry. */
  remote: string;
  route: RouteDescriptor;
}

/** Routes of all remotes that may run, in registry order. */
export function remoteRoutes(registry: Pick<Registry, 'remotes'>): RemoteRoute[] {
  const refused = conflictingRemotes(registry);
  return Object.entries(registry.remotes).flatMap(([remote, { descriptor }]) =>
    refused.has(remote) ? [] : descriptor.routes.map((route) => ({ remote, route })),
  );
}

/** The remote that owns a URL, with the matching route. */
export function remoteForPath(registry: Pick<Registry, 'remotes'>, pathname: string): RemoteRoute | null {
  return findOwner(remoteRoutes(registry), ({ route }) => route.path, pathname);
}
