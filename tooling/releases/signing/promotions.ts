/** What is live, tried or kept to fall back to is signed by a key that may decide it, in the registry itself. */
import type { PromotionSignature, Registry } from '@hindsight/shared-contracts/registry';
import { isSigned, type SigningKey } from './signature';
import { type KeyList, mayPromote } from './keyList';

/** A version of a remote, and the hash of its description, which holds the hashes of its files. */
export interface Described {
  remote: string;
  version: string;
  integrity: string;
}

const toSignedBytes = ({ remote, version, integrity }: Described) =>
  Buffer.from(`hindsight promotion\n${remote}\n${version}\n${integrity}\n`);

export const signPromotion = (described: Described, key: SigningKey): PromotionSignature => ({
  key: key.id,
  integrity: described.integrity,
  value: key.sign(toSignedBytes(described)),
});

/** The hash of the description that a key which may promote the remote has signed; null when none has. */
export function promotedIntegrity(
  { keys }: KeyList,
  { signatures }: Pick<Registry, 'signatures'>,
  remote: string,
  version: string,
): string | null {
  const signature = signatures?.[remote]?.[version];
  const signer = keys.find(({ id }) => id === signature?.key);
  if (!signature || !signer || !mayPromote(signer, remote)) return null;
  const { integrity, value } = signature;
  return isSigned(signer.publicKey, toSignedBytes({ remote, version, integrity }), value) ? integrity : null;
}
