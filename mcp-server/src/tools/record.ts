/** Tools of earlier versions that record, correct and judge memories, and the operations they share with the current ones. */
import type { McpServer } from '@modelcontextprotocol/server';
import { type MemoryBlock, Uuid } from '@hindsight/shared-contracts/api';
import { z } from 'zod';
import { memoryShape, findSuccessor } from '../model/memory';
import { InvalidInput } from '../toolErrors';
import { memoryResult } from './memoryResults';
import { describeRemembered, storeMemory } from './storeMemory';
import { addSupersedeTool } from './supersede';
import {
  ADDS,
  addTool,
  requireAgentId,
  CHANGES,
  memoryContent,
  optionalId,
  reason,
  required,
  text,
  type Deps,
  workspaceInput,
} from './tool';

type Change = {
  [name in 'content' | 'lessons_learned' | 'errors' | 'expected_updated_at']?: string | undefined;
};

/** Replaces texts of a memory. @throws InvalidInput when none is given. */
export async function correct(
  { api }: Deps,
  id: string,
  change: Change,
  signal: AbortSignal,
): Promise<{ row: MemoryBlock; lead: string }> {
  if (change.content === undefined && change.lessons_learned === undefined && change.errors === undefined)
    throw new InvalidInput('Nothing to correct: pass content, lessons_learned or errors.');
  const row = await api.call('PUT /memory-blocks/{id}', { params: { id }, body: change, signal });
  return { row, lead: correctionLead(row) };
}

/** Archives a memory or restores it. */
export const setArchived = ({ api }: Deps, id: string, archived: boolean, signal: AbortSignal) =>
  api.call('PUT /memory-blocks/{id}', { params: { id }, body: { archived }, signal });

interface Judgment {
  feedback_type: 'positive' | 'negative' | 'neutral';
  problem?: 'wrong' | 'outdated' | undefined;
  feedback_details: string | null;
}

/** Records a judgment about the value or a problem of a memory. */
export const judge = ({ api }: Deps, id: string, judgment: Judgment, signal: AbortSignal) =>
  api.call('POST /memory-blocks/{id}/feedback/', {
    params: { id },
    body: { memory_id: id, ...judgment },
    signal,
  });

/** Result of a correction; correcting an archived memory changes no search result. */
function correctionLead(row: MemoryBlock): string {
  const lead = 'Corrected. The previous text is in its history.';
  const successor = findSuccessor(row);
  if (successor !== undefined)
    return `${lead} It is archived, though, and superseded by ${successor}: searches find that one, so correct that one.`;
  return row.archived ? `${lead} It is archived, though, so searches leave it out.` : lead;
}

export function addEarlierRecordTools(server: McpServer, deps: Deps): void {
  addTool(server, deps, 'create_memory_block', {
    isEarlier: true,
    title: 'Record a memory',
    description:
      'Record what was learned so that later work finds it: what happened, and the lesson in one or two sentences that make sense without this conversation. Never record secrets.',
    input: {
      content: memoryContent.describe(
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
    async run({ agent_id, ...given }, { signal }) {
      const author = { agent_id: requireAgentId(deps, agent_id) };
      const answer = await storeMemory(deps, { author, ...given }, signal);
      if (answer.outcome === 'stored') server.sendResourceListChanged();
      const { message } = describeRemembered(answer);
      const { conversation_id: conversation } = answer.memory;
      const lead = `${message} Pass conversation_id ${conversation} to add to the same conversation.`;
      return memoryResult(deps, answer.memory, lead);
    },
  });

  addTool(server, deps, 'correct_memory', {
    isEarlier: true,
    title: 'Correct a memory',
    description:
      'Replace the texts of a memory that is wrong or incomplete. What you leave out stays; earlier texts stay in its history.',
    input: {
      memory_block_id: Uuid,
      content: memoryContent.optional(),
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
      const { row, lead } = await correct(deps, id, change, signal);
      return memoryResult(deps, row, lead);
    },
  });

  addSupersedeTool(server, deps);

  addTool(server, deps, 'archive_memory', {
    isEarlier: true,
    title: 'Archive or restore a memory',
    description: 'Take a memory out of every search, or bring it back. Nothing is deleted.',
    input: {
      memory_block_id: Uuid,
      restore: z.boolean().default(false).describe('true brings it back.'),
    },
    output: memoryShape,
    annotations: { ...CHANGES, destructiveHint: true },
    async run({ memory_block_id: id, restore }, { signal }) {
      const row = await setArchived(deps, id, !restore, signal);
      server.sendResourceListChanged();
      return memoryResult(deps, row, restore ? 'Restored.' : 'Archived: restore with restore: true.');
    },
  });

  addTool(server, deps, 'report_memory_feedback', {
    isEarlier: true,
    title: 'Rate a memory',
    description: 'Say whether a memory helped, so that good ones rise and poor ones are reviewed.',
    input: {
      memory_block_id: Uuid,
      feedback_type: z.enum(['positive', 'negative', 'neutral']),
      feedback_details: reason,
      comment: reason.describe('Former name of feedback_details.'),
    },
    output: memoryShape,
    annotations: ADDS,
    async run({ memory_block_id: id, feedback_type, feedback_details, comment }, { signal }) {
      const details = feedback_details ?? comment ?? null;
      const row = await judge(deps, id, { feedback_type, feedback_details: details }, signal);
      return memoryResult(deps, row, `Rated ${feedback_type}.`);
    },
  });

  addTool(server, deps, 'mark_memory', {
    isEarlier: true,
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
      const judgment = {
        feedback_type: 'negative',
        problem,
        feedback_details: why.slice(0, 10_000),
      } as const;
      const row = await judge(deps, id, judgment, signal);
      return memoryResult(deps, row, `Marked as ${problem}.`);
    },
  });
}
