/** The tool that records a newer memory in place of an outdated one. */
import type { McpServer } from '@modelcontextprotocol/server';
import { type MemoryBlock, Uuid } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { PERSONAL_SCOPE, PUBLIC_SCOPE } from '@hindsight/shared-contracts/rules';
import { z } from 'zod';
import { memoryShape, findSuccessor } from '../model/memory';
import { InvalidInput, toolErrorText } from '../toolErrors';
import type { Author } from './agentNames';
import { memoryResult } from './memoryResults';
import {
  addTool,
  ADDS,
  type Call,
  type Deps,
  memoryContent,
  optionalId,
  reason,
  required,
  text,
} from './tool';

/** Attempts in case of concurrent edits of the older memory. */
const MAX_ATTEMPTS = 3;

const refusal = (id: string, successor: string) =>
  `${id} is already superseded by ${successor}: correct or supersede that one. To replace ${id} all the same, restore it first.`;

function toScope({ organization_id: organizationId, visibility_scope: scope }: MemoryBlock): ActiveScope {
  if (organizationId !== null) return { scope: 'organization', organizationId };
  return scope === 'public' ? PUBLIC_SCOPE : PERSONAL_SCOPE;
}

/** The current memory after an edit conflict; null for any other failure. */
function readEditConflict(error: unknown): MemoryBlock | null {
  if (!(error instanceof ApiError) || error.code !== 'edit_conflict') return null;
  return (JSON.parse(error.raw) as { current: MemoryBlock }).current;
}

/**
 * Archives the older memory and names its successor there, unless it already has one: of two concurrent replacements, only one wins.
 * @returns the successor that it has afterwards.
 */
async function archiveOlder({ api }: Deps, older: MemoryBlock, successor: string): Promise<string> {
  for (let attempt = 1, old = older; ; attempt += 1) {
    try {
      await api.call('PUT /memory-blocks/{id}', {
        params: { id: old.id },
        body: {
          archived: true,
          metadata_col: { ...old.metadata_col, superseded_by: successor },
          expected_updated_at: old.updated_at,
        },
      });
      return successor;
    } catch (error) {
      const current = readEditConflict(error);
      if (!current || attempt === MAX_ATTEMPTS) throw error;
      const other = findSuccessor(current);
      if (other !== undefined) return other;
      old = current;
    }
  }
}

/** Deletes a newer memory that lost to another successor. */
async function deleteNewer({ api }: Deps, id: string): Promise<string> {
  try {
    await api.call('DELETE /memory-blocks/{id}/hard-delete', { params: { id } });
    return 'Nothing was recorded.';
  } catch (error) {
    return `Your newer memory ${id} could not be deleted: archive it. ${toolErrorText(error)}`;
  }
}

/** Makes a stored memory the successor of another. @throws InvalidInput when that one already has a different successor. */
export async function replaceBy(
  deps: Deps,
  id: string,
  successor: string,
  signal: AbortSignal,
): Promise<void> {
  const [old] = await Promise.all(
    [id, successor].map((one) => deps.api.call('GET /memory-blocks/{id}', { params: { id: one }, signal })),
  );
  const taken = findSuccessor(old!) ?? (await archiveOlder(deps, old!, successor));
  if (taken !== successor) throw new InvalidInput(refusal(id, taken));
}

/** A newer memory, and the one it replaces. */
interface Newer {
  memory_block_id: string;
  content: string;
  lessons_learned?: string | undefined;
  errors?: string | undefined;
  reason?: string | undefined;
  /** Agent that records it; defaults to the caller, then to the author of the older memory. */
  author?: Author | undefined;
}

/** Records the newer memory and archives the older one. @throws InvalidInput when that one already has another successor. */
export async function supersede(
  deps: Deps,
  { memory_block_id: id, content, lessons_learned, errors, reason: why, author }: Newer,
  { signal, progress }: Call,
): Promise<{ row: MemoryBlock; lead: string }> {
  const { api, defaults } = deps;
  const old = await api.call('GET /memory-blocks/{id}', { params: { id }, signal });
  const earlier = findSuccessor(old);
  if (earlier !== undefined) throw new InvalidInput(refusal(id, earlier));
  const row = await api.call('POST /memory-blocks/', {
    body: {
      ...(author ?? { agent_id: defaults.agentId ?? old.agent_id }),
      conversation_id: old.conversation_id,
      content,
      lessons_learned,
      ...(errors === undefined ? {} : { errors }),
      metadata_col: { supersedes: id, ...(why ? { reason: why } : {}) },
      organization_id: old.organization_id,
    },
    scope: toScope(old),
    signal,
  });
  await progress(1, 2, 'The newer memory is recorded.');
  // The newer memory now exists, so its id must reach the agent whatever happens to the older one.
  let lead = `Recorded as ${row.id}; ${id} is archived and names it as its successor.`;
  let successor = row.id;
  try {
    successor = await archiveOlder(deps, old, row.id);
    await progress(2, 2, 'The older memory is archived.');
  } catch (error) {
    lead = `Recorded as ${row.id}, but ${id} could not be archived: ${toolErrorText(error)}`;
  }
  if (successor !== row.id)
    throw new InvalidInput(`${refusal(id, successor)} ${await deleteNewer(deps, row.id)}`);
  return { row, lead };
}

export function addSupersedeTool(server: McpServer, deps: Deps): void {
  addTool(server, deps, 'supersede_memory', {
    isEarlier: true,
    title: 'Supersede a memory',
    description:
      'Record a newer memory in place of an outdated one. The outdated one is archived and names its successor.',
    input: {
      memory_block_id: Uuid.describe('The memory that is outdated.'),
      content: memoryContent,
      lessons_learned: required('lessons_learned'),
      errors: text.optional(),
      reason: reason.describe('Why the older one no longer holds.'),
      agent_id: optionalId.describe(
        'Who records the newer one. Default: you, else the author of the older one.',
      ),
    },
    output: { ...memoryShape, superseded_id: z.string() },
    annotations: { ...ADDS, destructiveHint: true },
    async run({ agent_id, ...input }, call) {
      const author = agent_id === undefined ? undefined : { agent_id };
      const { row, lead } = await supersede(deps, { ...input, author }, call);
      server.sendResourceListChanged();
      const result = await memoryResult(deps, row, lead);
      return { text: result.text, data: { ...result.data, superseded_id: input.memory_block_id } };
    },
  });
}
