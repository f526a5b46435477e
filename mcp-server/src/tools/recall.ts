/** Tools that find memories. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ScoredBlock, SearchMetadata } from '@hindsight/shared-contracts/api';
import { ApiError, searchMetadataOf } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { MAX_SEARCH_SKIP, RECALL_LIMIT } from '@hindsight/shared-contracts/rules';
import { z } from 'zod';
import { type Question, questionOf } from '../model/question';
import { InvalidInput } from '../toolErrors';
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

const PLAIN_WORDS = 'Plain words: quotes and leading hyphens mean nothing.';

const queryInput = z
  .string()
  .transform(questionOf)
  .refine(({ text }) => text !== '', 'Say what you are looking for.');

/** `retrieve_relevant_memories` takes words as a list, too. */
const keywordsInput = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => questionOf([given].flat().join(' ').replaceAll(',', ' ')))
  .refine(({ text }) => text !== '', 'Say at least one keyword.');

/** What the calls of one search have in common. */
interface Page {
  query: { query: string; skip: number; limit: number; look_ahead: string };
  more: { scope?: ActiveScope; signal: AbortSignal; onHeaders: (headers: Headers) => void };
}

interface Asked {
  question: Question;
  limit: number;
  cursor: string | undefined;
  workspace: string | undefined;
  /** The agent whose memories are searched. */
  agent: string | undefined;
  signal: AbortSignal;
}

const share = (fallback: number) => z.number().min(0).max(1).default(fallback);

const archivedInput = z.boolean().default(false).transform(String);

/** What an agent needs to know of how its question was searched for. */
function notesOf({ isCut }: Question, metadata: SearchMetadata | null): string[] {
  const unknown = metadata?.unknown_words ?? [];
  return [
    ...(isCut ? ['The query is long: only its beginning was searched for.'] : []),
    ...(unknown.length > 0 ? [`No memory contains: ${unknown.join(', ')}.`] : []),
  ];
}

/** @throws InvalidInput for an agent that is not there. */
async function requireAgent({ api }: Deps, id: string, signal: AbortSignal): Promise<void> {
  try {
    await api.call('GET /agents/{id}', { params: { id }, signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    throw new InvalidInput(
      `There is no agent ${id}, or you may not see it: search_agents finds agents by name.`,
    );
  }
}

export function addRecallTools(server: McpServer, deps: Deps): void {
  const { api } = deps;

  /** A page of a ranked search. One row more than asked for shows whether another page follows; the service does not count it. */
  async function ranked(
    { question, limit, cursor, workspace, agent, signal }: Asked,
    ask: (page: Page) => Promise<readonly ScoredBlock[]>,
  ) {
    const skip = skipFor(cursor);
    if (skip > MAX_SEARCH_SKIP)
      throw new InvalidInput(
        `The cursor is at the end of the search, which finds at most ${MAX_SEARCH_SKIP} memories. Ask for something narrower.`,
      );
    let metadata: SearchMetadata | null = null;
    const rows = await ask({
      query: { query: question.text, skip, limit: limit + 1, look_ahead: 'true' },
      more: {
        ...(await scopeInput(deps, workspace)),
        signal,
        onHeaders: (headers) => (metadata = searchMetadataOf(headers)),
      },
    });
    // Other words would not help there.
    if (rows.length === 0 && agent !== undefined) await requireAgent(deps, agent, signal);
    const notes = notesOf(question, metadata);
    return rankedResult(deps, { query: question.text, rows, skip, limit, notes });
  }

  addTool(server, deps, 'recall', {
    title: 'Recall memories',
    description:
      'Find what was learned before. Ask in your own words, as you would ask a colleague: the best matches of the workspace come first, from every agent. Use it before you plan, and whenever something fails.',
    input: {
      query: queryInput.describe(
        `A question or the words of the problem. More words find more: add the error message, the names of tools, and other usual words for the same thing. ${PLAIN_WORDS}`,
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
    run: ({ query: question, limit, cursor, workspace, agent_id, ...narrowing }, { signal }) =>
      ranked({ question, limit, cursor, workspace, agent: agent_id, signal }, ({ query, more }) =>
        api.call('GET /memory-blocks/search/hybrid', {
          query: { ...query, min_combined_score: 0, agent_id, ...narrowing },
          ...more,
        }),
      ),
  });

  addTool(server, deps, 'retrieve_relevant_memories', {
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
      const agent = agentFor(deps, agent_id);
      return ranked({ question: keywords, limit, cursor, workspace, agent, signal }, ({ query, more }) =>
        api.call('GET /memory-blocks/search/fulltext', {
          query: { ...query, min_score: 0, agent_id: agent, conversation_id },
          ...more,
        }),
      );
    },
  });

  addTool(server, deps, 'advanced_search_memories', {
    title: 'Search memories with options',
    description: 'Search with a method and thresholds of your choice. recall has sensible ones.',
    input: {
      search_query: queryInput.describe(PLAIN_WORDS),
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
      const { search_query: question, search_type: type, limit, cursor, workspace } = input;
      const { agent_id, conversation_id, include_archived } = input;
      return ranked({ question, limit, cursor, workspace, agent: agent_id, signal }, ({ query, more }) => {
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
    },
  });
}
