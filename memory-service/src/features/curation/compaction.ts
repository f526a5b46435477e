/** Compacts a stored block: creates the preview, and stores it with the previous version. */
import type { CompactText, Rewriter } from './rewriter';
import { StepProblem } from '../../platform/jobs/steps';
import { mayWrite } from '../../platform/auth/rules/permissions';
import type { Person, TokenHolder } from '../../platform/auth/rules/principal';
import { changeBlock, lockBlock, MISSING } from '../memory';
import type { BlockRow } from '../memory';
import type { Handle } from '../../platform/database/database';
import { settleProposal } from '../proposals';

const SHORTEST = 'Couldn’t shorten this memory.';
export const CHANGED = 'The memory has changed in the meantime. Try again.';

/** A shorter version of the texts. Throws StepProblem if there is none. */
export async function compactTexts(
  rewriter: Rewriter,
  texts: { content: string; lessonsLearned: string | null },
  instructions: string,
  signal: AbortSignal,
): Promise<CompactText> {
  const compact = await rewriter.compact(texts, instructions, signal);
  if (!compact) throw new StepProblem(SHORTEST);
  return compact;
}

/** The block, locked, if the caller may change it. Throws StepProblem; an unreadable block is reported as missing. */
export async function lockWritable(
  handle: Handle,
  principal: Person | TokenHolder,
  id: string,
): Promise<BlockRow> {
  const row = await lockBlock(handle, id);
  if (!row || !mayWrite(principal, row)) throw new StepProblem(MISSING);
  return row;
}

/** Stores a shorter version of a locked block; the previous version is kept in full. */
export async function storeCompact(
  handle: Handle,
  row: BlockRow,
  texts: { content: string; lessonsLearned: string | null },
  actorUserId: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  const values = { content: texts.content, lessonsLearned: texts.lessonsLearned };
  await changeBlock(handle, row, values, 'memory_compact', actorUserId, metadata);
  await settleProposal(handle, 'compaction', row.id, actorUserId);
}
