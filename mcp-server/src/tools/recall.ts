/** Tools that find memories. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ScoredBlock } from '@hindsight/shared-contracts/api';
import { MAX_SEARCH_TEXT, RECALL_LIMIT } from '@hindsight/shared-contracts/rules';
import { z } from 'zod';
import { listOutput, rankedResult, skipFor } from './memoryResults';
import {
  addTool,
  agentFor,
  cursorInput,
  type Deps,
  limitInput,
  optionalId,
  READS,
  scopeInput,
  workspaceInput,
} from './tool';

const queryInput = z.string().trim().min(1, 'Say what you are looking for.').max(MAX_SEARCH_TEXT);

/** `retrieve_relevant_memories` takes words as a list, too. */
const keywordsInput = z
  .union([queryInput, z.array(z.string()).min(1)])
  .transform((given) => (Array.isArray(given) ? given.map((word) => word.trim()) : [given]).filter(Boolean))
  .refine((words) => words.length > 0, 'Say at least one keyword.');

const share = (fallback: number) => z.number().min(0).max(1).default(fallback);

const archivedInput = z.boolean().default(false).transform(String);

export function addRecallTools(server: McpServer, deps: Deps): void {
  const { api } = deps;

  /** A page of a ranked search. One row more than asked for shows whether another page follows; the service does not count it. */
  async function ranked(
    query: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
    ask: (page: { skip: number; limit: number; look_ahead: string }) => Promise<readonly ScoredBlock[]>,
  ) {
    const skip = skipFor(cursor);
    const rows = await ask({ skip, limit: limit + 1, look_ahead: 'true' });
    return rankedResult(deps, { query, rows, skip, limit });
  }

  addTool(server, deps, 'recall', {
    title: 'Recall memories',
    description:
      'Find what was learned before. Ask in your own words, as you would ask a colleague: the best matches of the workspace come first, from every agent. Use it before you plan, and whenever something fails.',
    input: {
      query: queryInput.describe(
        'A question or the words of the problem. More words find more: add the error message, the names of tools, and other usual words for the same thing.',
      ),
      limit: limitInput(RECALL_LIMIT),
      cursor: cursorInput,
      agent_id: optionalId.describe('Only memories of this agent.'),
      conversation_id: optionalId.describe('Only memories of this conversation.'),
      include_archived: archivedInput,
      workspace: workspaceInput,
    },
    output: listOutput,
    annotations: READS,
    async run({ query, limit, cursor, workspace, ...narrowing }, { signal }) {
      const scope = await scopeInput(deps, workspace);
      return ranked(query, { limit, cursor }, (page) =>
        api.call('GET /memory-blocks/search/hybrid', {
          query: { query, ...page, min_combined_score: 0, ...narrowing },
          ...scope,
          signal,
        }),
      );
    },
  });

  addTool(server, deps, 'retrieve_relevant_memories', {
    title: 'Retrieve relevant memories',
    description: "Memories of one agent for some keywords, best first. recall searches every agent's.",
    input: {
      keywords: keywordsInput.describe('Words, as a list or separated by commas.'),
      agent_id: optionalId,
      conversation_id: optionalId,
      limit: limitInput(10),
      cursor: cursorInput,
      workspace: workspaceInput,
    },
    output: listOutput,
    annotations: READS,
    async run({ keywords, agent_id, conversation_id, limit, cursor, workspace }, { signal }) {
      const query = keywords.join(' ').replaceAll(',', ' ');
      const scope = await scopeInput(deps, workspace);
      return ranked(query, { limit, cursor }, (page) =>
        api.call('GET /memory-blocks/search/fulltext', {
          query: { query, ...page, min_score: 0, agent_id: agentFor(deps, agent_id), conversation_id },
          ...scope,
          signal,
        }),
      );
    },
  });

  addTool(server, deps, 'advanced_search_memories', {
    title: 'Search memories with options',
    description: 'Search with a method and thresholds of your choice. recall has sensible ones.',
    input: {
      search_query: queryInput,
      search_type: z.enum(['fulltext', 'semantic', 'hybrid']).default('fulltext'),
      agent_id: optionalId,
      conversation_id: optionalId,
      limit: limitInput(10),
      cursor: cursorInput,
      min_score: share(0.1).describe('fulltext: least score.'),
      similarity_threshold: share(0.7).describe('semantic: least similarity.'),
      fulltext_weight: share(0.7).describe('hybrid: weight of the words; both weights add up to 1.'),
      semantic_weight: share(0.3).describe('hybrid: weight of the meaning.'),
      min_combined_score: share(0.1).describe('hybrid: least score.'),
      include_archived: archivedInput,
      workspace: workspaceInput,
    },
    output: listOutput,
    annotations: READS,
    async run(input, { signal }) {
      const { search_query: query, search_type: type, limit, cursor, workspace } = input;
      const { agent_id, conversation_id, include_archived } = input;
      const narrowing = { query, agent_id, conversation_id, include_archived };
      const rest = { ...(await scopeInput(deps, workspace)), signal };
      return ranked(query, { limit, cursor }, (page) => {
        const common = { ...narrowing, ...page };
        const { min_score, similarity_threshold, fulltext_weight, semantic_weight, min_combined_score } =
          input;
        if (type === 'fulltext')
          return api.call('GET /memory-blocks/search/fulltext', { query: { ...common, min_score }, ...rest });
        if (type === 'semantic')
          return api.call('GET /memory-blocks/search/semantic', {
            query: { ...common, similarity_threshold },
            ...rest,
          });
        return api.call('GET /memory-blocks/search/hybrid', {
          query: { ...common, fulltext_weight, semantic_weight, min_combined_score },
          ...rest,
        });
      });
    },
  });
}
