/** Candidates for archiving: the same memories with the same score on every page. */
import { blocksInUse, pruningCandidates } from './queries/pruning';
import type { PruningCandidate, PruningFilter } from './queries/pruning';
import type { Handle } from '../../platform/database/database';
import { scoreForPruning, WORTH_KEEPING } from './pruningScore';
import type { PruningScore } from './pruningScore';
import { setArchived } from '../memory';
import type { BlockRow } from '../memory';
import { settleProposal } from '../proposals';
import { lastingContentInThread } from './textWork';

/** Maximum share of a workspace proposed at once: only a part can be the least valuable. */
const MAX_SHARE = 0.25;

export interface Prunable extends PruningCandidate {
  worth: PruningScore;
}

/** Least valuable first. */
export const compareByWorth = (a: Prunable, b: Prunable): number =>
  a.worth.score - b.worth.score || (a.id < b.id ? -1 : 1);

export const isWorthLittle = ({ worth }: Prunable): boolean => worth.score < WORTH_KEEPING;

/** Archives a locked block, whichever page the decision was made on. */
export async function prune(handle: Handle, block: BlockRow, actorUserId: string): Promise<void> {
  await setArchived(handle, block, true, actorUserId);
  await settleProposal(handle, 'pruning', block.id, actorUserId);
}

/** The candidates of a page with their scores. */
export async function scoreCandidates(
  handle: Handle,
  filter: PruningFilter,
  page: { skip: number; limit: number },
): Promise<Prunable[]> {
  const candidates = await pruningCandidates(handle, filter, page);
  const lasting = await lastingContentInThread(
    candidates.map(({ content, lessonsLearned }) => `${content}\n${lessonsLearned ?? ''}`),
  );
  return candidates.map((candidate, at) => ({
    ...candidate,
    worth: scoreForPruning({ ...candidate, lasting: lasting[at] }),
  }));
}

/** The least valuable of the scored candidates, lowest first, limited to the number that may be proposed at once. */
export async function selectLeastValuable(
  handle: Handle,
  filter: PruningFilter,
  scored: readonly Prunable[],
): Promise<Prunable[]> {
  const most = Math.ceil((await blocksInUse(handle, filter.rows)) * MAX_SHARE);
  return scored.filter(isWorthLittle).sort(compareByWorth).slice(0, most);
}
