/** What can be done to a remote that is online: make a version live, try one on a part of the organizations. */
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
  /** Address at which browsers find the store, with a trailing slash. */
  publicUrl: string;
  /** Version of the contracts that the deployed host was built with. */
  hostContracts?: string;
  /** Tries a release where it will run, at its address and in a page of the host; throws when it does not work. */
  tryOut?(checked: CheckedRelease): Promise<void>;
}

/** Whom a canary is for. */
export type Audience = Pick<Canary, 'percent' | 'organizations' | 'auto'>;

/** A version of a remote. */
export interface Wanted {
  remote: string;
  version: string;
}

/** A release that may run here: what was published is whole, and the host keeps what the remote was promised. */
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

/** Two remotes must not own one address, slot or parameter: which of them a person sees would be chance. */
export function refuseTaken(registry: Registry, remote: string, { release }: CheckedRelease): void {
  const taken = Object.entries(registry.remotes).flatMap(([name, { descriptor }]) =>
    name === remote ? [] : conflictsWith(release.descriptor, descriptor),
  );
  if (taken.length > 0)
    throw new Error(`${remote} ${release.version} cannot go live beside the others: ${taken.join(' ')}`);
}

/** People have pages open, bookmarked and linked: one that a version lacks is gone for all of them. */
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
      `${remote} ${release.version} takes away ${lost.join(', ')}, which ${live?.version} has. ` +
        'To do it anyway: --force --reason "why".',
    );
}

/** The registry with another rollout of one remote; an empty one leaves no trace. */
export function withRollout(registry: Registry, remote: string, { previous, canary }: Rollout): Registry {
  const { [remote]: _, ...others } = registry.rollout ?? {};
  const own: Rollout = { ...(previous ? { previous } : {}), ...(canary ? { canary } : {}) };
  const rollout = Object.keys(own).length > 0 ? { ...others, [remote]: own } : others;
  const { rollout: _before, ...rest } = registry;
  return Object.keys(rollout).length > 0 ? { ...rest, rollout } : rest;
}

/** Puts a release in the stable one's place. A canary of it has become pointless. */
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

/** Whatever was wrong with it is still in it, and what no test has seen is as good as wrong. */
export function refuseBad(record: readonly AuditLine[], { remote, version }: Wanted): void {
  const bad = findRollback(record, remote, version);
  if (bad)
    throw new Error(`${remote} ${version} ${rolledBackText(bad)}. To use it anyway: --force --reason "why".`);
  const isRelease = (line: AuditLine) =>
    line.what === 'release' && line.remote === remote && line.to === version;
  if (record.findLast(isRelease)?.untested)
    throw new Error(
      `${remote} ${version} was released without its tests. To use it anyway: --force --reason "why".`,
    );
}

export function refuseRetired({ retired }: Registry, remote: string): void {
  if (retired?.includes(remote))
    throw new Error(`${remote} is retired. Bring it back with: ${commandName('restore', remote)}`);
}

/** Where browsers find the files of a version. */
const releaseUrl = ({ publicUrl }: Place, { remote, version }: Wanted): string =>
  new URL(`${remote}/${version}/`, publicUrl).href;

/** The change with one version more that goes live. */
export async function withPromoted(
  place: Place,
  { remote, version }: Wanted,
  { change, record, force = false }: { change: Change; record: readonly AuditLine[]; force?: boolean },
): Promise<Change> {
  const { registry, lines } = change;
  const from = registry.remotes[remote]?.version ?? null;
  // At another address, it is a correction of the one that was given first.
  if (from === version && registry.remotes[remote]?.baseUrl === releaseUrl(place, { remote, version }))
    throw new Error(`${remote} ${version} is already live.`);
  refuseRetired(registry, remote);
  if (!force) refuseBad(record, { remote, version });
  const checked = await admissible(place, remote, version);
  refuseTaken(registry, remote, checked);
  if (!force) refuseLostParts(registry, remote, checked);
  // Fresh pages fall back to it, so it must not be one that is known to be bad.
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

/** The canary in words, for the record. */
export function canaryText(canary: Canary | undefined): string | null {
  if (!canary) return null;
  const parts = [
    ...(canary.percent === undefined ? [] : [`${canary.percent} %`]),
    ...(canary.organizations ?? []),
  ];
  return `${canary.to.version} for ${parts.join(', ')}`;
}

/** Gives everybody the stable version again. */
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
