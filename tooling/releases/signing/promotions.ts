/** Promotion signatures in the registry: every live, canary and fallback version is signed by a key with the right to promote it. */
import type { PromotionSignature, Registry } from '@hindsight/shared-contracts/registry';
import { isSigned, type SigningKey } from './signature';
import { type KeyList, mayPromote } from './keyList';

/** A version of a remote, and the hash of its description, which contains the hashes of its files. */
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

/** The description hash signed by a key that may promote the remote; null without a valid signature. */
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
