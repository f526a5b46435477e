/** The four search endpoints and the log of who found a block. */
import type { ScoredBlock, SearchMetadata } from '@hindsight/shared-contracts/api';
import { memoryTitle } from '@hindsight/shared-contracts/rules';
import { listRows, mayRead, mayWrite } from '../../../platform/auth/rules/permissions';
import { totalPages } from '../../../platform/http/rules/paging';
import type { Principal } from '../../../platform/auth/rules/principal';
import { weightsAddUp } from '../combine';
import type { Match } from '../ranked';
import {
  findAlternatives,
  toAnswer,
  basicSearch,
  fulltextSearch,
  hybridSearch,
  SEARCH_TYPES,
  semanticSearch,
  toTerms,
} from '../search';
import type { Answer, SearchTools, SearchType } from '../search';
import { findBlock, listRetrievals, toNarrowing } from '../../memory';
import { describePlace } from '../../../platform/http/keyset';
import { HttpProblem } from '../../../platform/http/problem';
import type { Call, Routes } from '../../../platform/http/route';
import type { SearchFilter } from '../../memory';
import type { Services } from '../../../platform/http/services';

/** Thresholds of the general endpoint, which accepts none itself. */
const DEFAULTS = {
  minScore: 0.1,
  threshold: 0.7,
  match: 'any',
  least: 'weak',
  isFolded: false,
  weights: { fulltext: 0.7, semantic: 0.3 },
} as const;

type Asked = Pick<Call<'GET /memory-blocks/search/fulltext'>, 'principal' | 'scope'> & {
  query: Omit<Call<'GET /memory-blocks/search/fulltext'>['query'], 'query' | 'match' | 'min_score'>;
};

const buildFilter = ({ principal, scope, query }: Asked): SearchFilter => ({
  rows: listRows(principal, scope()),
  narrowing: {
    ...toNarrowing(query),
    minFeedback: query.min_feedback_score,
    maxFeedback: query.max_feedback_score,
  },
  includeArchived: query.include_archived,
  skip: query.skip,
  limit: query.limit,
});

/** A search without the hits that the caller has already seen. */
async function searchUnseen(
  call: Asked & Services,
  search: (tools: SearchTools, filter: SearchFilter) => Promise<Answer>,
): Promise<Answer> {
  const filter = buildFilter(call);
  const { seen = [] } = call.query;
  const skip = Math.max(0, filter.skip - seen.length);
  const answer = await search(searchTools(call), { ...filter, skip, limit: seen.length + filter.limit });
  const unseen = answer.blocks.filter(({ id }) => !seen.some((one) => id.endsWith(one)));
  return { ...answer, blocks: unseen.slice(0, filter.limit) };
}

/** Dependencies of a search on behalf of the caller. */
export const searchTools = ({ database, operations, principal }: Services & { principal: Principal }) => ({
  database,
  semantic: operations.semantic,
  remembered: operations.remembered,
  principal,
});

function searchText(query: string | undefined): string {
  const text = query?.trim();
  if (!text) throw new HttpProblem(400, 'Search query cannot be empty');
  return text;
}

function searchType(value: string): SearchType {
  const name = value.trim().toLowerCase();
  const known = SEARCH_TYPES.find((type) => type === name);
  if (known) return known;
  const allowed = [...SEARCH_TYPES].sort().join(', ');
  throw new HttpProblem(422, `Invalid strategy '${value}'. Allowed values: [${allowed}]`);
}

/** A header has little space, and a query may hold thousands of unknown words. */
const MAX_NAMED_WORDS = 10;
const MAX_NAMED_LETTERS = 40;

const truncateName = (word: string) => word.slice(0, MAX_NAMED_LETTERS);

/** Escapes characters beyond ASCII, which a header cannot carry. */
const headerJson = (metadata: SearchMetadata) =>
  JSON.stringify(metadata).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Sets the search metadata header, logs who found what, and returns the blocks. */
async function buildSearchResponse(
  call: Asked & Services & Pick<Call<'GET /memory-blocks/search/'>, 'note' | 'setHeader'>,
  { text, type, started, match }: { text: string; type: SearchType; started: number; match: Match },
  { blocks, corrections, unknown, total, notIndexed, meaning, weaker }: Answer,
): Promise<ScoredBlock[]> {
  const filter = buildFilter(call);
  const isEmpty = blocks.length === 0 && filter.skip === 0;
  const metadata = {
    search_type: blocks[0]?.search_type ?? type,
    result_count: blocks.length,
    total_search_time_ms: Math.round((performance.now() - started) * 100) / 100,
    ...(total && { total_matches: total.matches, is_total_exact: total.isExact }),
    ...(corrections.length > 0 && {
      corrections: corrections.slice(0, MAX_NAMED_WORDS).map(({ typed, term, word }) => ({
        typed: truncateName(typed),
        term: truncateName(term),
        word: truncateName(word),
      })),
    }),
    ...(unknown.length > 0 && { unknown_words: unknown.slice(0, MAX_NAMED_WORDS).map(truncateName) }),
    ...(notIndexed && { not_indexed_by_meaning: notIndexed }),
    ...(meaning && { meaning }),
    ...(weaker && {
      weaker: {
        ...weaker,
        ...(weaker.nearest && {
          nearest: { ...weaker.nearest, title: memoryTitle({ content: weaker.nearest.title, lesson: '' }) },
        }),
      },
    }),
    ...(isEmpty && { alternatives: await findAlternatives(searchTools(call), filter, text, match) }),
  };
  call.setHeader('x-search-metadata', headerJson(metadata));
  const used = call.query.look_ahead ? blocks.slice(0, filter.limit - 1) : blocks;
  const memoryIds = used.map(({ id }) => id);
  call.operations.retrievals.found(call.principal, text, memoryIds);
  // An empty page after the last one says nothing about the query.
  const hits = memoryIds.length === 0 && !isEmpty ? null : filter.skip + memoryIds.length;
  call.note({ memoryIds, search: { query: text, type: metadata.search_type, hits } });
  return blocks;
}

export const searchRoutes = {
  'GET /memory-blocks/search/': {
    access: 'memory',
    handle: async (call) => {
      const started = performance.now();
      const { query } = call;
      const type = searchType(query.search_type);
      const terms = toTerms(query.keywords, query.query);
      if (terms.anyOf.length + terms.allTerms.length === 0) {
        throw new HttpProblem(400, 'At least one keyword or query string is required for search.');
      }
      const text = terms.allTerms.length > 0 ? (query.query ?? '').trim() : terms.anyOf.join(' ');
      const search = (tools: SearchTools, filter: SearchFilter): Promise<Answer> => {
        if (type === 'fulltext') return fulltextSearch(tools, filter, text, DEFAULTS);
        if (type === 'semantic') return semanticSearch(tools, filter, text, DEFAULTS.threshold);
        if (type === 'hybrid') return hybridSearch(tools, filter, text, DEFAULTS);
        return basicSearch(tools, filter, terms).then(toAnswer);
      };
      const answer = await searchUnseen(call, search);
      const match = type === 'basic' ? 'all' : DEFAULTS.match;
      return buildSearchResponse(call, { text, type, started, match }, answer);
    },
  },

  'GET /memory-blocks/search/fulltext': {
    access: 'memory',
    handle: async (call) => {
      const started = performance.now();
      const text = searchText(call.query.query);
      const { min_score: minScore, match } = call.query;
      const search = (tools: SearchTools, filter: SearchFilter) =>
        fulltextSearch(tools, filter, text, { minScore, match });
      const answer = await searchUnseen(call, search);
      return buildSearchResponse(call, { text, type: 'fulltext', started, match }, answer);
    },
  },

  'GET /memory-blocks/search/semantic': {
    access: 'memory',
    handle: async (call) => {
      const started = performance.now();
      const text = searchText(call.query.query);
      const { similarity_threshold: threshold } = call.query;
      const search = (tools: SearchTools, filter: SearchFilter) =>
        semanticSearch(tools, filter, text, threshold);
      const answer = await searchUnseen(call, search);
      return buildSearchResponse(call, { text, type: 'semantic', started, match: 'any' }, answer);
    },
  },

  'GET /memory-blocks/search/hybrid': {
    access: 'memory',
    handle: async (call) => {
      const started = performance.now();
      const { query } = call;
      const text = searchText(query.query);
      const weights = { fulltext: query.fulltext_weight, semantic: query.semantic_weight };
      if (!weightsAddUp(weights)) {
        throw new HttpProblem(400, 'Fulltext and semantic weights must sum to 1.0');
      }
      const { min_combined_score: minScore, least_match: least, fold: isFolded } = query;
      const options = { weights, minScore, least, isFolded };
      const search = (tools: SearchTools, filter: SearchFilter) => hybridSearch(tools, filter, text, options);
      const answer = await searchUnseen(call, search);
      return buildSearchResponse(call, { text, type: 'hybrid', started, match: 'any' }, answer);
    },
  },

  'GET /memory-blocks/{id}/retrievals': {
    access: 'memory',
    handle: async ({ database, principal, params, query, operations }) => {
      // Include retrievals from a moment ago.
      await operations.retrievals.flush();
      const page = await database.read(principal, async (handle) => {
        const found = await findBlock(handle, params.id);
        if (!found || !mayRead(principal, found.ownership)) return undefined;
        if (principal.kind === 'guest') return { items: [], total: 0 };
        const onlyBy = mayWrite(principal, found.ownership) ? undefined : principal.userId;
        return listRetrievals(handle, {
          memoryBlockId: params.id,
          onlyBy,
          after: describePlace(query.after),
          skip: query.skip,
          limit: query.limit,
        });
      });
      if (!page) throw new HttpProblem(404, 'Memory block not found');
      return { items: page.items, total_items: page.total, total_pages: totalPages(page.total, query.limit) };
    },
  },
} satisfies Partial<Routes>;
