/** Search tools of earlier versions. */
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { toQuestion } from '../model/question';
import { listOutput, rankedResult } from './memoryResults';
import { archivedInput, PLAIN_WORDS, queryInput, rankedRows } from './recall';
import {
  addTool,
  requireAgentId,
  cursorInput,
  type Deps,
  limitInput,
  optionalId,
  READS,
  workspaceInput,
} from './tool';

/** `retrieve_relevant_memories` also takes words as a list. */
const keywordsInput = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => toQuestion([given].flat().join(' ').replaceAll(',', ' ')))
  .refine(({ text }) => text !== '', 'Say at least one keyword.');

const share = (fallback: number) => z.number().min(0).max(1).default(fallback);

export function addEarlierSearches(server: McpServer, deps: Deps): void {
  const { api } = deps;

  addTool(server, deps, 'retrieve_relevant_memories', {
    isEarlier: true,
    title: 'Retrieve relevant memories',
    description: "Memories of one agent for some keywords, best first. recall searches every agent's.",
    input: {
      keywords: keywordsInput.describe(`Words, as a list or separated by commas. ${PLAIN_WORDS}`),
      agent_id: optionalId,
      conversation_id: optionalId,
      limit: limitInput(10),
      cursor: cursorInput,
      workspace: workspaceInput,
    },
    output: listOutput,
    annotations: READS,
    async run({ keywords, agent_id, conversation_id, limit, cursor, workspace }, { signal }) {
      const agent = requireAgentId(deps, agent_id);
      const asked = { question: keywords, limit, cursor, workspace, agent, signal };
      const found = await rankedRows(deps, asked, ({ query, more }) =>
        api.call('GET /memory-blocks/search/fulltext', {
          query: { ...query, min_score: 0, agent_id: agent, conversation_id },
          ...more,
        }),
      );
      return rankedResult(deps, found);
    },
  });

  addTool(server, deps, 'advanced_search_memories', {
    isEarlier: true,
    title: 'Search memories with options',
    description: 'Search with a method and thresholds of your choice. recall has sensible ones.',
    input: {
      search_query: queryInput.describe(PLAIN_WORDS),
      search_type: z.enum(['fulltext', 'semantic', 'hybrid']).default('fulltext'),
      agent_id: optionalId,
      conversation_id: optionalId,
      limit: limitInput(10),
      cursor: cursorInput,
      min_score: share(0.1).describe('fulltext: minimum score.'),
      similarity_threshold: share(0.7).describe('semantic: minimum similarity.'),
      fulltext_weight: share(0.7).describe('hybrid: weight of the words; both weights add up to 1.'),
      semantic_weight: share(0.3).describe('hybrid: weight of the meaning.'),
      min_combined_score: share(0.1).describe('hybrid: minimum score.'),
      include_archived: archivedInput,
      workspace: workspaceInput,
    },
    output: listOutput,
    annotations: READS,
    async run(input, { signal }) {
      const { search_query: question, search_type: type, limit, cursor, workspace } = input;
      const { agent_id, conversation_id, include_archived } = input;
      const asked = { question, limit, cursor, workspace, agent: agent_id, signal };
      const found = await rankedRows(deps, asked, ({ query, more }) => {
        const common = { ...query, agent_id, conversation_id, include_archived };
        const { min_score, similarity_threshold, fulltext_weight, semantic_weight, min_combined_score } =
          input;
        if (type === 'fulltext')
          return api.call('GET /memory-blocks/search/fulltext', { query: { ...common, min_score }, ...more });
        if (type === 'semantic')
          return api.call('GET /memory-blocks/search/semantic', {
            query: { ...common, similarity_threshold },
            ...more,
          });
        return api.call('GET /memory-blocks/search/hybrid', {
          query: { ...common, fulltext_weight, semantic_weight, min_combined_score },
          ...more,
        });
      });
      return rankedResult(deps, found);
    },
  });
}
