/** Rewrites a registry to this machine's origins: the file holds versions, the configuration holds origins. */
import type { Registry, ReleasePointer, Rollout } from '@hindsight/shared-contracts/registry';

/** A published release is at `/<name>/<version>/` below any prefix; a local build at `/<version>/`. */
function moveUrl(url: string, origin: string, name: string, version: string): string {
  const { pathname } = new URL(url);
  const own = pathname.lastIndexOf(`/${name}/${version}/`);
  return origin + (own > 0 ? pathname.slice(own) : pathname);
}

function movePointer(pointer: ReleasePointer, origin: string, name: string): ReleasePointer {
  return { ...pointer, url: moveUrl(pointer.url, origin, name, pointer.version) };
}

function moveRollout({ previous, canary }: Rollout, origin: string, name: string): Rollout {
  return {
    ...(previous ? { previous: movePointer(previous, origin, name) } : {}),
    ...(canary ? { canary: { ...canary, to: movePointer(canary.to, origin, name) } } : {}),
  };
}

/** @param origins by remote; an unlisted remote keeps its URL. */
export function withOrigins(registry: Registry, origins: Record<string, string>): Registry {
  const remotes = Object.entries(registry.remotes).map(([name, release]) => {
    const origin = origins[name];
    if (!origin) return [name, release];
    return [name, { ...release, baseUrl: moveUrl(release.baseUrl, origin, name, release.version) }];
  });
  const rollout = Object.entries(registry.rollout ?? {}).map(([name, own]) => {
    const origin = origins[name];
    return [name, origin ? moveRollout(own, origin, name) : own];
  });
  return {
    ...registry,
    remotes: Object.fromEntries(remotes),
    ...(registry.rollout ? { rollout: Object.fromEntries(rollout) } : {}),
  };
}
