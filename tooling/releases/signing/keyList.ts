/** The keys of a store, with their holders and rights. The list is signed by one of its owners. */
import * as z from 'zod/mini';
import { isSigned, publicKeyFrom, type SigningKey } from './signature';

export const KEYS_KEY = 'keys.json';

/** Stands for all remotes, including future ones. */
export const EVERY = '*';

const Key = z.object({
  id: z.string(),
  /** A person, or a job such as `CI of memory`. */
  holder: z.string(),
  publicKey: z.string(),
  /** Remotes whose releases the key may sign. */
  releases: z.array(z.string()),
  /** Remotes that the key may promote and roll back; includes the right to release them. */
  promotes: z.array(z.string()),
  /** May do everything, including changes to this list. */
  owner: z.boolean(),
});
export type Key = z.infer<typeof Key>;

const KeyList = z.object({
  keys: z.array(Key),
  signature: z.object({ key: z.string(), value: z.string() }),
});
export type KeyList = z.infer<typeof KeyList>;

/** Reads a file of the store. */
export type ReadFile = (key: string) => Promise<Buffer | null>;

const toSignedBytes = (keys: readonly Key[]) => Buffer.from(`hindsight keys\n${JSON.stringify(keys)}`);

export function signedList(keys: Key[], owner: SigningKey): KeyList {
  return { keys, signature: { key: owner.id, value: owner.sign(toSignedBytes(keys)) } };
}

const isConsistent = ({ id, publicKey }: Key) => {
  try {
    return publicKeyFrom(publicKey).id === id;
  } catch {
    return false;
  }
};

/**
 * @param owners public keys, one of which must have signed the list; without them, any owner in the list is accepted.
 * @returns null when the store has no keys and `owners` is empty.
 * @throws Error with one sentence when the list is not trustworthy.
 */
export async function readKeys(
  read: ReadFile,
  storeName: string,
  owners: readonly string[] = [],
): Promise<KeyList | null> {
  const bytes = await read(KEYS_KEY);
  if (!bytes) {
    if (owners.length === 0) return null;
    throw new Error(`${KEYS_KEY} is missing in ${storeName}, and releases must be signed here.`);
  }
  let list: KeyList;
  try {
    list = KeyList.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new Error(
      `${KEYS_KEY} in ${storeName} is broken. Restore its last good copy, e.g. from a backup.`,
      { cause: error },
    );
  }
  const { key, value } = list.signature;
  const signer = list.keys.find(({ id, owner }) => owner && id === key);
  const isTrusted =
    signer !== undefined &&
    list.keys.every(isConsistent) &&
    (owners.length === 0 || owners.includes(signer.publicKey)) &&
    isSigned(signer.publicKey, toSignedBytes(list.keys), value);
  if (!isTrusted)
    throw new Error(
      `${KEYS_KEY} in ${storeName} is not signed by an owner${owners.length > 0 ? ' that is known here' : ''}. ` +
        'It was changed by hand. Restore its last good copy, e.g. from a backup.',
    );
  return list;
}

const names = (list: readonly string[], remote: string) => list.includes(EVERY) || list.includes(remote);

export const mayPromote = ({ owner, promotes }: Key, remote: string): boolean =>
  owner || names(promotes, remote);

export const mayRelease = (key: Key, remote: string): boolean =>
  mayPromote(key, remote) || names(key.releases, remote);

const remotesText = (list: readonly string[]) => (list.includes(EVERY) ? 'every remote' : list.join(', '));

/** Describes the rights of a key. */
export function rightsText({ owner, promotes, releases }: Key): string {
  if (owner) return 'owner';
  const rights = [
    ...(promotes.length > 0 ? [`promotes ${remotesText(promotes)}`] : []),
    ...(releases.length > 0 ? [`releases ${remotesText(releases)}`] : []),
  ];
  return rights.join('; ');
}

/**
 * The key list entry for a command's key.
 * @throws Error with one sentence when there is no key, or the list does not contain it.
 */
export function findSigner({ keys }: KeyList, key: SigningKey | undefined, storeName: string): Key {
  if (!key)
    throw new Error(
      `${storeName} accepts only signed changes. Pass your key with --key <file> or RELEASES_KEY_FILE.`,
    );
  const found = keys.find(({ id }) => id === key.id);
  if (!found)
    throw new Error(
      `${storeName} does not know the key ${key.id}. An owner adds it with: pnpm releases keys add ${key.publicKey} --holder "…" --promotes <remotes>`,
    );
  return found;
}
