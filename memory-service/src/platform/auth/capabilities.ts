/** Optional capabilities of this service, as announced to the dashboard. */
import { Capability } from '@hindsight/shared-contracts/api';

/** @param findsMeaning semantic search is announced only where embeddings are available. */
export function listCapabilities(findsMeaning: boolean): Capability[] {
  return Capability.options.filter((name) => name !== 'search.semantic' || findsMeaning);
}
