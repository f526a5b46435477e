/** Why a slot cannot be filled, for disabling what would open it. */
import type { SlotName } from '@hindsight/shared-contracts/shell';
import { prefetchRemote, whenIdle } from '../federation/prefetch';
import { fillersOf } from '../federation/registryClient';
import { remoteState } from '../federation/useRemote';

/** Said when no remote of the registry has such a part. */
export const NOBODY_FILLS = 'No part of the dashboard fills this place.';

/** Null while the slot's remote is there or still loads. One that was not asked for yet is unknown: it is fetched soon. */
export function slotProblem(name: SlotName): string | null {
  const remote = fillersOf(name)[0];
  if (!remote) return NOBODY_FILLS;
  const state = remoteState(remote);
  if (!state) whenIdle(() => prefetchRemote(remote));
  return state?.status === 'failed'
    ? `${state.failure.displayName} is unavailable: ${state.failure.reason}`
    : null;
}
