/** Changes the registry atomically, with an entry in the audit log. */
import { parseRegistry, type Registry, REGISTRY_SCHEMA } from '@hindsight/shared-contracts/registry';
import { appendAudit, type AuditLine, lastSerial, readAudit } from './audit';
import { commandName } from './commandName';
import { readKeyList, signChange } from './signing/signChange';
import type { SigningKey } from './signing/signature';
import { REGISTRY_KEY, type Store } from './store';

/** Author and reason of a change. */
export interface Author {
  who: string;
  reason: string | null;
  /** Overrides checks that can be forced; needs a reason. */
  force?: boolean;
  /** Signs the change, if the store uses keys. */
  key?: SigningKey | undefined;
}

/** @throws Error when a change is forced without a reason. */
export function requireReason({ force, reason }: Author): void {
  if (force && !reason) throw new Error('--force requires --reason "why".');
}

/** A new registry, and its audit log entries. */
export interface Change {
  registry: Registry;
  lines: Pick<AuditLine, 'what' | 'remote' | 'from' | 'to' | 'url'>[];
  /** Signs existing versions too: an owner vouches for them. */
  signsAll?: boolean;
}

export const EMPTY: Registry = { schema: REGISTRY_SCHEMA, updatedAt: new Date(0).toISOString(), remotes: {} };

/** The registry of a store; empty when there is none yet. */
export async function readStoredRegistry(store: Store): Promise<{ registry: Registry; tag: string | null }> {
  const file = await store.read(REGISTRY_KEY);
  if (!file) return { registry: EMPTY, tag: null };
  try {
    return { registry: parseRegistry(JSON.parse(file.bytes.toString('utf8'))), tag: file.tag };
  } catch (error) {
    throw new Error(
      `${REGISTRY_KEY} in ${store.name} is broken. Rebuild it with: ${commandName('repair')}. ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/**
 * Replaces the registry and logs the change; the caller must hold the store's lock.
 * @throws Error when the store uses keys and the author's key lacks the right.
 */
export async function writeRegistry(
  store: Store,
  author: Author,
  change: Change,
  { before, record, tag }: { before: Registry; record: readonly AuditLine[]; tag: string | null },
): Promise<AuditLine[]> {
  const { who, reason, key } = author;
  const keys = await readKeyList(store);
  const { signatures: _unsigned, ...unsigned } = change.registry;
  const registry = keys ? await signChange(store, { keys, key, before, record }, change) : unsigned;
  const serial = Math.max(before.serial ?? 0, lastSerial(record)) + 1;
  const when = new Date().toISOString();
  const after = parseRegistry({ ...registry, serial, updatedAt: when });
  await store.replace(REGISTRY_KEY, Buffer.from(`${JSON.stringify(after, null, 2)}\n`), tag);
  const signer = keys && key ? { key: key.id } : {};
  const written = change.lines.map((line): AuditLine => ({ when, who, ...line, reason, serial, ...signer }));
  await appendAudit(store, written).catch((error: Error) => {
    throw new Error(
      `The registry was changed, but the record was not: ${error.message} Lost lines: ${JSON.stringify(written)}`,
    );
  });
  return written;
}

/**
 * Reads, changes and replaces the registry.
 * @param change returns the new registry and its audit log entries.
 * @throws errors of `change`, and an Error when the registry is older than the audit log; the registry then stays unchanged.
 */
export async function changeRegistry(
  store: Store,
  author: Author,
  change: (before: Registry, record: readonly AuditLine[]) => Promise<Change>,
): Promise<AuditLine[]> {
  requireReason(author);
  return store.alone(async () => {
    // Reads the log first: a concurrent change then makes the registry newer than the log, never older.
    const record = await readAudit(store);
    const { registry: before, tag } = await readStoredRegistry(store);
    const serial = before.serial ?? 0;
    if (serial < lastSerial(record)) {
      const found = tag === null ? 'is missing' : `is at registry ${serial}`;
      throw new Error(
        `${REGISTRY_KEY} in ${store.name} ${found}, but the record is at registry ${lastSerial(record)}. ` +
          `A change would take live releases offline. Rebuild it with: ${commandName('repair')}`,
      );
    }
    return writeRegistry(store, author, await change(before, record), { before, record, tag });
  });
}
