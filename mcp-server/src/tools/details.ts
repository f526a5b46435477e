/** Reads one memory to its end, under its current and its earlier tool name. */
import type { McpServer } from '@modelcontextprotocol/server';
import { type MemoryBlock, Uuid } from '@hindsight/shared-contracts/api';
import { z } from 'zod';
import { countCharacters, toTexts, windowFrom } from '../model/excerpt';
import { ANSWER_TOKENS, CHARACTERS_OF_A_TOKEN, MAX_ANSWER_CHARACTERS } from '../model/fit';
import { type Memory, memoryShape, toView } from '../model/memory';
import { InvalidInput } from '../toolErrors';
import { readResult, recordOutput } from './briefResults';
import { addTool, type Deps, READS, tokensInput } from './tool';

/** Number of judgments searched for the one that marked a memory. */
const JUDGMENTS = 50;

/** Why a memory is called wrong or outdated, in the words of the latest judgment. */
async function loadProblemReason({ api }: Deps, { id, problem }: MemoryBlock, signal: AbortSignal) {
  if (!problem) return null;
  const judgments = await api
    .call('GET /memory-blocks/{id}/feedback/', { params: { id }, query: { limit: JUDGMENTS }, signal })
    // The memory is useful even without the reason.
    .catch(() => ({ items: [] }));
  return judgments.items.find((one) => one.problem === problem)?.details ?? null;
}

/** A memory from a character offset on, as much as fits, and the offset of the rest. */
async function readFrom(
  deps: Deps,
  { id, offset, most }: { id: string; offset: number; most: number },
  signal: AbortSignal,
): Promise<{ memory: Memory; next: number | undefined }> {
  const row = await deps.api.call('GET /memory-blocks/{id}', { params: { id }, signal });
  const whole = countCharacters(toTexts(row));
  if (offset > whole) throw new InvalidInput(`The memory has ${whole} characters: pass a smaller offset.`);
  const memory = toView(row, {
    workspace: await deps.workspaces.loadName(row),
    now: Date.now(),
    excerpts: windowFrom(offset, most),
    problemReason: await loadProblemReason(deps, row, signal),
  });
  const left = memory.characters_left_out ?? 0;
  return { memory, next: left > 0 ? whole - left : undefined };
}

const offsetInput = z
  .number()
  .int()
  .min(0)
  .default(0)
  .describe('Skip this many characters of lesson, content and errors, counted in this order.');

const READING = {
  title: 'Read a memory',
  description:
    'One memory, whole: lesson, content, errors, keywords, rating, what is said to be wrong with it. A long one takes several calls.',
  annotations: READS,
};

export function addGetTool(server: McpServer, deps: Deps): void {
  addTool(server, deps, 'get', {
    ...READING,
    input: { id: Uuid, offset: offsetInput, max_tokens: tokensInput(ANSWER_TOKENS.most) },
    output: recordOutput,
    async run({ id, offset, max_tokens }, { signal }) {
      const most = max_tokens * CHARACTERS_OF_A_TOKEN;
      const { memory, next } = await readFrom(deps, { id, offset, most }, signal);
      return readResult(memory, next);
    },
  });
}

export function addEarlierDetails(server: McpServer, deps: Deps): void {
  addTool(server, deps, 'get_memory_details', {
    ...READING,
    isEarlier: true,
    input: { memory_block_id: Uuid, offset: offsetInput },
    output: memoryShape,
    async run({ memory_block_id: id, offset }, { signal }) {
      const { memory, next } = await readFrom(deps, { id, offset, most: MAX_ANSWER_CHARACTERS }, signal);
      return { text: readResult(memory, next).text, data: { ...memory } };
    },
  });
}
