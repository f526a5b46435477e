/** Rebuilds a lost registry from the audit log and the published folders. */
import type { Canary, Rollout } from '@hindsight/shared-contracts/registry';
import { admissible, type Place, withRollout } from './actions';
import { audienceFrom } from './arguments';
import { type AuditLine, lastSerial, liveHistory, readAudit, findRollback } from './audit';
import type { CheckedRelease } from './checkRelease';
import { withoutRemote, withDisabled } from './lifecycle';
import { type Author, type Change, EMPTY, readStoredRegistry, writeRegistry } from './registryChange';
import { REGISTRY_KEY } from './store';

/** Releases of the given versions, in order, without missing or tampered ones. */
async function loadUsableReleases(
  place: Place,
  remote: string,
  versions: readonly string[],
): Promise<CheckedRelease[]> {
  const checked = await Promise.all(
    versions.map((version) => admissible(place, remote, version).catch(() => null)),
  );
  return checked.filter((one) => one !== null);
}

/** The remote's canary according to the audit log; null when it has none, or when it was promoted since. */
function lastCanary(record: readonly AuditLine[], remote: string): string | null {
  const own = record.filter((line) => line.remote === remote);
  const at = own.findLastIndex(({ what }) => what === 'canary');
  const text = own[at]?.to ?? null;
  const isLive = own.slice(at).some(({ what, to }) => what === 'promote' && text?.startsWith(`${to} for `));
  return isLive ? null : text;
}

/** Parses the canary from its description in the log; undefined when its release is gone. */
async function canaryFrom(place: Place, remote: string, text: string | null): Promise<Canary | undefined> {
  const [version, audience] = text?.split(' for ') ?? [];
  if (!version || !audience) return undefined;
  const [found] = await loadUsableReleases(place, remote, [version]);
  return found && { to: found.pointer, ...audienceFrom(audience.replaceAll(' %', '%').split(', ')) };
}

/** Live release, previous release and canary of a remote, as far as their folders exist. */
async function rebuildRemote(place: Place, record: readonly AuditLine[], remote: string) {
  const wanted = liveHistory(record, remote).toReversed();
  const [live, ...earlier] = await loadUsableReleases(place, remote, wanted);
  const previous = earlier.find(({ release }) => !findRollback(record, remote, release.version));
  const canary = await canaryFrom(place, remote, lastCanary(record, remote));
  const rollout: Rollout = {
    ...(previous ? { previous: previous.pointer } : {}),
    ...(canary ? { canary } : {}),
  };
  return { wanted: wanted[0] ?? null, live, rollout };
}

/**
 * @returns a log entry per remote: the version that was live, and the one that is live again; null when no release of it is intact.
 * @throws Error when the registry is up to date with the audit log.
 */
export function repair(place: Place, author: Author): Promise<AuditLine[]> {
  const { store } = place;
  return store.alone(async () => {
    const record = await readAudit(store);
    const serial = lastSerial(record);
    if (serial === 0) throw new Error(`Nothing to repair: the record of ${store.name} has no registry.`);
    // A broken registry is a case for this repair.
    const found = await readStoredRegistry(store).catch(() => null);
    if (found && (found.registry.serial ?? 0) >= serial)
      throw new Error(
        `Nothing to repair: ${REGISTRY_KEY} in ${store.name} is intact (registry ${found.registry.serial}).`,
      );
    const tag = (await store.read(REGISTRY_KEY))?.tag ?? null;
    const change: Change = { registry: EMPTY, lines: [] };
    for (const remote of new Set(record.map((line) => line.remote))) {
      const findLastLine = (...kinds: AuditLine['what'][]) =>
        record.findLast((line) => line.remote === remote && kinds.includes(line.what));
      if (findLastLine('retire', 'restore')?.what === 'retire') {
        change.registry = withoutRemote(change.registry, remote);
        change.lines.push({ what: 'repair', remote, from: 'retired', to: 'retired' });
        continue;
      }
      const kill = findLastLine('disable', 'enable', 'retire');
      if (kill?.what === 'disable') change.registry = withDisabled(change.registry, remote, kill.reason);
      const { wanted, live, rollout } = await rebuildRemote(place, record, remote);
      if (wanted === null) continue;
      const remotes = { ...change.registry.remotes, ...(live ? { [remote]: live.release } : {}) };
      change.registry = withRollout({ ...change.registry, remotes }, remote, rollout);
      change.lines.push({ what: 'repair', remote, from: wanted, to: live?.release.version ?? null });
    }
    return writeRegistry(store, author, change, { before: EMPTY, record, tag });
  });
}
