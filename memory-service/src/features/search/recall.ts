/** A search with the settings of an agent, and what it just misses. */
import { questionOf } from '@hindsight/mcp-server';
import type { RecallMode, ScoredBlock } from '@hindsight/shared-contracts/api';
import { basicSearch, fulltextSearch, hybridSearch, semanticSearch } from './search';
import type { SearchTools } from './search';
import type { SearchFilter } from '../memory';

/** What an agent sends: `recall` takes what is likely to answer the question. */
const SETTINGS = {
  minScore: 0,
  threshold: 0.7,
  weights: { fulltext: 0.7, semantic: 0.3 },
  least: 'likely',
  isFolded: true,
} as const;

/** Memories below the limit that are named. */
const JUST_MISSED = 5;

export interface RecallQuestion {
  query: string;
  mode: RecallMode;
}

/** The blocks, best first. */
export async function recall(
  tools: SearchTools,
  filter: SearchFilter,
  { query: given, mode }: RecallQuestion,
): Promise<ScoredBlock[]> {
  const query = questionOf(given).text || given;
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

/** The page that an agent asks for: one row more shows whether others follow. */
export const asAgent = (filter: SearchFilter): SearchFilter => ({ ...filter, limit: filter.limit + 1 });

/** What an agent gets, which memories come next, and which archived ones would be among the hits. */
export async function recallWithMisses(tools: SearchTools, filter: SearchFilter, question: RecallQuestion) {
  const started = performance.now();
  const rows = await recall(tools, asAgent(filter), question);
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
