/** Removes a memory block's secrets from its earlier versions. */
import { and, asc, eq } from 'drizzle-orm';
import type { Handle } from '../../../platform/database/database';
import { memoryBlockVersions } from '../../../schema/memory';
import { FIELD_COLUMNS } from '../../../schema/blockColumns';
import { findTenant, ofTenant } from '../../../platform/database/tenants';

/** The earlier versions of a block, oldest first. */
export const listVersions = async (handle: Handle, blockId: string) => {
  const here = await findTenant(handle, 'memory_blocks', blockId);
  return handle
    .select({
      id: memoryBlockVersions.id,
      version: memoryBlockVersions.version,
      snapshot: memoryBlockVersions.snapshot,
      tenantId: memoryBlockVersions.tenantId,
    })
    .from(memoryBlockVersions)
    .where(and(eq(memoryBlockVersions.memoryBlockId, blockId), here('memory_block_versions.tenant_id')))
    .orderBy(asc(memoryBlockVersions.version));
};

/** Minimum length of a revealing part of a secret; shorter ones also occur in ordinary words. */
const TELLING_PART = 4;

/** Whether a word contains a secret or is part of one, and no longer occurs in any of the texts. */
export function secretWordMatcher(secrets: ReadonlySet<string>, texts: string): (word: string) => boolean {
  const kept = texts.toLowerCase();
  const gone = [...secrets].map((secret) => secret.toLowerCase());
  return (word) => {
    const lower = word.toLowerCase();
    return (
      !kept.includes(lower) &&
      lower.length >= TELLING_PART &&
      gone.some((secret) => secret.includes(lower) || lower.includes(secret))
    );
  };
}

/** Stores versions with `replaced` applied, without keywords derived from the secrets. `replaced` adds to `secrets` as it runs. */
export async function maskVersions(
  handle: Handle,
  versions: Awaited<ReturnType<typeof listVersions>>,
  replaced: <T>(value: T) => Promise<T>,
  secrets: ReadonlySet<string>,
): Promise<void> {
  const snapshots: { id: string; tenantId: string; snapshot: Record<string, unknown> }[] = [];
  for (const { id, tenantId, snapshot } of versions) {
    const { keywords, ...rest } = snapshot as Record<string, unknown>;
    snapshots.push({ id, tenantId, snapshot: { ...(await replaced(rest)), keywords } });
  }
  for (const { id, tenantId, snapshot } of snapshots) {
    const texts = FIELD_COLUMNS.map(({ column }) => JSON.stringify(snapshot[column] ?? '')).join('\n');
    const isOfSecret = secretWordMatcher(secrets, texts);
    const keywords = Array.isArray(snapshot['keywords'])
      ? snapshot['keywords'].filter((word) => !isOfSecret(String(word)))
      : [];
    await handle
      .update(memoryBlockVersions)
      .set({ snapshot: { ...snapshot, keywords } })
      .where(and(eq(memoryBlockVersions.id, id), ofTenant(tenantId)('memory_block_versions.tenant_id')));
  }
}
