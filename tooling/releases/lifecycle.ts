/** Operations on all releases of a remote: retire and restore it, disable and enable it. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { admissible, type Place, pointerTo, refuseTaken, withRollout, withStable } from './actions';
import { type AuditLine, liveHistory } from './audit';
import { lastGood } from './lastGood';
import { type Author, changeRegistry } from './registryChange';
import type { Store } from './store';

function withoutRetired(registry: Registry, remote: string): Registry {
  const { retired = [], ...rest } = registry;
  const others = retired.filter((name) => name !== remote);
  return others.length > 0 ? { ...rest, retired: others } : rest;
}

/** @param reason null enables the remote. */
export function withDisabled(registry: Registry, remote: string, reason: string | null): Registry {
  const { disabled, ...rest } = registry;
  const { [remote]: _before, ...others } = disabled ?? {};
  const next = reason === null ? others : { ...others, [remote]: { reason } };
  return Object.keys(next).length > 0 ? { ...rest, disabled: next } : rest;
}

/** The registry without a remote, including the build that the deployment ships. */
export function withoutRemote(registry: Registry, remote: string): Registry {
  const { [remote]: _gone, ...remotes } = registry.remotes;
  const rest = withDisabled(withRollout({ ...registry, remotes }, remote, {}), remote, null);
  return { ...rest, retired: [...(registry.retired ?? []).filter((name) => name !== remote), remote].sort() };
}

/** Retires a remote: its pages, sidebar entries and slots disappear until it is restored. Its releases stay published. */
export function retire(store: Store, remote: string, author: Author): Promise<AuditLine[]> {
  return changeRegistry(store, author, async (before) => {
    if (before.retired?.includes(remote)) throw new Error(`${remote} is already retired.`);
    const from = before.remotes[remote]?.version ?? null;
    return {
      registry: withoutRemote(before, remote),
      lines: [{ what: 'retire', remote, from, to: null }],
    };
  });
}

/** Restores a retired remote with the version that was live then, or with the build that the deployment ships. */
export function restore(place: Place, remote: string, author: Author): Promise<AuditLine[]> {
  return changeRegistry(place.store, author, async (before, record) => {
    if (!before.retired?.includes(remote)) throw new Error(`${remote} is not retired.`);
    const registry = withoutRetired(before, remote);
    const history = liveHistory(record, remote);
    const version = history.at(-1);
    if (version === undefined)
      return { registry, lines: [{ what: 'restore', remote, from: null, to: null }] };
    const checked = await admissible(place, remote, version);
    refuseTaken(before, remote, checked);
    const earlier = history.filter((one) => one !== version);
    const { version: good } = await lastGood(place.store, record, remote, earlier);
    const previous = await pointerTo(place, remote, good);
    return {
      registry: withStable(registry, remote, checked, previous),
      lines: [{ what: 'restore', remote, from: null, to: version, url: checked.pointer.url }],
    };
  });
}

/** The kill switch: open pages stop running the remote within a minute, and show the reason instead. */
export function disable(store: Store, remote: string, author: Author): Promise<AuditLine[]> {
  const { reason } = author;
  if (!reason) throw new Error('Tell people why: --reason "Numbers are wrong since noon; we are on it."');
  return changeRegistry(store, author, async (before) => ({
    registry: withDisabled(before, remote, reason),
    lines: [{ what: 'disable', remote, from: remote in (before.disabled ?? {}) ? 'off' : 'on', to: 'off' }],
  }));
}

/** Turns the kill switch off. */
export function enable(store: Store, remote: string, author: Author): Promise<AuditLine[]> {
  return changeRegistry(store, author, async (before) => {
    if (!before.disabled?.[remote]) throw new Error(`${remote} is not switched off.`);
    return {
      registry: withDisabled(before, remote, null),
      lines: [{ what: 'enable', remote, from: 'off', to: 'on' }],
    };
  });
}
