/** Automatic canaries: advances them at the end of a step, and rolls them back when they are bad. */
import type { AutoCanary, Canary, Registry } from '@hindsight/shared-contracts/registry';
import { canaryText, type Place, withPromoted, withRollout } from './actions';
import type { AuditLine } from './audit';
import { type Author, type Change, changeRegistry } from './registryChange';
import { ChangedMeanwhileError, REGISTRY_KEY, type Store } from './store';

export const DEFAULT_STEPS: readonly number[] = [1, 10, 50, 100];
export const DEFAULT_WAIT_MS = 30 * 60_000;
export const DEFAULT_MIN_PEOPLE = 20;

/** An automatic canary as observed by the caller. */
export type SeenCanary = Canary & { auto: AutoCanary };

/** Percentage of the next step; null after the last. */
function nextStep({ percent = 0, auto }: SeenCanary): number | null {
  return auto.steps.find((step) => step > percent) ?? null;
}

/** The remote's canary. Throws if a concurrent change replaced it or moved it to another step. */
function sameCanary({ rollout }: Registry, remote: string, seen: SeenCanary, store: Store): Canary {
  const canary = rollout?.[remote]?.canary;
  if (canary?.to.version !== seen.to.version || canary.auto?.since !== seen.auto.since)
    throw new ChangedMeanwhileError(REGISTRY_KEY, store.name);
  return canary;
}

/** Extends the canary to the next percentage of organizations, or promotes it after the last step. */
export function advanceCanary(
  place: Place,
  remote: string,
  seen: SeenCanary,
  author: Author,
): Promise<AuditLine[]> {
  const { store } = place;
  return changeRegistry(store, author, async (before, record) => {
    const canary = sameCanary(before, remote, seen, store);
    const percent = nextStep(seen);
    if (percent === null) {
      const wanted = { remote, version: seen.to.version };
      // The checks that `force` skips ran, or were forced with a reason, when the canary began.
      return withPromoted(place, wanted, { change: { registry: before, lines: [] }, record, force: true });
    }
    const grown: Canary = { ...canary, percent, auto: { ...seen.auto, since: new Date().toISOString() } };
    return {
      registry: withRollout(before, remote, { ...before.rollout?.[remote], canary: grown }),
      lines: [{ what: 'canary', remote, from: canaryText(canary), to: canaryText(grown) }],
    };
  });
}

/**
 * Stops a bad canary: everyone returns to the live version, and the audit log blocks the version unless it is forced.
 * @param seen the canary that was judged; any by default.
 */
export function rollBackCanary(
  store: Store,
  remote: string,
  author: Author,
  seen?: SeenCanary,
): Promise<AuditLine[]> {
  return changeRegistry(store, author, async (before): Promise<Change> => {
    const { canary, ...rest } = before.rollout?.[remote] ?? {};
    if (!canary) throw new Error(`${remote} has no canary to stop.`);
    if (seen) sameCanary(before, remote, seen, store);
    const to = before.remotes[remote]?.version ?? null;
    return {
      registry: withRollout(before, remote, rest),
      lines: [{ what: 'rollback', remote, from: canary.to.version, to }],
    };
  });
}
