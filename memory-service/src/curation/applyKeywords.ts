/** Links chosen keywords to blocks, each within the workspace of its block; one that fails leaves the others alone. */
import { UUID_PATTERN } from '@hindsight/shared-contracts/rules';
import { mayRead, mayWrite } from '../domain/permissions';
import type { Person, TokenHolder } from '../domain/principal';
import { keepVersions } from '../storage/blockVersions';
import { auditBlock, lockBlock } from '../storage/blockWrites';
import type { Handle } from '../storage/database';
import { ensureKeywords, linkKeywords, storableKeywords } from '../storage/keywords';
import { findBlock } from '../storage/memoryBlocks';
import { savepoint } from '../storage/transactions';
import { MISSING } from './compaction';

export interface KeywordApplication {
  memory_block_id: string;
  selected_keywords: readonly string[];
}

export interface KeywordApplied {
  memory_block_id: string;
  success: boolean;
  error?: string;
  added_keywords?: string[];
  skipped_keywords?: string[];
}

const MAX_LENGTH = 255;

/** Trimmed, without a trailing dot, each text once whatever its case. Empty and over-long ones are left out. */
function usable(texts: readonly string[]): string[] {
  const cleaned = texts.map((text) => text.trim().replace(/\.+$/, '').trim());
  const fitting = cleaned.filter((text) => text !== '' && text.length <= MAX_LENGTH && !text.includes('\0'));
  return [...new Map(fitting.map((text) => [text.toLowerCase(), text])).values()];
}

/** Links the chosen keywords to one block; a refusal is an outcome, not an error. */
export async function applyOne(
  handle: Handle,
  principal: Person | TokenHolder,
  { memory_block_id: given, selected_keywords: selected }: KeywordApplication,
): Promise<KeywordApplied> {
  const id = given.trim().toLowerCase();
  const fail = (error: string): KeywordApplied => ({ memory_block_id: given, success: false, error });
  if (!UUID_PATTERN.test(id)) return fail('This is not the id of a memory block.');
  const texts = usable(selected);
  if (texts.length === 0) return fail('Choose at least one keyword.');
  const row = await lockBlock(handle, id);
  if (!row || !mayRead(principal, row)) return fail(MISSING);
  if (!mayWrite(principal, row)) return fail('You may not change this memory block.');
  const before = await findBlock(handle, id);
  const known = new Set(before?.block.keywords.map((keyword) => keyword.keyword_text.toLowerCase()));
  const fresh = texts.filter((text) => !known.has(text.toLowerCase()));
  const added = [...(await storableKeywords(handle, row, fresh))];
  if (added.length > 0) {
    await keepVersions(handle, [id], 'memory_keywords', principal.userId);
    await linkKeywords(handle, id, await ensureKeywords(handle, row, added));
    await auditBlock(handle, row, 'memory_keywords', principal.userId, { added });
  }
  const skipped = texts.filter((text) => known.has(text.toLowerCase()));
  return { memory_block_id: id, success: true, added_keywords: added, skipped_keywords: skipped };
}

/** One result for each application, in their order. */
export async function applyKeywords(
  handle: Handle,
  principal: Person | TokenHolder,
  applications: readonly KeywordApplication[],
): Promise<KeywordApplied[]> {
  const results: KeywordApplied[] = [];
  for (const application of applications) {
    // A savepoint, so that an unexpected failure of one undoes that one only and ends the rest with a reason.
    results.push(await savepoint(handle, () => applyOne(handle, principal, application)));
  }
  return results;
}
