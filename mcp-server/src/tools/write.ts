/** Tools that record, change and judge memories. They report the outcome and echo no text of the memory. */
import type { McpServer } from '@modelcontextprotocol/server';
import { Uuid } from '@hindsight/shared-contracts/api';
import { z } from 'zod';
import { InvalidInput } from '../toolErrors';
import { authorNamed } from './agentNames';
import { correct, judge, setArchived } from './record';
import { describeRemembered, storeMemory } from './storeMemory';
import { replaceBy, supersede } from './supersede';
import {
  ADDS,
  addTool,
  agentInput,
  type Call,
  CHANGES,
  memoryContent,
  optionalId,
  reason,
  required,
  type Result,
  text,
  type Deps,
  workspaceInput,
} from './tool';

const written = { id: z.string(), message: z.string() };

/** The outcome for a memory, once in each form. */
const writtenResult = (id: string, message: string, more: Record<string, unknown> = {}): Result => ({
  text: message,
  data: { id, message, ...more },
});

const lesson = required('lessons_learned').optional().describe('What to do or avoid next time.');
const errors = text.optional().describe('Error messages, word for word.');

const ACTIONS = ['correct', 'supersede', 'mark', 'archive', 'restore'] as const;

const updateInput = {
  id: Uuid,
  action: z.enum(ACTIONS),
  content: memoryContent.optional(),
  lessons_learned: lesson,
  errors,
  problem: z.enum(['wrong', 'outdated']).optional().describe('mark: what it is.'),
  reason: reason.describe('mark, supersede: why.'),
  successor_id: Uuid.optional().describe('supersede: the newer memory, where it is stored already.'),
  agent: agentInput.describe('supersede: who records the newer one.'),
  expected_updated_at: z
    .string()
    .max(100)
    .optional()
    .describe('correct: updated_at as you read it; nothing changes when someone else changed it since.'),
};
type Update = z.infer<z.ZodObject<typeof updateInput>>;

/** Handlers per action. For a supersede, the texts are those of the new memory. */
const CARRY_OUT: Record<Update['action'], (deps: Deps, input: Update, call: Call) => Promise<Result>> = {
  async correct(deps, { id, content, lessons_learned, errors: said, expected_updated_at }, { signal }) {
    const change = { content, lessons_learned, errors: said, expected_updated_at };
    return writtenResult(id, (await correct(deps, id, change, signal)).lead);
  },
  async supersede(deps, { id, content, successor_id, agent, ...newer }, call) {
    if (successor_id !== undefined) {
      await replaceBy(deps, id, successor_id, call.signal);
      return writtenResult(successor_id, `${id} is archived and names ${successor_id} as its successor.`, {
        superseded_id: id,
      });
    }
    if (content === undefined)
      throw new InvalidInput('To supersede a memory, pass the content of the newer one, or successor_id.');
    const author = agent === undefined ? undefined : authorNamed(deps, agent);
    const { row, lead } = await supersede(deps, { memory_block_id: id, content, author, ...newer }, call);
    return writtenResult(row.id, lead, { superseded_id: id });
  },
  async mark(deps, { id, problem, reason: why }, { signal }) {
    if (problem === undefined || !why)
      throw new InvalidInput('To mark a memory, pass problem, wrong or outdated, and the reason.');
    await judge(deps, id, { feedback_type: 'negative', problem, feedback_details: why }, signal);
    return writtenResult(id, `Marked as ${problem}.`);
  },
  async archive(deps, { id }, { signal }) {
    await setArchived(deps, id, true, signal);
    return writtenResult(id, 'Archived. restore brings it back.');
  },
  async restore(deps, { id }, { signal }) {
    await setArchived(deps, id, false, signal);
    return writtenResult(id, 'Restored.');
  },
};

export function addWriteTools(server: McpServer, deps: Deps): void {
  addTool(server, deps, 'remember', {
    title: 'Remember a lesson',
    description:
      'Record what was learned so that later work finds it: what happened, and the lesson in one or two sentences that make sense without this conversation. The answer names memories that say nearly the same or contradict it. Never record secrets.',
    input: {
      content: memoryContent.describe(
        'What happened: names, messages and symptoms as one would search for them, and other usual words for the same things.',
      ),
      lessons_learned: lesson,
      errors,
      agent: agentInput.describe('Name or id of who remembers. Default: the agent of this connection.'),
      conversation_id: optionalId,
      metadata: z.record(z.string(), z.unknown()).optional(),
      workspace: workspaceInput,
    },
    output: {
      ...written,
      outcome: z.enum(['stored', 'known']),
      similar: z.array(z.looseObject({ id: z.string() })).optional(),
      secrets: z.looseObject({ mode: z.string() }).optional(),
    },
    annotations: ADDS,
    async run({ agent, ...given }, { signal }) {
      const answer = await storeMemory(deps, { author: authorNamed(deps, agent), ...given }, signal);
      if (answer.outcome === 'stored') server.sendResourceListChanged();
      const { message, data } = describeRemembered(answer);
      return writtenResult(answer.memory.id, message, data);
    },
  });

  addTool(server, deps, 'update', {
    title: 'Update a memory',
    description:
      'correct replaces the texts that you pass; supersede puts a newer memory in its place; mark says that it is wrong or outdated; archive takes it out of searches, restore brings it back. Earlier texts stay in its history.',
    input: updateInput,
    output: { ...written, superseded_id: z.string().optional() },
    annotations: { ...CHANGES, idempotentHint: false, destructiveHint: true },
    async run(input, call) {
      const result = await CARRY_OUT[input.action](deps, input, call);
      if (input.action !== 'mark' && input.action !== 'correct') server.sendResourceListChanged();
      return result;
    },
  });

  addTool(server, deps, 'feedback', {
    title: 'Rate a memory',
    description: 'Say whether a memory helped, so that good ones rise and poor ones are reviewed.',
    input: { id: Uuid, rating: z.enum(['positive', 'negative', 'neutral']), reason },
    output: written,
    annotations: ADDS,
    async run({ id, rating, reason: why }, { signal }) {
      await judge(deps, id, { feedback_type: rating, feedback_details: why ?? null }, signal);
      return writtenResult(id, `Rated ${rating}.`);
    },
  });
}
