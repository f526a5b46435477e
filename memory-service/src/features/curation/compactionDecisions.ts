/** Compactions of the review inbox: the texts that accepting one stores, and taking them back. */
import type { AcceptedFields, GeneratedBy } from '@hindsight/shared-contracts/api';
import { compactTexts } from './compaction';
import { beforeCompaction, changeBlock } from '../memory';
import type { BlockRow } from '../memory';
import { findProposal } from '../proposals';
import type { ProposalRow } from '../proposals';
import type { Handle } from '../../platform/database/database';
import { loadOriginals } from './queries/consolidation';
import { asHttpProblems, requireLanguageFeatures } from './llmFeatures';
import { HttpProblem } from '../../platform/http/problem';
import type { Call } from '../../platform/http/route';

/** What is stored instead of a memory's texts, and who wrote it. */
export interface CompactedTexts {
  content: string;
  lessonsLearned: string | null;
  generatedBy: GeneratedBy;
}

const UNSEEN = 'A language model writes this text. Open it before you accept it.';
const GONE = 'This proposal no longer exists.';
const CHANGED = 'The memory has changed since this was resolved.';

/**
 * The texts that a person sent; for a part that is missing, what the rules write: they write the same each time. What a model would write
 * cannot be accepted unseen. The decision itself checks that the memory has not changed since the proposal.
 */
export async function acceptedTexts(
  { config, database, operations, principal, signal }: Call<'POST /review-items/decide', 'person'>,
  proposalId: string,
  { content, lessons_learned: lesson }: AcceptedFields = { lessons_learned: true },
): Promise<CompactedTexts> {
  const { rewriter } = operations;
  const { generatedBy } = rewriter;
  const block = await database.read(principal, async (handle) => {
    const proposal = await findProposal(handle, proposalId);
    return proposal && (await loadOriginals(handle, [proposal.memoryBlockId], false))[0];
  });
  if (!block) throw new HttpProblem(404, GONE);
  // Without the proposed lesson the memory keeps its own.
  const lessonsLearned = typeof lesson === 'string' ? lesson || null : block.lessonsLearned;
  const takesProposed = lesson === true && block.lessonsLearned !== null;
  if (content !== undefined && !takesProposed) return { content, lessonsLearned, generatedBy };
  requireLanguageFeatures(config);
  if (generatedBy === 'model') throw new HttpProblem(409, UNSEEN);
  const proposed = await asHttpProblems(compactTexts(rewriter, block, '', signal));
  return {
    content: content ?? proposed.content,
    lessonsLearned: takesProposed ? proposed.lessonsLearned : lessonsLearned,
    generatedBy,
  };
}

/** Brings the texts before an accepted compaction back. Throws 409 when the memory has changed since. */
export async function takeBack(
  handle: Handle,
  { isCurrent }: ProposalRow,
  block: BlockRow,
  actorUserId: string,
): Promise<void> {
  const before = isCurrent ? await beforeCompaction(handle, block.id) : undefined;
  if (!before) throw new HttpProblem(409, CHANGED);
  const values = { content: before.content, lessonsLearned: before.lessons_learned };
  await changeBlock(handle, block, values, 'memory_version_restore', actorUserId);
}
