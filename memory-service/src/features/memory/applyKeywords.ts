/** Links chosen keywords to blocks, each within the workspace of its block; a failure does not affect the others. */
import { withoutHidden } from '@hindsight/shared-contracts/api';
import { UUID_PATTERN } from '@hindsight/shared-contracts/rules';
import { mayRead, mayWrite } from '../../platform/auth/rules/permissions';
import type { Person, TokenHolder } from '../../platform/auth/rules/principal';
import { saveVersions } from './queries/blockVersions';
import { auditBlock, lockBlock, MISSING } from './queries/blockWrites';
import type { BlockRow } from './queries/blockWrites';
import type { Handle } from '../../platform/database/database';
import {
  ensureKeywords,
  linkKeywords,
  storableKeywords,
  unlinkKeywords,
  withTexts,
} from './queries/keywords';
import { findBlock } from './queries/memoryBlocks';
import { settleProposal } from '../proposals';
import { savepoint } from '../../platform/database/transactions';

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

/** Strips blanks, hidden characters and a trailing dot, and removes case-insensitive duplicates. Empty and overlong texts are dropped. */
function normalizeKeywords(texts: readonly string[]): string[] {
  const cleaned = texts.map((text) =>
    withoutHidden(text)
      .trim()
      .replace(/(?<!\.)\.+$/, '')
      .trim(),
  );
  const fitting = cleaned.filter((text) => text !== '' && text.length <= MAX_LENGTH);
  return [...new Map(fitting.map((text) => [text.toLowerCase(), text])).values()];
}

/** Adds and removes keywords of a locked block, as one change. `skipped` are the ones to add that it already had. */
export async function editKeywords(
  handle: Handle,
  principal: Person | TokenHolder,
  block: BlockRow,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<Record<'added' | 'removed' | 'skipped', string[]>> {
  const before = (await findBlock(handle, block.id))?.block.keywords ?? [];
  const known = new Map(before.map(({ keyword_text: text }) => [text.toLowerCase(), text]));
  const wanted = normalizeKeywords(add);
  const kept = new Set(wanted.map((text) => text.toLowerCase()));
  const fresh = wanted.filter((text) => !known.has(text.toLowerCase()));
  const added = [...(await storableKeywords(handle, block, fresh))];
  const removed = [...known].flatMap(([key, text]) =>
    !kept.has(key) && remove.some((given) => given.trim().toLowerCase() === key) ? [text] : [],
  );
  if (added.length + removed.length > 0) {
    await saveVersions(handle, [block.id], 'memory_keywords', principal.userId);
    if (removed.length > 0) await unlinkKeywords(handle, block.id, withTexts(removed));
    await linkKeywords(handle, block.id, await ensureKeywords(handle, block, added));
    const changes = { ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) };
    await auditBlock(handle, block, 'memory_keywords', principal.userId, changes);
  }
  return { added, removed, skipped: wanted.filter((text) => known.has(text.toLowerCase())) };
}

/** Links the chosen keywords to one block; a refusal is a result, not an error. */
export async function applyOne(
  handle: Handle,
  principal: Person | TokenHolder,
  { memory_block_id: given, selected_keywords: selected }: KeywordApplication,
): Promise<KeywordApplied> {
  const id = given.trim().toLowerCase();
  const fail = (error: string): KeywordApplied => ({ memory_block_id: given, success: false, error });
  if (!UUID_PATTERN.test(id)) return fail('Invalid memory ID.');
  const texts = normalizeKeywords(selected);
  if (texts.length === 0) return fail('Choose at least one keyword.');
  const row = await lockBlock(handle, id);
  if (!row || !mayRead(principal, row)) return fail(MISSING);
  if (!mayWrite(principal, row)) return fail('You don’t have permission to change this memory.');
  const { added, skipped } = await editKeywords(handle, principal, row, { add: texts, remove: [] });
  await settleProposal(handle, 'keywords', id, principal.userId, added);
  return { memory_block_id: id, success: true, added_keywords: added, skipped_keywords: skipped };
}

/** Returns one result per application, in order. */
export async function applyKeywords(
  handle: Handle,
  principal: Person | TokenHolder,
  applications: readonly KeywordApplication[],
): Promise<KeywordApplied[]> {
  const results: KeywordApplied[] = [];
  for (const application of applications) {
    // A savepoint, so that an unexpected failure rolls back only this application and fails the rest with a reason.
    results.push(await savepoint(handle, () => applyOne(handle, principal, application)));
  }
  return results;
}
