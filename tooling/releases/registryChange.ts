/** Changes the registry in one step, with a line in the record. */
import { Registry, REGISTRY_SCHEMA } from '@hindsight/shared-contracts/registry';
import { appendAudit, type AuditLine } from './audit';
import { REGISTRY_KEY, type Store } from './store';

/** Who asks for a change, and why. */
export interface Author {
  who: string;
  reason: string | null;
}

type Outcome = Pick<AuditLine, 'what' | 'remote' | 'from' | 'to'>;

const EMPTY: Registry = { schema: REGISTRY_SCHEMA, updatedAt: new Date(0).toISOString(), remotes: {} };

/** The registry of a store; an empty one where there is none yet. */
export async function readStoredRegistry(store: Store): Promise<{ registry: Registry; tag: string | null }> {
  const file = await store.read(REGISTRY_KEY);
  if (!file) return { registry: EMPTY, tag: null };
  try {
    return { registry: Registry.parse(JSON.parse(file.bytes.toString('utf8'))), tag: file.tag };
  } catch (error) {
    throw new Error(`${REGISTRY_KEY} in ${store.name} is broken: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Reads, changes and replaces the registry.
 * @param change answers the new registry and what to write down about it.
 * @throws whatever `change` throws; the registry then stays as it was.
 */
export async function changeRegistry(
  store: Store,
  { who, reason }: Author,
  change: (before: Registry) => Promise<{ registry: Registry; line: Outcome }>,
): Promise<AuditLine> {
  return store.alone(async () => {
    const { registry: before, tag } = await readStoredRegistry(store);
    const { registry, line } = await change(before);
    const serial = (before.serial ?? 0) + 1;
    const when = new Date().toISOString();
    const after = Registry.parse({ ...registry, serial, updatedAt: when });
    await store.replace(REGISTRY_KEY, Buffer.from(`${JSON.stringify(after, null, 2)}\n`), tag);
    const written: AuditLine = { when, who, ...line, reason, serial };
    await appendAudit(store, [written]).catch((error: Error) => {
      throw new Error(
        `The registry was changed, but the record was not: ${error.message} Lost line: ${JSON.stringify(written)}`,
      );
    });
    return written;
  });
}
