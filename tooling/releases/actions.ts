/** Changes to a published remote: promote a version, or run it as a canary for some organizations. */
import {
  type Canary,
  conflictsWith,
  CONTRACTS_VERSION,
  type Registry,
  type Release,
  type Rollout,
  satisfies,
} from '@hindsight/shared-contracts/registry';
import { type AuditLine, liveHistory, findRollback } from './audit';
import { type CheckedRelease, checkFiles, describeRelease } from './checkRelease';
import { commandName } from './commandName';
import { lastGood, rolledBackText } from './lastGood';
import { type Author, type Change, changeRegistry } from './registryChange';
import type { Store } from './store';

export interface Place {
  store: Store;
  /** Public URL of the store, with a trailing slash. */
  publicUrl: string;
  /** Contracts version of the deployed host. */
  hostContracts?: string;
  /** Tests a release at its public address and in a page of the host; throws when it does not work. */
  tryOut?(checked: CheckedRelease): Promise<void>;
}

/** Audience of a canary. */
export type Audience = Pick<Canary, 'percent' | 'organizations' | 'auto'>;

/** A version of a remote. */
export interface Wanted {
  remote: string;
  version: string;
}

/** A release that can run here: its files are intact, and the host provides the contracts it requires. */
export async function admissible(place: Place, remote: string, version: string): Promise<CheckedRelease> {
  const { store, publicUrl, hostContracts = CONTRACTS_VERSION } = place;
  const checked = await describeRelease(store, remote, version, publicUrl);
  const { contracts, displayName } = checked.release.descriptor;
  if (!satisfies(hostContracts, contracts)) {
    throw new Error(
      `${displayName} ${version} needs contracts ${contracts}, and the host has ${hostContracts}. ` +
        'Deploy a host with these contracts first, or release the remote for the older ones.',
    );
  }
  await checkFiles(store, remote, checked);
  return checked;
}

/** Rejects a release that claims another remote's path, slot or parameter, because which of them a person sees would be arbitrary. */
export function refuseTaken(registry: Registry, remote: string, { release }: CheckedRelease): void {
  const taken = Object.entries(registry.remotes).flatMap(([name, { descriptor }]) =>
    name === remote ? [] : conflictsWith(release.descriptor, descriptor),
  );
  if (taken.length > 0)
    throw new Error(`${remote} ${release.version} conflicts with other remotes: ${taken.join(' ')}`);
}

/** Rejects a version that drops a page or slot of the live one, because people have pages open, bookmarked and linked. */
export function refuseLostParts(registry: Registry, remote: string, { release }: CheckedRelease): void {
  const live = registry.remotes[remote];
  const splitParts = ({ descriptor }: Release) => [
    ...descriptor.routes.map(({ path }) => path),
    ...descriptor.slots,
  ];
  const kept = new Set(splitParts(release));
  const lost = live ? splitParts(live).filter((part) => !kept.has(part)) : [];
  if (lost.length > 0)
    throw new Error(
      `${remote} ${release.version} drops ${lost.join(', ')}, which ${live?.version} has. ` +
        'Override with --force --reason "why".',
    );
}

/** The registry with a different rollout of one remote; an empty rollout is removed. */
export function withRollout(registry: Registry, remote: string, { previous, canary }: Rollout): Registry {
  const { [remote]: _, ...others } = registry.rollout ?? {};
  const own: Rollout = { ...(previous ? { previous } : {}), ...(canary ? { canary } : {}) };
  const rollout = Object.keys(own).length > 0 ? { ...others, [remote]: own } : others;
  const { rollout: _before, ...rest } = registry;
  return Object.keys(rollout).length > 0 ? { ...rest, rollout } : rest;
}

/** Makes a release the stable one, and ends a canary of the same version. */
export function withStable(
  registry: Registry,
  remote: string,
  { release }: CheckedRelease,
  previous: Rollout['previous'],
): Registry {
  const canary = registry.rollout?.[remote]?.canary;
  return withRollout({ ...registry, remotes: { ...registry.remotes, [remote]: release } }, remote, {
    ...(previous ? { previous } : {}),
    ...(canary && canary.to.version !== release.version ? { canary } : {}),
  });
}

/** Pointer to a version, or undefined when it is not in this store, e.g. because it came from a local build. */
export async function pointerTo({ store, publicUrl }: Place, remote: string, version: string | undefined) {
  if (version === undefined) return undefined;
  return describeRelease(store, remote, version, publicUrl).then(
    ({ pointer }) => pointer,
    () => undefined,
  );
}

/** Rejects a version that was rolled back, because it still has its defect, and one released without its tests. */
export function refuseBad(record: readonly AuditLine[], { remote, version }: Wanted): void {
  const bad = findRollback(record, remote, version);
  if (bad)
    throw new Error(`${remote} ${version} ${rolledBackText(bad)}. Override with --force --reason "why".`);
  const isRelease = (line: AuditLine) =>
    line.what === 'release' && line.remote === remote && line.to === version;
  if (record.findLast(isRelease)?.untested)
    throw new Error(
      `${remote} ${version} was released without its tests. Override with --force --reason "why".`,
    );
}

export function refuseRetired({ retired }: Registry, remote: string): void {
  if (retired?.includes(remote))
    throw new Error(`${remote} is retired. Bring it back with: ${commandName('restore', remote)}`);
}

/** Public URL of a version's files. */
const releaseUrl = ({ publicUrl }: Place, { remote, version }: Wanted): string =>
  new URL(`${remote}/${version}/`, publicUrl).href;

/** Adds the promotion of a version to a change. */
export async function withPromoted(
  place: Place,
  { remote, version }: Wanted,
  { change, record, force = false }: { change: Change; record: readonly AuditLine[]; force?: boolean },
): Promise<Change> {
  const { registry, lines } = change;
  const from = registry.remotes[remote]?.version ?? null;
  // The same version at a different address corrects the address.
  if (from === version && registry.remotes[remote]?.baseUrl === releaseUrl(place, { remote, version }))
    throw new Error(`${remote} ${version} is already live.`);
  refuseRetired(registry, remote);
  if (!force) refuseBad(record, { remote, version });
  const checked = await admissible(place, remote, version);
  refuseTaken(registry, remote, checked);
  if (!force) refuseLostParts(registry, remote, checked);
  // New pages fall back to it, so it must not be a known bad version.
  const earlier = [...liveHistory(record, remote), ...(from === null ? [] : [from])];
  const { version: good } = await lastGood(
    place.store,
    record,
    remote,
    earlier.filter((one) => one !== version),
  );
  const previous = await pointerTo(place, remote, good);
  return {
    registry: withStable(registry, remote, checked, previous),
    lines: [...lines, { what: 'promote', remote, from, to: version, url: checked.pointer.url }],
  };
}

/** Describes the canary for the audit log. */
export function canaryText(canary: Canary | undefined): string | null {
  if (!canary) return null;
  const parts = [
    ...(canary.percent === undefined ? [] : [`${canary.percent} %`]),
    ...(canary.organizations ?? []),
  ];
  return `${canary.to.version} for ${parts.join(', ')}`;
}

/** Returns everyone to the stable version. */
export function stopCanary(store: Store, remote: string, author: Author): Promise<AuditLine[]> {
  return changeRegistry(store, author, async (before) => {
    const { canary, ...rest } = before.rollout?.[remote] ?? {};
    if (!canary) throw new Error(`${remote} has no canary to stop.`);
    return {
      registry: withRollout(before, remote, rest),
      lines: [{ what: 'canary', remote, from: canaryText(canary), to: null }],
    };
  });
}
