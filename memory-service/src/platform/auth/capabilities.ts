/** What this service can do beyond the common wire, as announced to the dashboard. */
import { Capability } from '@hindsight/shared-contracts/api';

/** @param findsMeaning search by meaning is named only where something makes vectors. */
export function listCapabilities(findsMeaning: boolean): Capability[] {
  return Capability.options.filter((name) => name !== 'search.semantic' || findsMeaning);
}
