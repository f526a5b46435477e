/** A search with the settings of an agent, and its near misses. */
import { toQuestion } from '@hindsight/mcp-server';
import type { RecallMode, ScoredBlock } from '@hindsight/shared-contracts/api';
import { basicSearch, fulltextSearch, hybridSearch, semanticSearch } from './search';
import type { SearchTools } from './search';
import type { SearchFilter } from '../memory';

/** Settings of an agent: `recall` returns hits that are likely to answer the question. */
const SETTINGS = {
  minScore: 0,
  threshold: 0.7,
  weights: { fulltext: 0.7, semantic: 0.3 },
  least: 'likely',
  isFolded: true,
} as const;

/** Number of near misses that are named. */
const JUST_MISSED = 5;

export interface RecallQuestion {
  query: string;
  mode: RecallMode;
}

/** Returns the blocks, best first. */
export async function recall(
  tools: SearchTools,
  filter: SearchFilter,
  { query: given, mode }: RecallQuestion,
): Promise<ScoredBlock[]> {
  const query = toQuestion(given).text || given;
  switch (mode) {
    case 'full-text':
      return (await fulltextSearch(tools, filter, query, { ...SETTINGS, match: 'all' })).blocks;
    case 'text':
      return basicSearch(tools, filter, { anyOf: [query], allTerms: [] });
    case 'semantic':
      return (await semanticSearch(tools, filter, query, SETTINGS.threshold)).blocks;
    case 'hybrid':
      return (await hybridSearch(tools, filter, query, SETTINGS)).blocks;
  }
}

/** The page that an agent requests: one extra row shows whether more follow. */
export const toAgentFilter = (filter: SearchFilter): SearchFilter => ({ ...filter, limit: filter.limit + 1 });

/** The results an agent gets, the memories that would come next, and the archived ones that would be among the hits. */
export async function recallWithMisses(tools: SearchTools, filter: SearchFilter, question: RecallQuestion) {
  const started = performance.now();
  const rows = await recall(tools, toAgentFilter(filter), question);
  const searchTime = Math.round((performance.now() - started) * 100) / 100;
  const { limit } = filter;
  const hits = rows.slice(0, limit);
  const shown = new Set(hits.map(({ id }) => id));
  const deeper =
    rows.length > limit ? await recall(tools, { ...filter, limit: limit + JUST_MISSED }, question) : [];
  const withArchived = filter.includeArchived
    ? []
    : await recall(tools, { ...filter, includeArchived: true }, question);
  return {
    rows,
    hits,
    justMissed: deeper.filter(({ id }) => !shown.has(id)).slice(0, JUST_MISSED),
    archived: withArchived.filter(({ archived }) => archived),
    searchTime,
  };
}
