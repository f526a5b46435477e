/** Moves a block and its dependent rows to another workspace. */
import type { Ownership } from '../../../platform/auth/rules/permissions';
import { ensureAgent, findAgent } from '../../agents';
import { auditBlock, changeBlock, lockBlock } from './blockWrites';
import type { BlockRow } from './blockWrites';
import { placeColumns, sameWorkspace } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { moveKeywords, readWords } from './keywordLinks';
import { scanBlock } from './storedSecrets';

/** Moves a locked block. Its agent and keywords stay for other blocks; it gets ones of the same names in the new workspace. */
export async function moveBlock(
  handle: Handle,
  block: BlockRow,
  place: Ownership,
  actorUserId: string,
): Promise<void> {
  if (sameWorkspace(block, place)) return;
  const agent = await findAgent(handle, block.agentId);
  if (!agent) throw new Error('The memory has no agent.');
  const metadata = {
    old_scope: block.visibilityScope,
    new_scope: place.visibilityScope,
    old_organization_id: block.organizationId,
    new_organization_id: place.organizationId,
  };
  const { id: agentId } =
    agent.visibilityScope === 'public' ? agent : await ensureAgent(handle, { ...agent, place, actorUserId });
  const values = { ...placeColumns(place), agentId };
  const words = await readWords(handle, block.id);
  await changeBlock(handle, block, values, 'memory_scope_change', actorUserId, metadata);
  // Also audit it in the organization that it enters.
  if (place.organizationId !== null)
    await auditBlock(handle, { id: block.id, ...place }, 'memory_scope_change', actorUserId, metadata);
  await moveKeywords(handle, block.id, place, words);
  // The new workspace's secret policy also applies to earlier versions.
  const moved = await lockBlock(handle, block.id);
  if (moved) await scanBlock(handle, moved, actorUserId);
}
