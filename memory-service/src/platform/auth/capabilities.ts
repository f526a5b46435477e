/** What this service can do beyond the common wire, as announced to the dashboard. */
import { Capability } from '@hindsight/shared-contracts/api';
import type { Config } from '../config/config';

/** Search by meaning is named only when an embeddings server is configured. */
export function capabilitiesOf({ embeddings }: Pick<Config, 'embeddings'>): Capability[] {
  return Capability.options.filter((name) => name !== 'search.semantic' || embeddings);
}
