/** Finds secrets in everything stored about a memory block: its texts, earlier versions, feedback and suggestions. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { knownSecrets, mayHoldSecret, replaceSecrets } from '../../../platform/secretScanning/replaceSecrets';
import type { SecretText } from '../../../platform/secretScanning/replaceSecrets';
import type { BlockRow } from './blockWrites';
import { auditBlock } from './blockWrites';
import type { Actor, Database, Handle } from '../../../platform/database/database';
import { memoryBlockFeedback, memoryBlocks } from '../../../schema/memory';
import { proposals } from '../../../schema/proposals';
import { secretFindings } from '../../../schema/secrets';
import { changeBlocks } from '../../memoryRows';
import { changeProposals } from '../../proposals';
import {
  decideFindings,
  insertFindings,
  dismissedSecrets,
  hashSecret,
  readAhead,
  secretMode,
  maskVersions,
  listVersions,
} from '../../secrets';
import type { FoundSecret } from '../../secrets';
import { unlinkSecretWords } from './keywordLinks';
import { fieldValues, FIELD_COLUMNS, wireName } from '../../../schema/blockColumns';
import { findTenant, ofTenant } from '../../../platform/database/tenants';

type StoredSecret = FoundSecret & { version?: number };
type Keeps = (secret: SecretText) => boolean;

/** All texts of a block that may hold a secret, newest first. */
async function loadTexts(handle: Handle, block: BlockRow) {
  const versions = await listVersions(handle, block.id);
  const feedback = await handle
    .select({ id: memoryBlockFeedback.id, details: memoryBlockFeedback.details })
    .from(memoryBlockFeedback)
    .where(
      and(
        eq(memoryBlockFeedback.memoryBlockId, block.id),
        ofTenant(block.tenantId)('memory_block_feedback.tenant_id'),
      ),
    );
  return { present: fieldValues(block), versions, feedback };
}

/** Reads all stored texts of blocks before the transaction that scans them. */
export async function readStoredAhead(
  database: Database,
  actor: Actor,
  blockIds: readonly string[],
): Promise<void> {
  for (const id of blockIds) {
    const stored = await database.read(actor, async (handle) => {
      const here = await findTenant(handle, 'memory_blocks', id);
      const [block] = await handle
        .select()
        .from(memoryBlocks)
        .where(and(eq(memoryBlocks.id, id), here('memory_blocks.tenant_id')));
      return block && loadTexts(handle, block);
    });
    if (stored) await readAhead(stored);
  }
}

/** The secrets of a block; one in several texts is reported for the newest. */
async function findStored(handle: Handle, block: BlockRow): Promise<StoredSecret[]> {
  const found = new Map<string, StoredSecret>();
  const stored = await loadTexts(handle, block);
  if (!(await mayHoldSecret(stored))) return [];
  const known = await knownSecrets(stored);
  const scanField = async (field: string, value: unknown, version?: number) => {
    const note = ({ kind, text }: SecretText) => {
      const hash = hashSecret(block, text);
      if (!found.has(hash)) found.set(hash, { field, kind, hash, ...(version !== undefined && { version }) });
      return true;
    };
    await replaceSecrets(value, note, known);
  };
  const { present, versions, feedback } = stored;
  for (const [name, value] of Object.entries(present)) await scanField(wireName(name), value);
  for (const { details } of feedback) await scanField('feedback_details', details);
  for (const { version, snapshot } of versions.reverse())
    for (const { field, column } of FIELD_COLUMNS)
      await scanField(field, (snapshot as Record<string, unknown>)[column], version);
  return [...found.values()];
}

/** Masks secrets of a locked block everywhere, including earlier versions. The unmasked text is not kept as a version. */
export async function maskStored(
  handle: Handle,
  block: BlockRow,
  keeps: Keeps,
  actorUserId: string,
): Promise<void> {
  const secrets = new Set<string>();
  const stored = await loadTexts(handle, block);
  const known = await knownSecrets(stored);
  const isKept = (secret: SecretText) => {
    if (keeps(secret)) return true;
    secrets.add(secret.text);
    return false;
  };
  const replaceFound = <T>(value: T) => replaceSecrets(value, isKept, known);
  const { present, versions, feedback } = stored;
  const texts = await replaceFound(present);
  await changeBlocks(handle, eq(memoryBlocks.id, block.id), { ...texts, updatedAt: sql`now()` }, [block.id]);
  await maskVersions(handle, versions, replaceFound, secrets);
  for (const { id, details } of feedback)
    await handle
      .update(memoryBlockFeedback)
      .set({ details: await replaceFound(details) })
      .where(eq(memoryBlockFeedback.id, id));
  await unlinkSecretWords(handle, block.id, secrets, JSON.stringify(texts));
  await maskSuggestions(handle, block, replaceFound);
  await auditBlock(handle, block, 'memory_secret_mask', actorUserId);
}

/** Masks the suggestions derived from the block's text. */
async function maskSuggestions(
  handle: Handle,
  block: BlockRow,
  replaced: <T>(value: T) => Promise<T>,
): Promise<void> {
  const { id, kind, memoryBlockIds, content, lessonsLearned, keywords } = getTableColumns(proposals);
  const rows = await handle
    .select({ id, content, lessonsLearned, keywords })
    .from(proposals)
    .where(and(eq(kind, 'consolidation'), sql`${memoryBlockIds} @> array[${block.id}::uuid]`));
  for (const { id: proposalId, ...texts } of rows)
    // Masking changes lengths, so the positions of sentences are no longer valid.
    await changeProposals(handle, { ...(await replaced(texts)), places: null }, eq(proposals.id, proposalId));
}

/** Scans a locked block according to its workspace's policy. Returns the number of new secrets. */
export async function scanBlock(handle: Handle, block: BlockRow, actorUserId: string): Promise<number> {
  const found = await findStored(handle, block);
  if (found.length === 0) return 0;
  const dismissed = await dismissedSecrets(handle, block);
  const real = found.filter(({ hash }) => !dismissed.has(hash));
  if (real.length === 0) return 0;
  const fresh = await insertFindings(handle, block, real, 'open');
  if ((await secretMode(handle, block)) !== 'mask') return fresh;
  await maskStored(handle, block, ({ text }) => dismissed.has(hashSecret(block, text)), actorUserId);
  await decideFindings(
    handle,
    and(eq(secretFindings.memoryBlockId, block.id), eq(secretFindings.state, 'open')),
    'masked',
    actorUserId,
  );
  return fresh;
}
