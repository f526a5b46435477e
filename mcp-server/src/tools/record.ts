/** Tools that record, correct and judge memories. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Uuid } from '@hindsight/shared-contracts/api';
import { MAX_TEXT, randomUuid } from '@hindsight/shared-contracts/rules';
import { z } from 'zod';
import { memoryShape } from '../model/memory';
import { InvalidInput, toolError } from '../toolErrors';
import { addDetailsTool } from './details';
import { memoryResult } from './memoryResults';
import { addTool, ADDS, agentFor, CHANGES, type Deps, optionalId, scopeInput, workspaceInput } from './tool';

const text = z.string().max(MAX_TEXT, `A text may have at most ${MAX_TEXT} characters: store a summary.`);
const required = (what: string) => text.refine((given) => given.trim() !== '', `${what} must not be empty.`);
const reason = z.string().max(10_000).optional();

export function addRecordTools(server: McpServer, deps: Deps): void {
  const { api } = deps;

  addTool(server, deps, 'create_memory_block', {
    title: 'Record a memory',
    description:
      'Record what was learned so that later work finds it: what happened, and the lesson in one or two sentences that make sense without this conversation. Never record secrets.',
    input: {
      content: required('content').describe(
        'What happened: names, messages and symptoms as one would search for them, and other usual words for the same things.',
      ),
      lessons_learned: required('lessons_learned').describe('What to do or avoid next time.'),
      errors: text.optional().describe('Error messages, word for word.'),
      agent_id: optionalId,
      conversation_id: optionalId,
      metadata: z.record(z.string(), z.unknown()).optional(),
      workspace: workspaceInput,
    },
    output: memoryShape,
    annotations: ADDS,
    async run(
      { content, lessons_learned, errors, agent_id, conversation_id, metadata, workspace },
      { signal },
    ) {
      const scope = await scopeInput(deps, workspace);
      const conversation = conversation_id ?? deps.defaults.conversationId ?? randomUuid();
      const row = await api.call('POST /memory-blocks/', {
        body: {
          agent_id: agentFor(deps, agent_id),
          conversation_id: conversation,
          content,
          lessons_learned,
          ...(errors === undefined ? {} : { errors }),
          ...(metadata ? { metadata_col: metadata } : {}),
          organization_id: (scope.scope ?? deps.defaults.scope)?.organizationId ?? null,
        },
        ...scope,
        signal,
      });
      server.sendResourceListChanged();
      return memoryResult(
        deps,
        row,
        `Recorded as ${row.id}. Pass conversation_id ${conversation} to add to the same conversation.`,
      );
    },
  });

  addDetailsTool(server, deps);

  addTool(server, deps, 'correct_memory', {
    title: 'Correct a memory',
    description:
      'Replace the texts of a memory that is wrong or incomplete. What you leave out stays; earlier texts stay in its history.',
    input: {
      memory_block_id: Uuid,
      content: required('content').optional(),
      lessons_learned: required('lessons_learned').optional(),
      errors: text.optional(),
      expected_updated_at: z
        .string()
        .max(100)
        .optional()
        .describe('updated_at as you read it: nothing changes when someone else changed it since.'),
    },
    output: memoryShape,
    annotations: CHANGES,
    async run({ memory_block_id: id, ...change }, { signal }) {
      if (change.content === undefined && change.lessons_learned === undefined && change.errors === undefined)
        throw new InvalidInput('Nothing to correct: pass content, lessons_learned or errors.');
      const row = await api.call('PUT /memory-blocks/{id}', { params: { id }, body: change, signal });
      return memoryResult(deps, row, 'Corrected. The text before is in its history.');
    },
  });

  addTool(server, deps, 'supersede_memory', {
    title: 'Supersede a memory',
    description:
      'Record a newer memory in the place of an outdated one. The outdated one is archived and names its successor.',
    input: {
      memory_block_id: Uuid.describe('The memory that is outdated.'),
      content: required('content'),
      lessons_learned: required('lessons_learned'),
      errors: text.optional(),
      reason: reason.describe('Why the older one no longer holds.'),
    },
    output: { ...memoryShape, superseded_id: z.string() },
    annotations: { ...ADDS, destructiveHint: true },
    async run({ memory_block_id: id, content, lessons_learned, errors, reason: why }, { signal, progress }) {
      const old = await api.call('GET /memory-blocks/{id}', { params: { id }, signal });
      const metadata = { supersedes: id, ...(why ? { reason: why } : {}) };
      const scope = {
        scope:
          old.organization_id !== null
            ? { scope: 'organization' as const, organizationId: old.organization_id }
            : {
                scope: old.visibility_scope === 'public' ? ('public' as const) : ('personal' as const),
                organizationId: null,
              },
      };
      const row = await api.call('POST /memory-blocks/', {
        body: {
          agent_id: old.agent_id,
          conversation_id: old.conversation_id,
          content,
          lessons_learned,
          ...(errors === undefined ? {} : { errors }),
          metadata_col: metadata,
          organization_id: old.organization_id,
        },
        ...scope,
        signal,
      });
      await progress(1, 2, 'The newer memory is recorded.');
      // From here on the newer memory exists: its id must reach the agent whatever happens to the older one.
      let lead = `Recorded as ${row.id}; ${id} is archived and names it as its successor.`;
      try {
        await api.call('PUT /memory-blocks/{id}', {
          params: { id },
          body: { archived: true, metadata_col: { ...old.metadata_col, superseded_by: row.id } },
        });
        await progress(2, 2, 'The older memory is archived.');
      } catch (error) {
        const [problem] = toolError(error).content;
        lead = `Recorded as ${row.id}, but ${id} could not be archived: ${problem?.type === 'text' ? problem.text : ''}`;
      }
      server.sendResourceListChanged();
      const result = await memoryResult(deps, row, lead);
      return { text: result.text, data: { ...result.data, superseded_id: id } };
    },
  });

  addTool(server, deps, 'archive_memory', {
    title: 'Archive or restore a memory',
    description: 'Take a memory out of every search, or bring it back. Nothing is deleted.',
    input: {
      memory_block_id: Uuid,
      restore: z.boolean().default(false).describe('true brings it back.'),
    },
    output: memoryShape,
    annotations: { ...CHANGES, destructiveHint: true },
    async run({ memory_block_id: id, restore }, { signal }) {
      const row = await api.call('PUT /memory-blocks/{id}', {
        params: { id },
        body: { archived: !restore },
        signal,
      });
      server.sendResourceListChanged();
      return memoryResult(deps, row, restore ? 'Restored.' : 'Archived: restore with restore: true.');
    },
  });

  addTool(server, deps, 'report_memory_feedback', {
    title: 'Rate a memory',
    description: 'Say whether a memory helped, so that good ones rise and poor ones are reviewed.',
    input: {
      memory_block_id: Uuid,
      feedback_type: z.enum(['positive', 'negative', 'neutral']),
      feedback_details: reason,
      comment: reason.describe('Older name of feedback_details.'),
    },
    output: memoryShape,
    annotations: ADDS,
    async run({ memory_block_id: id, feedback_type, feedback_details, comment }, { signal }) {
      const row = await api.call('POST /memory-blocks/{id}/feedback/', {
        params: { id },
        body: { memory_id: id, feedback_type, feedback_details: feedback_details ?? comment ?? null },
        signal,
      });
      return memoryResult(deps, row, `Rated ${feedback_type}.`);
    },
  });

  addTool(server, deps, 'mark_memory', {
    title: 'Mark a memory as wrong or outdated',
    description:
      'Say that a memory is wrong or outdated, with the reason: its score falls and the reason is kept for the people who review it. correct_memory or supersede_memory repair it.',
    input: {
      memory_block_id: Uuid,
      problem: z.enum(['wrong', 'outdated']),
      reason: required('reason').describe('What is wrong with it, or what replaced it.'),
    },
    output: memoryShape,
    annotations: ADDS,
    async run({ memory_block_id: id, problem, reason: why }, { signal }) {
      const row = await api.call('POST /memory-blocks/{id}/feedback/', {
        params: { id },
        body: {
          memory_id: id,
          feedback_type: 'negative',
          problem,
          feedback_details: why.slice(0, 10_000),
        },
        signal,
      });
      return memoryResult(deps, row, `Marked as ${problem}.`);
    },
  });
}
