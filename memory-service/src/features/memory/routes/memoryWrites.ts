/** Changes of memory blocks, and their versions. */
import { isUuid } from '@hindsight/shared-contracts/rules';
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { mayTarget } from '../../../platform/auth/rules/permissions';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Person, TokenHolder } from '../../../platform/auth/rules/principal';
import { notifyMovedOut } from '../../organizations';
import { ensureAgent, findAgent } from '../../agents';
import type { AgentRow } from '../../agents';
import { moveBlock } from '../queries/blockMoves';
import { findVersion, listVersions } from '../queries/blockVersions';
import {
  changeBlock,
  deleteBlock,
  insertBlock,
  lockBlock,
  setArchived,
  textColumns,
  updateBlock,
} from '../queries/blockWrites';
import type { BlockRow } from '../queries/blockWrites';
import { sameWorkspace } from '../../../platform/database/conditions';
import type { Database, Handle } from '../../../platform/database/database';
import { findBlock } from '../queries/memoryBlocks';
import { readAhead } from '../../secrets';
import { readStoredAhead } from '../queries/storedSecrets';
import { chainReaches, lockChains } from '../queries/successors';
import { moveTarget, targetWorkspace, requireReadable, writable } from '../../../platform/http/access';
import { describePlace } from '../../../platform/http/keyset';
import { HttpProblem, assertAllowed } from '../../../platform/http/problem';
import { supportsUnrated, withZeroScores } from '../../../platform/http/preferHeader';
import type { Call, Routes } from '../../../platform/http/route';
import type { Services } from '../../../platform/http/services';
import { entityTag } from './memoryBlocks';
import { wireTime } from '../../../platform/http/wire';
import { restoredFields } from '../../../schema/blockColumns';

export const MISSING_BLOCK = 'Memory block not found';

/** The block in wire format, after a change in the same transaction. */
async function requireBlock(handle: Handle, id: string) {
  const found = await findBlock(handle, id);
  if (!found) throw new Error('The updated memory was not found.');
  return found.block;
}

/** Applies a change to one block that the caller may change, under a row lock, and returns the updated block. */
export function updateOwnBlock(
  database: Database,
  principal: Person | TokenHolder,
  id: string,
  change: (handle: Handle, block: BlockRow) => Promise<void>,
) {
  return database.write(principal, async (handle) => {
    const block = writable(principal, await lockBlock(handle, id), MISSING_BLOCK);
    await change(handle, block);
    return requireBlock(handle, id);
  });
}

type Edit = Pick<Call<'PUT /memory-blocks/{id}'>, 'header' | 'body'>;

/** Rejects an edit of a block that changed since the editor loaded it. The response contains both states. */
async function requireUnchanged(
  handle: Handle,
  block: BlockRow,
  { header, body: { expected_updated_at: expected, ...sent } }: Edit,
): Promise<void> {
  const wanted = (header('if-match') ?? expected)?.trim().replace(/^(W\/)?"(.*)"$/, '$2');
  if (wanted === undefined || wanted === '' || wanted === '*') return;
  const present = wireTime(block.updatedAt);
  if (present === wanted || Date.parse(present) === Date.parse(wanted)) return;
  const detail = 'Someone else has changed this memory block since you opened it.';
  const stored = await requireBlock(handle, block.id);
  const current = supportsUnrated(header('prefer')) ? stored : withZeroScores(stored);
  throw new HttpProblem(409, detail, { code: 'edit_conflict', current, sent });
}

/** Rejects an edit that would make a block its own successor through a chain. */
async function requireNoCycle(handle: Handle, block: BlockRow, { body }: Pick<Edit, 'body'>): Promise<void> {
  const successor = body.metadata_col?.['superseded_by'];
  if (typeof successor !== 'string' || !isUuid(successor)) return;
  await lockChains(handle);
  if (!(await chainReaches(handle, successor.trim(), block.id))) return;
  const detail = 'This memory already replaces the one you chose. Choose another, or restore that one first.';
  throw new HttpProblem(422, detail, { code: 'superseded_in_a_circle' });
}

type Create = Pick<
  Call<'POST /memory-blocks/'> & Services,
  'database' | 'principal' | 'scope' | 'body' | 'header' | 'note'
> & { principal: Person | TokenHolder };

/** The agent that a request names; a missing one is created with the memory. */
async function requireAuthor(
  handle: Handle,
  principal: Person | TokenHolder,
  { agent_id: id, agent_name: name = '' }: Create['body'],
  place: Ownership,
): Promise<AgentRow> {
  if (id !== undefined)
    return requireReadable(principal, await findAgent(handle, id, 'share'), 'Agent not found');
  return ensureAgent(handle, { name, description: null, place, actorUserId: principal.userId });
}

/**
 * Stores a new memory.
 * @param known returns the id of an existing memory to use instead of a new one; it runs in the same transaction.
 */
export async function createBlock(
  { database, principal, scope, body, header, note }: Create,
  known?: (handle: Handle, place: Ownership) => Promise<string | undefined>,
): Promise<{ memory: MemoryBlock; isKnown: boolean }> {
  assertAllowed(mayTarget(principal, body.organization_id ?? undefined));
  const place = targetWorkspace(principal, scope(), 'data');
  await readAhead({ ...textColumns(body), content: body.content }, body.content);
  const made = await database.write(principal, async (handle) => {
    const agent = await requireAuthor(handle, principal, body, place);
    if (agent.visibilityScope !== 'public' && !sameWorkspace(agent, place)) {
      const detail = 'The agent belongs to a different workspace than the destination.';
      throw new HttpProblem(422, detail, { code: 'agent_scope' });
    }
    const agentId = agent.id;
    const same = await known?.(handle, place);
    if (same !== undefined) return { memory: await requireBlock(handle, same), isKnown: true, agentId };
    const score = supportsUnrated(header('prefer')) ? body.feedback_score : body.feedback_score || null;
    const origin = principal.kind === 'token' ? 'agent' : 'person';
    const given = { ...body, agent_id: agentId, feedback_score: score ?? null, origin } as const;
    const id = await insertBlock(handle, given, place, undefined, principal.userId);
    return { memory: await requireBlock(handle, id), isKnown: false, agentId };
  });
  note({ memoryIds: [made.memory.id], agentId: made.agentId });
  return made;
}

export const memoryWriteRoutes = {
  'POST /memory-blocks/': {
    access: 'writer',
    handle: async (call) => (await createBlock(call)).memory,
  },

  'PUT /memory-blocks/{id}': {
    access: 'writer',
    handle: async (call) => {
      const { database, principal, params, body, header, setHeader } = call;
      await readAhead(textColumns(body));
      const after = await updateOwnBlock(database, principal, params.id, async (handle, block) => {
        await requireUnchanged(handle, block, call);
        await requireNoCycle(handle, block, call);
        const { feedback_score: score, ...given } = body;
        // A client that does not support null sends back the 0 it was shown.
        const isShown = score === 0 && block.feedbackScore === null && !supportsUnrated(header('prefer'));
        const changes = score === undefined || isShown ? given : body;
        await updateBlock(handle, block, changes, principal.userId);
      });
      setHeader('etag', entityTag(after));
      return after;
    },
  },

  'POST /memory-blocks/{id}/archive': {
    access: 'writer',
    handle: ({ database, principal, params }) =>
      updateOwnBlock(database, principal, params.id, (handle, block) =>
        setArchived(handle, block, true, principal.userId),
      ),
  },

  'DELETE /memory-blocks/{id}': {
    access: 'writer',
    handle: async ({ database, principal, params }) => {
      await updateOwnBlock(database, principal, params.id, (handle, block) =>
        setArchived(handle, block, true, principal.userId),
      );
      return undefined;
    },
  },

  'DELETE /memory-blocks/{id}/hard-delete': {
    access: 'writer',
    handle: ({ database, principal, params, note }) =>
      database.write(principal, async (handle) => {
        const block = writable(principal, await lockBlock(handle, params.id), MISSING_BLOCK);
        await deleteBlock(handle, block, principal.userId);
        note({ memoryIds: [block.id], organizationId: block.organizationId });
        return undefined;
      }),
  },

  'POST /memory-blocks/{id}/change-scope': {
    access: 'writer',
    handle: async ({ config, database, principal, params, body }) => {
      await readStoredAhead(database, principal, [params.id]);
      return updateOwnBlock(database, principal, params.id, async (handle, block) => {
        const place = moveTarget(principal, block, body);
        await moveBlock(handle, block, place, principal.userId);
        await notifyMovedOut(config, handle, principal, { from: block, to: place, what: 'memories' });
      });
    },
  },

  'GET /memory-blocks/{id}/versions': {
    access: 'memory',
    handle: async ({ database, principal, params, query, setHeader }) => {
      const page = await database.read(principal, async (handle) => {
        requireReadable(principal, (await findBlock(handle, params.id))?.ownership, MISSING_BLOCK);
        return listVersions(handle, params.id, {
          ...query,
          after: describePlace(query.after, 'version'),
        });
      });
      setHeader('x-total-count', String(page.total));
      return page.items;
    },
  },

  'POST /memory-blocks/{id}/versions/{version}/restore': {
    access: 'writer',
    handle: async ({ database, principal, params }) => {
      await readStoredAhead(database, principal, [params.id]);
      return updateOwnBlock(database, principal, params.id, async (handle, block) => {
        const version = await findVersion(handle, params.id, params.version);
        if (!version) throw new HttpProblem(404, 'Version not found');
        const metadata = { version: params.version };
        await changeBlock(
          handle,
          block,
          restoredFields(version),
          'memory_version_restore',
          principal.userId,
          metadata,
        );
      });
    },
  },
} satisfies Partial<Routes>;
