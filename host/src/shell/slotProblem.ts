/** Why a slot cannot be filled, for disabling what would open it. */
import type { SlotName } from '@hindsight/shared-contracts/shell';
import { isLost, type RemoteFailure } from '../federation/failure';
import type { Federation } from '../federation/federation';
import { whenIdle } from '../federation/prefetch';
import { listSlotFillers } from '../federation/registry';

/** Shown when no remote of the registry has such a part. */
export const UNFILLED = 'No part of the dashboard provides this.';

/** A part whose file did not arrive. */
export const PART_LOST = "This part didn't load. Check your connection and try again.";

/** What a person reads in the place of a part whose remote failed; the reason is in the report and in the status of the parts. */
export function failureWords(failure: RemoteFailure): string {
  if (failure.kind === 'disabled') return `${failure.displayName} is switched off: ${failure.reason}`;
  return isLost(failure) ? PART_LOST : `${failure.displayName} is unavailable. Try again later.`;
}

/** Null while the slot's remote is ready or loading. One that was not asked for yet is unknown: it is loaded soon. */
export function slotProblem({ registry, remotes }: Federation, name: SlotName): string | null {
  const [remote] = listSlotFillers(name, registry.get().registry);
  if (!remote) return UNFILLED;
  const state = remotes.state(remote);
  if (!state) whenIdle(() => remotes.ensure(remote));
  return state?.status === 'failed' ? failureWords(state.failure) : null;
}

/** The failed remotes as one text, which changes only when they do: for values that depend on them. */
export function failedRemotes({ registry, remotes }: Federation): string {
  return Object.keys(registry.get().registry.remotes)
    .flatMap((name) => {
      const state = remotes.state(name);
      return state?.status === 'failed' ? [`${name}: ${state.failure.reason}`] : [];
    })
    .join('\n');
}
