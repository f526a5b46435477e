/** The search that agents use, and what it shares with the searches of earlier versions. */
import type { McpServer } from '@modelcontextprotocol/server';
import type { ScoredBlock, SearchMetadata } from '@hindsight/shared-contracts/api';
import { ApiError, readSearchMetadata } from '@hindsight/shared-contracts/api/client';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { MAX_SEARCH_SKIP, RECALL_LIMIT } from '@hindsight/shared-contracts/rules';
import { z } from 'zod';
import { ANSWER_TOKENS } from '../model/fit';
import type { Shown } from '../model/cursor';
import { AS_AGENT, type Question, toQuestion } from '../model/question';
import { InvalidInput } from '../toolErrors';
import { agentNamed } from './agentNames';
import { recordsOutput, recalledResult } from './briefResults';
import { type RankedRows, shownFor } from './memoryResults';
import {
  addTool,
  agentInput,
  cursorInput,
  type Deps,
  limitInput,
  optionalId,
  READS,
  scopeInput,
  tokensInput,
  workspaceInput,
} from './tool';

export const PLAIN_WORDS = 'Plain words: quotes and leading hyphens mean nothing.';

export const queryInput = z
  .string()
  .transform(toQuestion)
  .refine(({ text }) => text !== '', 'Say what you are looking for.');

export const archivedInput = z.boolean().default(false).transform(String);

const A_MOMENT = { error: 'Enter a date such as 2026-01-31 or 2026-01-31T12:00:00Z.' };
/** A date means midnight, UTC. */
const momentInput = z
  .union([
    z.iso.date(A_MOMENT).transform((day) => `${day}T00:00:00Z`),
    z.iso.datetime({ offset: true, ...A_MOMENT }),
  ])
  .optional();

interface Page {
  query: Shown & { query: string; limit: number; look_ahead: string };
  more: { scope?: ActiveScope; signal: AbortSignal; onHeaders: (headers: Headers) => void };
}

interface Asked {
  question: Question;
  limit: number;
  cursor: string | undefined;
  workspace: string | undefined;
  agent: string | undefined;
  signal: AbortSignal;
}

/** The title comes from others: one line of plain words in quotes. */
const nothingStoredText = ({ id, title }: { id: string; title: string }) =>
  `Nothing is stored about this. The closest memory is "${toQuestion(title).text}" (${id}).`;

/** Notes about how the question was searched for. */
function collectNotes({ isCut }: Question, metadata: SearchMetadata | null): string[] {
  const unknown = metadata?.unknown_words ?? [];
  return [
    ...(isCut ? ['The query is too long, so only its beginning was searched.'] : []),
    ...(unknown.length > 0 ? [`No memory contains: ${unknown.join(', ')}.`] : []),
    ...(metadata?.weaker?.nearest ? [nothingStoredText(metadata.weaker.nearest)] : []),
  ];
}

/** @throws InvalidInput for an unknown agent. */
async function requireAgent({ api }: Deps, id: string, signal: AbortSignal): Promise<void> {
  try {
    await api.call('GET /agents/{id}', { params: { id }, signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    throw new InvalidInput(
      `There is no agent ${id}, or you can’t access it. search_agents finds agents by name.`,
    );
  }
}

/** A page of a ranked search. One extra row shows whether another page follows; the service does not count it. */
export async function rankedRows(
  deps: Deps,
  { question, limit, cursor, workspace, agent, signal }: Asked,
  ask: (page: Page) => Promise<readonly ScoredBlock[]>,
): Promise<RankedRows> {
  const before = shownFor(cursor);
  if (before.skip > MAX_SEARCH_SKIP)
    throw new InvalidInput(
      `The cursor is at the end of the search, which returns at most ${MAX_SEARCH_SKIP} memories. Narrow the query.`,
    );
  let metadata: SearchMetadata | null = null;
  const rows = await ask({
    query: { query: question.text, ...before, limit: limit + 1, look_ahead: 'true' },
    more: {
      ...(await scopeInput(deps, workspace)),
      signal,
      onHeaders: (headers) => (metadata = readSearchMetadata(headers)),
    },
  });
  // With an unknown agent, other words would not help.
  if (rows.length === 0 && agent !== undefined) await requireAgent(deps, agent, signal);
  return { query: question.text, rows, before, limit, notes: collectNotes(question, metadata) };
}

export function addRecallTool(server: McpServer, deps: Deps): void {
  addTool(server, deps, 'recall', {
    title: 'Recall memories',
    description:
      'Find what was learned before. Ask in your own words, as you would ask a colleague: the best matches of the workspace come first, from every agent. Use it before you plan, and whenever something fails. Texts are cut to fit: get reads one whole.',
    input: {
      query: queryInput.describe(
        `A question or the words of the problem. More words find more: add the error message, the names of tools, and other usual words for the same thing. ${PLAIN_WORDS}`,
      ),
      limit: limitInput(RECALL_LIMIT),
      max_tokens: tokensInput(ANSWER_TOKENS.usual),
      cursor: cursorInput,
      agent: agentInput.describe(
        'Name or id: only memories of this agent, such as the name of your repository.',
      ),
      since: momentInput.describe('Only memories that were recorded from this date or time on.'),
      until: momentInput.describe('Only memories that were recorded before this date or time.'),
      conversation_id: optionalId.describe('Only memories from this conversation.'),
      include_archived: archivedInput,
      least_match: z
        .enum(['strong', 'likely', 'weak'])
        .default('likely')
        .describe('weak: include memories that barely answer the question.'),
      workspace: workspaceInput,
    },
    output: recordsOutput,
    annotations: READS,
    async run(
      { query: question, limit, max_tokens, cursor, agent: named, workspace, since, until, ...more },
      { signal },
    ) {
      if (since && until && Date.parse(since) >= Date.parse(until))
        throw new InvalidInput('since must be earlier than until.');
      const agent = named && (await agentNamed(deps, named, workspace, signal));
      const asked = { question, limit, cursor, workspace, agent, signal };
      const found = await rankedRows(deps, asked, (page) =>
        deps.api.call('GET /memory-blocks/search/hybrid', {
          query: {
            ...{ ...page.query, ...AS_AGENT, ...more },
            ...{ agent_id: agent, created_after: since, created_before: until },
          },
          ...page.more,
        }),
      );
      return recalledResult(deps, { ...found, maxTokens: max_tokens });
    },
  });
}
