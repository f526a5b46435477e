/** Owner operations: add and remove keys, and sign existing releases. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { appendAudit, type AuditLine } from '../audit';
import { publishedDescription } from '../checkRelease';
import { type Author, changeRegistry, readStoredRegistry, requireReason } from '../registryChange';
import type { Store } from '../store';
import { versionsInUse } from '../versionsInUse';
import { type Key, type KeyList, KEYS_KEY, readKeys, rightsText, signedList, findSigner } from './keyList';
import { promotedIntegrity } from './promotions';
import type { SigningKey } from './signature';
import { checkMayRelease, readKeyList } from './signChange';

const keyText = (key: Key) => `${key.holder} (${key.id}): ${rightsText(key)}`;

const inUse = (registry: Registry) =>
  Object.keys({ ...registry.remotes, ...registry.rollout }).flatMap((remote) =>
    versionsInUse(registry, remote).map((version) => ({ remote, version })),
  );

/** @throws Error unless the author's key is an owner key. */
function findOwner(list: KeyList, { key }: Author, store: Store): SigningKey {
  const signer = findSigner(list, key, store.name);
  if (!signer.owner)
    throw new Error(
      `The key of ${signer.holder} (${signer.id}) is not an owner key. Only owners can change keys.`,
    );
  return key!;
}

/** Replaces the key list atomically. */
function changeList(
  store: Store,
  author: Author,
  change: (list: KeyList | null) => { keys: Key[]; from: Key | null; to: Key | null },
): Promise<void> {
  requireReason(author);
  return store.alone(async () => {
    const file = await store.read(KEYS_KEY);
    const list = await readKeys(async () => file?.bytes ?? null, store.name);
    const { keys, from, to } = change(list);
    const owner = findOwner(list ?? { keys, signature: { key: '', value: '' } }, author, store);
    const text = `${JSON.stringify(signedList(keys, owner), null, 2)}\n`;
    await store.replace(KEYS_KEY, Buffer.from(text), file?.tag ?? null);
    const line = { when: new Date().toISOString(), who: author.who, what: 'keys' as const, remote: '' };
    await appendAudit(store, [
      {
        ...line,
        from: from && keyText(from),
        to: to && keyText(to),
        reason: author.reason,
        key: owner.id,
      },
    ]);
  });
}

/** Signs the description of a published version: the key holder vouches for it. */
export async function signRelease(
  store: Store,
  { remote, version }: { remote: string; version: string },
  { who, reason, key }: Author,
): Promise<void> {
  const list = await readKeyList(store);
  if (!list) throw new Error(`${store.name} has no keys, so nothing is signed there.`);
  checkMayRelease(list, key, remote, store.name);
  const { bytes, integrity } = await publishedDescription(store, remote, version);
  const line = { when: new Date().toISOString(), who, what: 'sign' as const, remote, reason };
  await appendAudit(store, [
    {
      ...line,
      from: null,
      to: version,
      integrity,
      signature: key!.sign(bytes),
      key: key!.id,
    },
  ]);
}

/** Signs, as an owner, every version that browsers may get. */
export async function signAll(store: Store, author: Author): Promise<AuditLine[]> {
  const list = await readKeyList(store);
  if (!list) throw new Error(`${store.name} has no keys, so nothing is signed there.`);
  findOwner(list, author, store);
  const { registry } = await readStoredRegistry(store);
  for (const one of inUse(registry)) await signRelease(store, one, author);
  return changeRegistry(store, author, async (before) => ({
    registry: before,
    lines: [{ what: 'sign' as const, remote: '', from: null, to: 'all that is live, tried and before' }],
    signsAll: true,
  }));
}

/** Adds a key. The first one must be an owner key, added by its holder; from then on the store accepts only signed changes. */
export async function addKey(store: Store, added: Key, author: Author): Promise<void> {
  let isFirst = false;
  await changeList(store, author, (list) => {
    isFirst = list === null;
    if (!list && (!added.owner || author.key?.id !== added.id))
      throw new Error(
        'The first key must be an owner’s, added by that owner: releases keys add <public key> --owner --holder "…" --key <its private file>.',
      );
    const before = list?.keys.find(({ id }) => id === added.id);
    if (before) throw new Error(`The key ${keyText(before)} is already known.`);
    return { keys: [...(list?.keys ?? []), added], from: null, to: added };
  });
  if (isFirst && inUse((await readStoredRegistry(store)).registry).length > 0) await signAll(store, author);
}

/**
 * Removes a key. Live versions signed by it are re-signed by the owner, so that they stay live.
 * @throws Error for an unknown key, and for the owner's own.
 */
export async function removeKey(store: Store, id: string, author: Author): Promise<void> {
  const list = await readKeyList(store);
  const { registry } = await readStoredRegistry(store);
  const wasSigned = (keys: KeyList) =>
    inUse(registry).filter(({ remote, version }) => promotedIntegrity(keys, registry, remote, version));
  const before = list ? wasSigned(list).length : 0;
  await changeList(store, author, (known) => {
    const gone = known?.keys.find((key) => key.id === id);
    if (!known || !gone) throw new Error(`${store.name} has no key ${id}. See: pnpm releases keys list`);
    if (id === author.key?.id) throw new Error('You can’t remove your own owner key. Ask another owner.');
    return { keys: known.keys.filter((key) => key !== gone), from: gone, to: null };
  });
  const left = (await readKeyList(store))!;
  if (wasSigned(left).length < before) await signAll(store, author);
}
