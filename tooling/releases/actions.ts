/** What can be done to a remote that is online: make a version live, go back, try one on a part of the organizations. */
import {
  type Canary,
  CONTRACTS_VERSION,
  type Registry,
  type Rollout,
  satisfies,
} from '@hindsight/shared-contracts/registry';
import { type AuditLine, liveHistory, readAudit } from './audit';
import { type CheckedRelease, checkFiles, describeRelease } from './checkRelease';
import { type Author, changeRegistry } from './registryChange';
import type { Store } from './store';

export interface Place {
  store: Store;
  /** Address at which browsers find the store, with a trailing slash. */
  publicUrl: string;
  /** Version of the contracts that the deployed host was built with. */
  hostContracts?: string;
}

/** Whom a canary is for. */
export type Audience = Pick<Canary, 'percent' | 'organizations'>;

/** A release that may run here: what was published is whole, and the host keeps what the remote was promised. */
async function admissible(place: Place, remote: string, version: string): Promise<CheckedRelease> {
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

/** Two remotes must not own one address: which of them a person sees would be chance. */
function refuseTakenRoutes(registry: Registry, remote: string, { release }: CheckedRelease): void {
  const own = new Set(release.descriptor.routes.map(({ path }) => path));
  for (const [name, { descriptor }] of Object.entries(registry.remotes)) {
    const taken = name === remote ? undefined : descriptor.routes.find(({ path }) => own.has(path));
    if (taken)
      throw new Error(`${taken.path} belongs to ${name} already; ${remote} must use another address.`);
  }
}

/** The registry with another rollout of one remote; an empty one leaves no trace. */
function withRollout(registry: Registry, remote: string, { previous, canary }: Rollout): Registry {
  const { [remote]: _, ...others } = registry.rollout ?? {};
  const own: Rollout = { ...(previous ? { previous } : {}), ...(canary ? { canary } : {}) };
  const rollout = Object.keys(own).length > 0 ? { ...others, [remote]: own } : others;
  const { rollout: _before, ...rest } = registry;
  return Object.keys(rollout).length > 0 ? { ...rest, rollout } : rest;
}

/** Puts a release in the stable one's place. A canary of it has become pointless. */
function withStable(
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
async function pointerTo({ store, publicUrl }: Place, remote: string, version: string | undefined) {
  if (version === undefined) return undefined;
  return describeRelease(store, remote, version, publicUrl).then(
    ({ pointer }) => pointer,
    () => undefined,
  );
}

/** Makes a published version the stable one for everybody. */
export function promote(place: Place, remote: string, version: string, author: Author): Promise<AuditLine> {
  return changeRegistry(place.store, author, async (before) => {
    const from = before.remotes[remote]?.version ?? null;
    if (from === version) throw new Error(`${remote} ${version} is live already.`);
    const checked = await admissible(place, remote, version);
    refuseTakenRoutes(before, remote, checked);
    const previous = await pointerTo(place, remote, from ?? undefined);
    return {
      registry: withStable(before, remote, checked, previous),
      line: { what: 'promote', remote, from, to: version },
    };
  });
}

/** Returns to the stable version before this one. */
export function rollback(place: Place, remote: string, author: Author): Promise<AuditLine> {
  return changeRegistry(place.store, author, async (before) => {
    const live = before.remotes[remote];
    if (!live) throw new Error(`${remote} is not live, so there is nothing to go back from.`);
    const target = before.rollout?.[remote]?.previous;
    if (!target)
      throw new Error(
        `${remote} has no version before ${live.version} to go back to. Promote one of those that \`pnpm releases\` lists.`,
      );
    const checked = await admissible(place, remote, target.version);
    const history = liveHistory(await readAudit(place.store), remote);
    const at = history.lastIndexOf(target.version);
    const previous = await pointerTo(place, remote, at > 0 ? history[at - 1] : undefined);
    return {
      registry: withStable(before, remote, checked, previous),
      line: { what: 'rollback', remote, from: live.version, to: target.version },
    };
  });
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

/** Tries a published version on a part of the organizations; replaces an earlier canary. */
export function startCanary(
  place: Place,
  remote: string,
  version: string,
  audience: Audience,
  author: Author,
): Promise<AuditLine> {
  return changeRegistry(place.store, author, async (before) => {
    const live = before.remotes[remote];
    if (!live) throw new Error(`${remote} has no stable version yet. Promote one first.`);
    if (live.version === version) throw new Error(`${remote} ${version} is live for everybody already.`);
    const checked = await admissible(place, remote, version);
    refuseTakenRoutes(before, remote, checked);
    const rollout = before.rollout?.[remote];
    const canary: Canary = { to: checked.pointer, ...audience };
    return {
      registry: withRollout(before, remote, { ...rollout, canary }),
      line: { what: 'canary', remote, from: canaryText(rollout?.canary), to: canaryText(canary) },
    };
  });
}

/** Gives everybody the stable version again. */
export function stopCanary(place: Place, remote: string, author: Author): Promise<AuditLine> {
  return changeRegistry(place.store, author, async (before) => {
    const { canary, ...rest } = before.rollout?.[remote] ?? {};
    if (!canary) throw new Error(`${remote} has no canary to stop.`);
    return {
      registry: withRollout(before, remote, rest),
      line: { what: 'canary', remote, from: canaryText(canary), to: null },
    };
  });
}
