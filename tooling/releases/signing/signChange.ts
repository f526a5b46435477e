/** Signs a registry change with the author's key, if the store uses keys and the key has the right. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import type { AuditLine } from '../audit';
import { publishedDescription } from '../checkRelease';
import { commandName } from '../commandName';
import type { Store } from '../store';
import { versionsInUse } from '../versionsInUse';
import { type KeyList, mayPromote, mayRelease, readKeys, rightsText, findSigner } from './keyList';
import { promotedIntegrity, signPromotion } from './promotions';
import { isSigned, type SigningKey } from './signature';

/** The key list of a store; null when it uses no keys and needs no signatures. */
export const readKeyList = (store: Store): Promise<KeyList | null> =>
  readKeys(async (key) => (await store.read(key))?.bytes ?? null, store.name);

/** Everything in the registry about one remote. */
const describeState = ({ remotes, rollout, retired = [], disabled }: Registry, remote: string) =>
  JSON.stringify([remotes[remote], rollout?.[remote], retired.includes(remote), disabled?.[remote]]);

const namesIn = ({ remotes, rollout, retired = [], disabled }: Registry) => [
  ...Object.keys({ ...remotes, ...rollout, ...disabled }),
  ...retired,
];

/** @throws Error unless the key may sign releases of the remote. */
export function checkMayRelease(
  keys: KeyList,
  key: SigningKey | undefined,
  remote: string,
  storeName: string,
): void {
  const signer = findSigner(keys, key, storeName);
  if (!mayRelease(signer, remote))
    throw new Error(
      `The key of ${signer.holder} (${signer.id}) may not release ${remote}. Its rights: ${rightsText(signer)}.`,
    );
}

/** @throws Error unless the published description is signed by a key that may release the remote. */
function checkReleaseSignature(
  { keys }: KeyList,
  record: readonly AuditLine[],
  { remote, version, description }: { remote: string; version: string; description: Buffer },
): void {
  const isValid = record.some(({ what, remote: name, to, key, signature }) => {
    if ((what !== 'release' && what !== 'sign') || name !== remote || to !== version) return false;
    const signer = keys.find(({ id }) => id === key);
    if (!signer || signature === undefined || !mayRelease(signer, remote)) return false;
    return isSigned(signer.publicKey, description, signature);
  });
  if (!isValid)
    throw new Error(
      `${remote} ${version} is not signed by a key that may release ${remote}. ` +
        `To vouch for it, sign it with: ${commandName('sign', remote, version)}`,
    );
}

interface Signing {
  keys: KeyList;
  key: SigningKey | undefined;
  before: Registry;
  record: readonly AuditLine[];
}

/** The registry without the fallback release of one remote. */
function withoutPrevious(registry: Registry, remote: string): Registry {
  const { previous: _unsigned, ...kept } = registry.rollout?.[remote] ?? {};
  return { ...registry, rollout: { ...registry.rollout, [remote]: kept } };
}

/**
 * @returns the changed registry with a signature for each version in use.
 * @throws Error with one sentence when the key lacks the right, or a release to be used is unsigned.
 */
export async function signChange(
  store: Store,
  { keys, key, before, record }: Signing,
  { registry: after, signsAll = false }: { registry: Registry; signsAll?: boolean },
): Promise<Registry> {
  const signer = findSigner(keys, key, store.name);
  const signatures: NonNullable<Registry['signatures']> = {};
  let registry = after;

  async function signOne(remote: string, version: string): Promise<void> {
    const { bytes, integrity } = await publishedDescription(store, remote, version);
    checkReleaseSignature(keys, record, { remote, version, description: bytes });
    (signatures[remote] ??= {})[version] = signPromotion({ remote, version, integrity }, key!);
  }

  for (const remote of new Set([...namesIn(before), ...namesIn(after)])) {
    const isTouched = signsAll || describeState(before, remote) !== describeState(after, remote);
    if (isTouched && !mayPromote(signer, remote))
      throw new Error(
        `The key of ${signer.holder} (${signer.id}) may not change which version of ${remote} is live. Its rights: ${rightsText(signer)}.`,
      );
    const known = versionsInUse(before, remote);
    for (const version of versionsInUse(after, remote)) {
      const kept = before.signatures?.[remote]?.[version];
      if (!isTouched || promotedIntegrity(keys, before, remote, version) !== null) {
        if (kept) (signatures[remote] ??= {})[version] = kept;
      } else if (signsAll || !known.includes(version)) await signOne(remote, version);
      else if (version === after.rollout?.[remote]?.previous?.version)
        registry = withoutPrevious(registry, remote);
      else
        throw new Error(
          `${remote} ${version} is in the registry without the signature of a key that may promote it: it was changed by hand. ` +
            `Promote another version, or, if you are an owner and have checked it, run: ${commandName('sign', '--all')}`,
        );
    }
  }
  return { ...registry, signatures };
}
