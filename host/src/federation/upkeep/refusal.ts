/** Whether a remote may run here at all, asked before any of its code is fetched. */
import { CONTRACTS_VERSION, satisfies, type RemoteDescriptor } from '@hindsight/shared-contracts/registry';
import { contractsText, needsText } from './words';

export interface Offered {
  get(): ReadonlySet<string>;
  /** Settles when the service has said what it can do. */
  known(): Promise<unknown>;
}

/** The reason, in a sentence that says who must move; null when nothing stands in the way. */
export async function refusalOf(descriptor: RemoteDescriptor, offered: Offered): Promise<string | null> {
  if (!satisfies(CONTRACTS_VERSION, descriptor.contracts))
    return contractsText(descriptor, CONTRACTS_VERSION);
  const wanted = descriptor.capabilities ?? [];
  if (wanted.length === 0) return null;
  await offered.known();
  const missing = wanted.filter((capability) => !offered.get().has(capability));
  return missing.length > 0 ? needsText(descriptor, missing) : null;
}
