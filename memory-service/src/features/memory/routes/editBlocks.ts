/** Edits many blocks at once, with a separate result and undo for each. */
import { isDeepStrictEqual } from 'node:util';
import type { BlockChange, BlockEdit, EditResult } from '@hindsight/shared-contracts/api';
import type { Config } from '../../../platform/config/config';
import { editKeywords } from '../applyKeywords';
import type { Person, TokenHolder } from '../../../platform/auth/rules/principal';
import { notifyMovedOut } from '../../organizations';
import { recordFeedback, removeFeedback } from '../queries/blockFeedback';
import { moveBlock } from '../queries/blockMoves';
import { deleteMadeKeywords, discardUndo, storeUndo, loadEditMoves } from '../queries/bulkEdits';
import { lockBlock, setArchived } from '../queries/blockWrites';
import type { BlockRow } from '../queries/blockWrites';
import { sameWorkspace } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { SecretRefused } from '../../secrets';
import { readStoredAhead } from '../queries/storedSecrets';
import { savepoint } from '../../../platform/database/transactions';
import { moveTarget, ownPlace, writable } from '../../../platform/http/access';
import { HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';
import { MISSING_BLOCK } from './memoryWrites';

interface Editor {
  config: Config;
  handle: Handle;
  principal: Person | TokenHolder;
  /** The caller's own moves that this edit undoes, by memory. */
  undoes: Awaited<ReturnType<typeof loadEditMoves>>;
}

/** Whether a move returns a block from where the caller's own edit put it to where that edit took it from. */
function revertsMove({ undoes }: Editor, block: BlockRow, change: BlockChange): boolean {
  const move = undoes.get(block.id);
  if (move?.to.kind !== 'move' || move.back.kind !== 'move' || change.kind !== 'move') return false;
  const { to, back } = move;
  return (
    to.organization_id === block.organizationId &&
    to.visibility_scope === block.visibilityScope &&
    isDeepStrictEqual(back, change)
  );
}

/** Applies a change to a locked block. Returns its undo; null if there was nothing to change. */
type CarryOut<Change> = (editor: Editor, block: BlockRow, change: Change) => Promise<BlockChange | null>;

const CARRY_OUT: { [Kind in BlockChange['kind']]: CarryOut<Extract<BlockChange, { kind: Kind }>> } = {
  keywords: async ({ handle, principal }, block, change) => {
    const { added, removed } = await editKeywords(handle, principal, block, change);
    const isChanged = added.length + removed.length > 0;
    return isChanged ? { kind: 'keywords', add: removed, remove: added } : null;
  },

  feedback: async ({ handle, principal }, block, given) => {
    const { feedback_type: type, feedback_details: details = null, problem } = given;
    if (problem !== undefined && problem === block.problem) return null;
    const id = await recordFeedback(handle, block, { type, details, problem }, principal.userId);
    return { kind: 'take_back', feedback_id: id };
  },

  take_back: async ({ handle, principal }, block, { feedback_id: id }) => {
    if (!(await removeFeedback(handle, block, id, principal.userId)))
      throw new HttpProblem(404, 'Feedback not found');
    return null;
  },

  move: async (editor, block, change) => {
    const { config, handle, principal } = editor;
    const place = moveTarget(principal, block, change, revertsMove(editor, block, change));
    if (sameWorkspace(block, place)) return null;
    await moveBlock(handle, block, place, principal.userId);
    await notifyMovedOut(config, handle, principal, { from: block, to: place, what: 'memories' });
    const { visibilityScope: visibility_scope, organizationId: organization_id, ownerUserId } = block;
    const isOthers = ownerUserId !== null && ownerUserId !== principal.userId;
    const owner = isOthers ? { new_owner_user_id: ownerUserId } : {};
    return { kind: 'move', visibility_scope, organization_id, ...owner };
  },

  archive: async ({ handle, principal }, block, { archived }) => {
    if (block.archived === archived) return null;
    await setArchived(handle, block, archived, principal.userId);
    return { kind: 'archive', archived: !archived };
  },
};

/** The reason of a refusal; undefined for any other error. */
function refusalReason(error: unknown): string | undefined {
  if (error instanceof HttpProblem) return error.detail;
  return error instanceof SecretRefused ? error.message : undefined;
}

/** Applies one edit; a refusal is a result and does not affect the other edits. */
async function editOne(editor: Editor, { memory_block_id: id, change }: BlockEdit): Promise<EditResult> {
  const { handle, principal } = editor;
  try {
    const undo = await savepoint(handle, async () => {
      const block = writable(principal, await lockBlock(handle, id), MISSING_BLOCK);
      const carryOut = CARRY_OUT[change.kind] as CarryOut<BlockChange>;
      return carryOut(editor, block, change);
    });
    const isChanged = undo !== null || change.kind === 'take_back';
    return { memory_block_id: id, status: isChanged ? 'changed' : 'unchanged', error: null, undo };
  } catch (error) {
    const reason = refusalReason(error);
    if (reason === undefined) throw error;
    return { memory_block_id: id, status: 'refused', error: reason, undo: null };
  }
}

/** Rolls back the transaction of a dry run, so that its response is exactly that of the real edit. */
class DryRun extends Error {
  constructor(readonly results: EditResult[]) {
    super('A dry run is rolled back.');
  }
}

export const editBlockRoutes = {
  'POST /memory-blocks/bulk-edit': {
    access: 'writer',
    handle: async ({ config, database, principal, scope, body, note }) => {
      const { edit_id: editId, undo_of: undoToken } = body;
      const place = editId !== undefined ? ownPlace(principal, scope()) : null;
      // A consistent order, so that two requests wait for each other instead of deadlocking.
      const inOrder = [...body.edits.entries()].sort(([, one], [, other]) =>
        one.memory_block_id < other.memory_block_id ? -1 : 1,
      );
      const edit = async (handle: Handle) => {
        const results: EditResult[] = [];
        const isUndo = undoToken !== undefined && principal.kind === 'person';
        const undoes = isUndo
          ? await loadEditMoves(handle, undoToken, principal.userId)
          : new Map<string, never>();
        for (const [place, one] of inOrder)
          results[place] = await editOne({ config, handle, principal, undoes }, one);
        if (body.dry_run) throw new DryRun(results);
        if (principal.kind !== 'person') return results;
        const undo = results.flatMap((result) =>
          result.undo ? [{ memory_block_id: result.memory_block_id, change: result.undo }] : [],
        );
        const [first] = body.edits;
        if (editId !== undefined && place && first && undo.length > 0)
          await storeUndo(handle, place, principal.userId, { editId, change: first.change, undo });
        if (undoToken !== undefined) {
          const done = results.filter(({ status }) => status !== 'refused');
          const blockIds = new Set(done.map(({ memory_block_id: id }) => id));
          await discardUndo(handle, { editId: undoToken, userId: principal.userId, blockIds });
          await deleteMadeKeywords(handle, undoToken, principal.userId);
        }
        return results;
      };
      const moved = body.edits.filter(({ change }) => change.kind === 'move');
      await readStoredAhead(
        database,
        principal,
        moved.map(({ memory_block_id: id }) => id),
      );
      const results = await database.write(principal, edit).catch((error: unknown) => {
        if (error instanceof DryRun) return error.results;
        throw error;
      });
      const changed = results.filter(({ status }) => status === 'changed');
      if (!body.dry_run) note({ memoryIds: changed.map(({ memory_block_id: id }) => id) });
      return { results };
    },
  },
} satisfies Partial<Routes>;
