/** Resolves a conflict by keeping one of two memories, and undoes it. */
import type { ReviewVerdict } from '@hindsight/shared-contracts/api';
import type { Person } from '../../platform/auth/rules/principal';
import { audit, targetType } from '../../platform/database/audits';
import { setArchived, updateBlock, chainReaches, lockChains } from '../memory';
import type { BlockRow } from '../memory';
import { loadOriginals } from './queries/consolidation';
import { decideContradiction, findContradiction, lockContradiction } from './queries/contradictions';
import type { Handle } from '../../platform/database/database';
import { writable } from '../../platform/http/access';
import { HttpProblem } from '../../platform/http/problem';

export type Kept = 'newer' | 'older';

const MISSING = 'This proposal no longer exists.';
const DECIDED = 'This has already been resolved.';
const CHANGED = 'One of the memories has changed since this was proposed.';
const CHANGED_SINCE = 'One of the memories has changed since this was resolved.';

const readMetadata = ({ metadata }: BlockRow) => (metadata ?? {}) as Record<string, unknown>;

/** Archives `lost`; searches lead from it to `kept`. */
async function supersede(handle: Handle, lost: BlockRow, kept: BlockRow, actorUserId: string): Promise<void> {
  await lockChains(handle);
  if (await chainReaches(handle, kept.id, lost.id)) throw new HttpProblem(409, CHANGED);
  const metadata = { ...readMetadata(lost), superseded_by: kept.id };
  await updateBlock(handle, lost, { metadata_col: metadata, archived: true }, actorUserId);
}

/** Restores memories superseded by `keptId`, unless someone else has restored or superseded them since. */
async function restore(handle: Handle, lost: BlockRow, keptId: string, actorUserId: string): Promise<void> {
  const { superseded_by: successor, ...metadata } = readMetadata(lost);
  if (lost.archived && successor !== keptId) throw new HttpProblem(409, CHANGED_SINCE);
  if (successor === keptId) await updateBlock(handle, lost, { metadata_col: metadata }, actorUserId);
  await setArchived(handle, lost, false, actorUserId);
}

/** Decides a locked pair in the caller's transaction. Throws a user-readable reason. */
export async function decidePair(
  handle: Handle,
  principal: Person,
  { id, keep = 'newer' }: { id: string; keep?: Kept | undefined },
  verdict: Exclude<ReviewVerdict, 'snooze'>,
): Promise<void> {
  // Lock the memories first, like every edit and move: a decision that waited for such a change then sees it.
  const known = writable(principal, await findContradiction(handle, id), MISSING);
  const blocks = await loadOriginals(handle, known.memoryBlockIds, true);
  const pair = writable(principal, await lockContradiction(handle, id), MISSING);
  const [older, newer] = pair.memoryBlockIds.map((blockId) =>
    writable(
      principal,
      blocks.find((row) => row.id === blockId),
      MISSING,
    ),
  ) as [BlockRow, BlockRow];
  if ((pair.state === 'pending') === (verdict === 'reopen')) throw new HttpProblem(409, DECIDED);
  if (verdict === 'reopen' ? !pair.isSame : !pair.isCurrent)
    throw new HttpProblem(409, verdict === 'reopen' ? CHANGED_SINCE : CHANGED);
  const kept = keep === 'newer' ? newer : older;
  if (verdict === 'accept') await supersede(handle, kept === newer ? older : newer, kept, principal.userId);
  if (verdict === 'reopen' && pair.resultId !== null)
    await restore(handle, pair.resultId === newer.id ? older : newer, pair.resultId, principal.userId);
  const states = { accept: 'accepted', reject: 'rejected', reopen: 'pending' } as const;
  await decideContradiction(handle, id, states[verdict], verdict === 'accept' ? kept.id : null);
  await audit(handle, {
    actionType: `review_${verdict}`,
    targetType: targetType('contradiction'),
    targetId: id,
    organizationId: newer.organizationId,
    actorUserId: principal.userId,
    metadata: { memory_block_id: kept.id, ...(verdict === 'accept' && { kept: keep }) },
  });
}
