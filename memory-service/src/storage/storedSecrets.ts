/** Looks for secrets in what is stored of a memory block: its texts, its earlier versions, its feedback and the suggestions about it. */
import { asc, eq, sql } from 'drizzle-orm';
import { mayHoldSecret, replaceSecrets } from '../secrets/replaceSecrets';
import type { SecretText } from '../secrets/replaceSecrets';
import type { BlockRow } from './blockWrites';
import { auditBlock, screenedTexts } from './blockWrites';
import type { Handle } from './database';
import {
  consolidationSuggestions,
  memoryBlockFeedback,
  memoryBlocks,
  memoryBlockVersions,
} from './schema/memory';
import { insertFindings } from './secretFindings';
import { dismissedSecrets, hashSecret, secretMode } from './secretPolicies';
import type { FoundSecret } from './secretPolicies';

type StoredSecret = FoundSecret & { version?: number };
type Keeps = (secret: SecretText) => boolean;

/** The texts of a version's snapshot, which has the wire's names but for its metadata. */
const SNAPSHOT_TEXTS = [
  'content',
  'errors',
  'lessons_learned',
  'summary',
  'external_history_link',
  'priority',
  'category',
  'metadata',
];

const wireName = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^metadata$/, 'metadata_col');

/** Everything of a block that may hold a secret, newest first. */
async function textsOf(handle: Handle, block: BlockRow) {
  const versions = await handle
    .select({
      id: memoryBlockVersions.id,
      version: memoryBlockVersions.version,
      snapshot: memoryBlockVersions.snapshot,
    })
    .from(memoryBlockVersions)
    .where(eq(memoryBlockVersions.memoryBlockId, block.id))
    .orderBy(asc(memoryBlockVersions.version));
  const feedback = await handle
    .select({ id: memoryBlockFeedback.id, details: memoryBlockFeedback.details })
    .from(memoryBlockFeedback)
    .where(eq(memoryBlockFeedback.memoryBlockId, block.id));
  return { present: screenedTexts(block), versions, feedback };
}

/** The secrets of a block; one that is in several of its texts is named where it is newest. */
async function findStored(handle: Handle, block: BlockRow): Promise<StoredSecret[]> {
  const found = new Map<string, StoredSecret>();
  const look = async (field: string, value: unknown, version?: number) => {
    await replaceSecrets(value, ({ kind, text }) => {
      const hash = hashSecret(block, text);
      if (!found.has(hash)) found.set(hash, { field, kind, hash, ...(version !== undefined && { version }) });
      return true;
    });
  };
  const stored = await textsOf(handle, block);
  if (!(await mayHoldSecret(stored))) return [];
  const { present, versions, feedback } = stored;
  for (const [name, value] of Object.entries(present)) await look(wireName(name), value);
  for (const { details } of feedback) await look('feedback_details', details);
  for (const { version, snapshot } of versions.reverse())
    for (const name of SNAPSHOT_TEXTS)
      await look(wireName(name), (snapshot as Record<string, unknown>)[name], version);
  return [...found.values()];
}

/** Removes keywords of a block that are a part of a secret and of none of its texts any more. */
async function unlinkKeywords(handle: Handle, block: BlockRow, secrets: readonly string[], texts: string) {
  const linked = await handle.execute<{ id: string; text: string }>(sql`
    select keywords.id, keywords.text from keywords join memory_block_keywords as link on link.keyword_id = keywords.id
    where link.memory_block_id = ${block.id}::uuid`);
  const gone = linked.rows.filter(({ text }) => {
    const word = text.toLowerCase();
    return (
      !texts.toLowerCase().includes(word) && secrets.some((secret) => secret.toLowerCase().includes(word))
    );
  });
  if (gone.length === 0) return [];
  const ids = sql`${`{${gone.map(({ id }) => id).join(',')}}`}::uuid[]`;
  await handle.execute(
    sql`delete from memory_block_keywords where memory_block_id = ${block.id}::uuid and keyword_id = any (${ids})`,
  );
  await handle.execute(sql`
    delete from keywords where id = any (${ids})
      and not exists (select 1 from memory_block_keywords as link where link.keyword_id = keywords.id)`);
  return gone.map(({ text }) => text);
}

/** Masks secrets of a locked block wherever it has them, also in its earlier versions. No version of the text before is kept. */
export async function maskStored(
  handle: Handle,
  block: BlockRow,
  keeps: Keeps,
  actorUserId: string,
): Promise<void> {
  const secrets = new Set<string>();
  const replaced = <T>(value: T) =>
    replaceSecrets(value, (secret) => {
      if (keeps(secret)) return true;
      secrets.add(secret.text);
      return false;
    });
  const { present, versions, feedback } = await textsOf(handle, block);
  const texts = await replaced(present);
  const words = (snapshot: Record<string, unknown>) =>
    SNAPSHOT_TEXTS.map((name) => JSON.stringify(snapshot[name] ?? '')).join('\n');
  const snapshots: { id: string; snapshot: Record<string, unknown> }[] = [];
  for (const { id, snapshot } of versions) {
    const { keywords, ...rest } = snapshot as Record<string, unknown>;
    snapshots.push({ id, snapshot: { ...(await replaced(rest)), keywords } });
  }
  await handle
    .update(memoryBlocks)
    .set({ ...texts, updatedAt: sql`now()` })
    .where(eq(memoryBlocks.id, block.id));
  const parts = [...secrets].map((secret) => secret.toLowerCase());
  for (const { id, snapshot } of snapshots) {
    const kept = words(snapshot).toLowerCase();
    const isLeft = (word: unknown) =>
      kept.includes(String(word).toLowerCase()) ||
      !parts.some((part) => part.includes(String(word).toLowerCase()));
    const keywords = Array.isArray(snapshot['keywords']) ? snapshot['keywords'].filter(isLeft) : [];
    await handle
      .update(memoryBlockVersions)
      .set({ snapshot: { ...snapshot, keywords } })
      .where(eq(memoryBlockVersions.id, id));
  }
  for (const { id, details } of feedback)
    await handle
      .update(memoryBlockFeedback)
      .set({ details: await replaced(details) })
      .where(eq(memoryBlockFeedback.id, id));
  await unlinkKeywords(handle, block, [...secrets], JSON.stringify(texts));
  await maskSuggestions(handle, block, replaced);
  await auditBlock(handle, block, 'memory_secret_mask', actorUserId);
}

/** Masks the suggestions that were made of the block's text. */
async function maskSuggestions(
  handle: Handle,
  block: BlockRow,
  replaced: <T>(value: T) => Promise<T>,
): Promise<void> {
  const table = consolidationSuggestions;
  const rows = await handle
    .select({
      id: table.id,
      content: table.suggestedContent,
      lessons: table.suggestedLessonsLearned,
      words: table.suggestedKeywords,
    })
    .from(table)
    .where(sql`${block.id}::uuid = any (${table.originalMemoryIds})`);
  for (const { id, content, lessons, words } of rows)
    await handle
      .update(table)
      .set({
        suggestedContent: await replaced(content),
        suggestedLessonsLearned: await replaced(lessons),
        suggestedKeywords: await replaced(words),
      })
      .where(eq(table.id, id));
}

/** Looks through a locked block as its workspace chose. Answers how many secrets are new. */
export async function scanBlock(handle: Handle, block: BlockRow, actorUserId: string): Promise<number> {
  const found = await findStored(handle, block);
  if (found.length === 0) return 0;
  const dismissed = await dismissedSecrets(handle, block);
  const real = found.filter(({ hash }) => !dismissed.has(hash));
  if (real.length === 0) return 0;
  const fresh = await insertFindings(handle, block, real, 'open');
  if ((await secretMode(handle, block)) !== 'mask') return fresh;
  await maskStored(handle, block, ({ text }) => dismissed.has(hashSecret(block, text)), actorUserId);
  await handle.execute(sql`
    update secret_findings set state = 'masked', secret_hash = null, decided_by = ${actorUserId}::uuid, decided_at = now()
    where memory_block_id = ${block.id}::uuid and state = 'open'`);
  return fresh;
}
