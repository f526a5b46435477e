/** Reason why a slot cannot be filled, for disabling the controls that would open it. */
import type { SlotName } from '@hindsight/shared-contracts/shell';
import { isLost, type RemoteFailure } from '../federation/failure';
import type { Federation } from '../federation/federation';
import { whenIdle } from '../federation/prefetch';
import { listSlotFillers } from '../federation/registry';

/** Shown when no remote in the registry provides the part. */
export const UNFILLED = 'No part of the dashboard provides this.';

/** Shown when a file of the part failed to load. */
export const PART_LOST = "This part didn't load. Check your connection and try again.";

/** Text in place of a part whose remote failed; the reason is in the report and in the status dialog. */
export function failureWords(failure: RemoteFailure): string {
  if (failure.kind === 'disabled') return `${failure.displayName} is switched off: ${failure.reason}`;
  return isLost(failure) ? PART_LOST : `${failure.displayName} is unavailable. Try again later.`;
}

/** Null while the slot's remote is ready or loading. A remote that was never requested is loaded when the browser is idle. */
export function slotProblem({ registry, remotes }: Federation, name: SlotName): string | null {
  const [remote] = listSlotFillers(name, registry.get().registry);
  if (!remote) return UNFILLED;
  const state = remotes.state(remote);
  if (!state) whenIdle(() => remotes.ensure(remote));
  return state?.status === 'failed' ? failureWords(state.failure) : null;
}

/** Failed remotes as one string, which changes only when they do; a dependency for memoized values. */
export function failedRemotes({ registry, remotes }: Federation): string {
  return Object.keys(registry.get().registry.remotes)
    .flatMap((name) => {
      const state = remotes.state(name);
      return state?.status === 'failed' ? [`${name}: ${state.failure.reason}`] : [];
    })
    .join('\n');
}
