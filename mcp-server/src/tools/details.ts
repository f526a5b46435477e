/** The tool that reads one memory to its end. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { type MemoryBlock, Uuid } from '@hindsight/shared-contracts/api';
import { z } from 'zod';
import { lengthOf, textsOf, windowFrom } from '../model/excerpt';
import { fence } from '../model/fence';
import { MAX_ANSWER_CHARACTERS } from '../model/fit';
import { memoryShape, viewOf } from '../model/memory';
import { InvalidInput } from '../toolErrors';
import { addTool, type Deps, READS } from './tool';

/** Judgments among which the one is looked for that marked a memory. */
const JUDGMENTS = 50;

/** Why a memory is said to be wrong or outdated, in the words of whoever said so last. */
async function problemReasonOf({ api }: Deps, { id, problem }: MemoryBlock, signal: AbortSignal) {
  if (!problem) return null;
  const judgments = await api
    .call('GET /memory-blocks/{id}/feedback/', { params: { id }, query: { limit: JUDGMENTS }, signal })
    // The memory is worth reading without it.
    .catch(() => ({ items: [] }));
  return judgments.items.find((one) => one.problem === problem)?.details ?? null;
}

export function addDetailsTool(server: McpServer, deps: Deps): void {
  addTool(server, deps, 'get_memory_details', {
    title: 'Read a memory',
    description:
      'One memory, whole: lesson, content, errors, keywords, rating, what is said to be wrong with it. A long one takes several calls.',
    input: {
      memory_block_id: Uuid,
      offset: z
        .number()
        .int()
        .min(0)
        .default(0)
        .describe('Skip this many characters of lesson, content and errors, counted in this order.'),
    },
    output: memoryShape,
    annotations: READS,
    async run({ memory_block_id: id, offset }, { signal }) {
      const row = await deps.api.call('GET /memory-blocks/{id}', { params: { id }, signal });
      const whole = lengthOf(textsOf(row));
      if (offset > whole)
        throw new InvalidInput(`The memory has ${whole} characters: pass a smaller offset.`);
      const memory = viewOf(row, {
        workspace: await deps.workspaces.nameOf(row),
        now: Date.now(),
        excerpts: windowFrom(offset, MAX_ANSWER_CHARACTERS),
        problemReason: await problemReasonOf(deps, row, signal),
      });
      const left = memory.characters_left_out ?? 0;
      const more = left > 0 ? `\n\n${left} characters follow: pass offset ${whole - left}.` : '';
      return { text: `${fence([memory], { isWhole: true })}${more}`, data: { ...memory } };
    },
  });
}
