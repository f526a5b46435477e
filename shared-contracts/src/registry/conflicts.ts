/** Conflicting claims of two remotes. Checked before a version goes live, and again by the host. */
import type { RemoteDescriptor } from './descriptor';
import type { Registry } from './registry';

/** Descriptor fields that can conflict. */
type Claims = Pick<RemoteDescriptor, 'displayName' | 'routes' | 'slots' | 'overlays'>;

const splitSegments = (path: string) => path.toLowerCase().split('/').filter(Boolean);

/** Whether a URL can belong to both routes: sub-paths belong to a route too, and a parameter matches any segment. */
export function pathsOverlap(one: string, other: string): boolean {
  const [left, right] = [splitSegments(one), splitSegments(other)];
  const length = Math.min(left.length, right.length);
  return left
    .slice(0, length)
    .every(
      (segment, index) => /^[:*]/.test(segment) || /^[:*]/.test(right[index]!) || segment === right[index],
    );
}

const openingParams = ({ overlays = [] }: Claims) => overlays.flatMap(({ params }) => params);
const allParams = ({ overlays = [] }: Claims) =>
  overlays.flatMap(({ params, alsoClears = [] }) => [...params, ...alsoClears]);

/** Parameters that open one remote's overlay and are used by the other. Clearing the same one, like a token, is no conflict. */
const contestedParams = (one: Claims, other: Claims): Set<string> =>
  new Set([
    ...openingParams(one).filter((param) => allParams(other).includes(param)),
    ...allParams(one).filter((param) => openingParams(other).includes(param)),
  ]);

/**
 * Claims of a remote that another one already owns, as sentences.
 * @param owner the remote that was registered first.
 */
export function conflictsWith(remote: Claims, owner: Claims): string[] {
  const whose = `already belongs to ${owner.displayName}`;
  const routes = remote.routes.flatMap(({ path }) => {
    const taken = owner.routes.find((route) => pathsOverlap(path, route.path));
    if (!taken) return [];
    return `${path} ${whose}${taken.path === path ? '' : ` (${taken.path})`}; use another address.`;
  });
  const slots = remote.slots.filter((slot) => owner.slots.includes(slot));
  return [
    ...routes,
    ...slots.map((slot) => `The slot ${slot} ${whose}; leave it to that remote.`),
    ...[...contestedParams(remote, owner)].map(
      (param) => `The parameter ?${param}= ${whose}; name yours differently.`,
    ),
  ];
}

const known = new WeakMap<object, ReadonlyMap<string, string>>();

/** Remotes that claim what an earlier remote in the registry owns, each with its first conflict as a sentence: they must not run. */
export function conflictingRemotes({ remotes }: Pick<Registry, 'remotes'>): ReadonlyMap<string, string> {
  const before = known.get(remotes);
  if (before) return before;
  const refused = new Map<string, string>();
  const accepted: Claims[] = [];
  for (const [name, { descriptor }] of Object.entries(remotes)) {
    const [problem] = accepted.flatMap((owner) => conflictsWith(descriptor, owner));
    if (problem === undefined) accepted.push(descriptor);
    else refused.set(name, problem);
  }
  known.set(remotes, refused);
  return refused;
}
