/** Why a slot cannot be filled, for disabling what would open it. */
import type { SlotName } from '@hindsight/shared-contracts/shell';
import { fillersOf } from '../federation/registryClient';
import { remoteStates } from '../federation/useRemote';

/** Null while the slot's remote is there, still loads, or was not asked for yet. */
export function slotProblem(name: SlotName): string | null {
  const remote = fillersOf(name)[0];
  if (!remote) return 'No part of the dashboard fills this place.';
  const state = remoteStates().get(remote);
  return state?.status === 'failed'
    ? `${state.failure.displayName} is unavailable: ${state.failure.reason}`
    : null;
}
