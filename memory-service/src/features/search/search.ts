/** The four searches: finds hits, loads their blocks with the caller's permissions, and explains each hit. */
import type {
  Match as WireMatch,
  MeaningState,
  MemoryBlock,
  ScoredBlock,
  SearchAlternatives,
  SearchMetadata,
} from '@hindsight/shared-contracts/api';
import type { Principal } from '../../platform/auth/rules/principal';
import { dependsOnRetrievals, blocksByIds, rankingFacts, loadTitles } from '../memory';
import type { Database, Handle } from '../../platform/database/database';
import { countWaiting } from './queries/embeddings';
import { loadBeginnings, containingBlocks } from './queries/search';
import { listTenants } from '../../platform/database/conditions';
import type { VersionedCache } from '../../platform/database/stampedCache';
import { readCounters } from '../../platform/database/counters';
import { callerKey } from '../../platform/database/rowLevelSecurity';
import { countAlternatives } from './alternatives';
import { combineHits, WINDOW } from './combine';
import { withHighlights, withLiteralHighlights } from './highlighting';
import { centerQuestion, nearestHits } from './nearest';
import { isAtLeast, scoreMatch } from './rules/match';
import { namedTime } from './rules/namedTime';
import { groupAlike, type Group } from './rules/alike';
import { lookUpWords, rankedSearch } from './ranked';
import type { Correction, Match, RankedResult } from './ranked';
import type { BlockFacts, Weights } from './combine';
import type { Semantic } from './semantic';
import { followSuperseded } from './successors';
import type { ReasonedHit } from './successors';
import type { SearchFilter } from '../memory';

export const SEARCH_TYPES = ['basic', 'fulltext', 'semantic', 'hybrid'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export interface SearchTools {
  database: Database;
  semantic: Semantic;
  principal: Principal;
  remembered: VersionedCache;
  /** Only the order of the hits matters: skip the passages, which are most of the work. */
  isForOrder?: boolean;
}

export interface Terms {
  /** A block must contain one of them. */
  anyOf: readonly string[];
  /** A block must contain each of them. */
  allTerms: readonly string[];
}

/** Further words are ignored: they no longer narrow a search. */
const MAX_TERMS = 20;
/** The terms of a comma-separated list, or the words of a query. */
export function toTerms(keywords: string | undefined, query: string | undefined): Terms {
  const splitTexts = (text: string | undefined, separator: RegExp) =>
    (text ?? '')
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .slice(0, MAX_TERMS);
  return { anyOf: splitTexts(keywords, /,/), allTerms: splitTexts(query, /\s+/) };
}

interface Found extends ReasonedHit, Pick<ScoredBlock, 'match' | 'alike'> {
  components: Record<string, number>;
}

/**
 * Caches the result of `find` until the workspace changes; `key` identifies the query. `ask` returns the input of `find` together with the
 * change counter of the workspace, so a cache miss needs no extra query.
 */
async function searchWithCache<T, Asked extends { changes: number }>(
  { remembered, principal }: SearchTools,
  handle: Handle,
  filter: SearchFilter,
  key: readonly unknown[],
  ask: () => Promise<Asked>,
  find: (asked: Asked) => Promise<T>,
): Promise<T> {
  if (dependsOnRetrievals(filter.narrowing)) return find(await ask());
  const name = JSON.stringify([callerKey(principal), filter, key]);
  const asked = remembered.has(name) ? undefined : await ask();
  const { changes } = asked ?? (await readCounters(handle, filter.rows));
  return remembered.get(name, changes, async () => find(asked ?? (await ask())));
}

async function load(
  handle: Handle,
  filter: SearchFilter,
  found: readonly Found[],
  type: SearchType,
): Promise<ScoredBlock[]> {
  const byId = new Map(found.map((hit) => [hit.id, hit]));
  const blocks = await blocksByIds(handle, [...byId.keys()], filter.rows);
  return blocks.map((block) => toScoredBlock(block, byId.get(block.id), type));
}

function toScoredBlock(block: MemoryBlock, hit: Found | undefined, type: SearchType): ScoredBlock {
  return {
    ...block,
    search_score: hit?.score ?? 0,
    search_type: type,
    rank_explanation: hit?.explanation ?? null,
    score_components: hit?.components ?? {},
    ...(hit?.supersedes && { supersedes: hit.supersedes }),
    ...(hit?.match && { match: hit.match }),
    ...(hit?.alike && { alike: hit.alike }),
  };
}

/** Substring search, newest first; the score falls with the rank. `reason` says why no better search was used. */
export async function basicSearch(
  tools: SearchTools,
  filter: SearchFilter,
  terms: Terms,
  reason: string | null = null,
): Promise<ScoredBlock[]> {
  const blocks = await tools.database.read(tools.principal, async (handle) => {
    const ask = () => readCounters(handle, filter.rows);
    const { ids, through } = await searchWithCache(
      tools,
      handle,
      filter,
      ['contains', terms],
      ask,
      async () => {
        const others = await followSuperseded(handle, filter, async (part) =>
          (await containingBlocks(handle, part, terms)).map((id) => ({ id, score: 0, explanation: reason })),
        );
        const also = others.map(({ id }) => id);
        return { ids: await containingBlocks(handle, filter, terms, also), through: others };
      },
    );
    const bySuperseded = new Map(through.map((hit) => [hit.id, hit]));
    const found = ids.map((id, rank) => {
      const score = 1 - rank / (ids.length + 1);
      const components = { rank_position: rank + 1 };
      return { explanation: reason, ...bySuperseded.get(id), id, score, components };
    });
    return load(handle, filter, found, 'basic');
  });
  return tools.isForOrder ? blocks : withLiteralHighlights(blocks, [...terms.anyOf, ...terms.allTerms]);
}

/** Adds passages that show the terms, unless only the order matters. */
async function withPassages(
  tools: SearchTools,
  found: { answer: Answer; terms: RankedResult['terms'] } | undefined,
): Promise<Answer | undefined> {
  if (!found || tools.isForOrder) return found?.answer;
  return { ...found.answer, blocks: await withHighlights(tools, found.answer.blocks, found.terms) };
}

/** Result of a ranked search: blocks, and what happened to the words. */
export interface Answer {
  blocks: ScoredBlock[];
  corrections: readonly Correction[];
  /** Words that occur in no memory of the workspace. */
  unknown: readonly string[];
  /** Matching blocks on all pages, if counted. */
  total?: { matches: number; isExact: boolean };
  /** Blocks of the workspace without a vector, if a semantic search missed any. */
  notIndexed?: { count: number; total: number } | undefined;
  /** Hits that are too weak for the caller. */
  weaker?: SearchMetadata['weaker'];
  /** State of the embedder, if semantic search was requested. */
  meaning?: MeaningState | undefined;
}

const TOO_LARGE = 'This workspace is too large to compare vectors without the database extension "vector".';
const COMMON_WORDS_ONLY = 'All words are very common, so they were matched as text.';

export const toAnswer = (blocks: ScoredBlock[]): Answer => ({ blocks, corrections: [], unknown: [] });

/** Full-text hits, cached until the workspace changes. */
const rankHits = (
  tools: SearchTools,
  handle: Handle,
  filter: SearchFilter,
  query: string,
  match: Match,
): Promise<RankedResult> =>
  searchWithCache(
    tools,
    handle,
    filter,
    ['words', query, match],
    () => lookUpWords(handle, filter, query),
    (asked) => rankedSearch(handle, filter, match, asked),
  );

/** The total of all pages; a page without hits does not know how many precede it. */
const countTotal = (
  { hits, matches, isExact }: Pick<RankedResult, 'matches' | 'isExact'> & { hits: readonly unknown[] },
  { skip }: SearchFilter,
  isWhole: boolean,
) => (hits.length === 0 && skip > 0 ? {} : { total: { matches, isExact: isExact && isWhole } });

/** Ranked full-text search: the best blocks for any of the words, or only those with every word. */
export async function fulltextSearch(
  tools: SearchTools,
  filter: SearchFilter,
  query: string,
  { minScore, match }: { minScore: number; match: Match },
): Promise<Answer> {
  const read = await tools.database.read(tools.principal, async (handle) => {
    const words = await rankHits(tools, handle, filter, query, match);
    const { hits, corrections, unknown, hasTerms, terms } = words;
    if (!hasTerms) return undefined;
    const found = hits.filter(({ score }) => score >= minScore);
    const blocks = await load(handle, filter, found, 'fulltext');
    const total = countTotal(words, filter, found.length === hits.length);
    return { answer: { blocks, corrections, unknown, ...total }, terms };
  });
  const answer = await withPassages(tools, read);
  return answer ?? toAnswer(await basicSearch(tools, filter, toTerms(undefined, query), COMMON_WORDS_ONLY));
}

/** Fallback suggestions for a search without hits. */
export function findAlternatives(
  { database, principal }: SearchTools,
  filter: SearchFilter,
  query: string,
  match: Match,
): Promise<SearchAlternatives> {
  return database.read(principal, (handle) => countAlternatives(handle, principal, filter, query, match));
}

/** State of the embedder, and how many blocks of the workspace have no vector yet. */
async function searchByVector(
  { semantic }: SearchTools,
  handle: Handle,
  { rows, includeArchived }: SearchFilter,
): Promise<Pick<Answer, 'meaning' | 'notIndexed'>> {
  const meaning = semantic.state();
  if (!meaning) return {};
  const count = await countWaiting(handle, listTenants(rows), includeArchived, semantic.answering());
  if (count === 0) return { meaning };
  const { active, archived } = await readCounters(handle, rows);
  return { meaning, notIndexed: { count, total: active + (includeArchived ? archived : 0) } };
}

/** Semantic search. Falls back to substrings when it is unavailable or nothing is near enough, and says so. */
export async function semanticSearch(
  tools: SearchTools,
  filter: SearchFilter,
  query: string,
  threshold: number,
): Promise<Answer> {
  const searchByText = async (reason: string) =>
    toAnswer(await basicSearch(tools, filter, toTerms(undefined, query), `${reason} Matched as text.`));
  const vector = await tools.semantic.embedQuestion(query);
  if ('unavailable' in vector) {
    const state = await tools.database.read(tools.principal, (handle) =>
      searchByVector(tools, handle, filter),
    );
    return { ...(await searchByText(vector.unavailable)), ...state };
  }
  const answer = await tools.database.read(tools.principal, async (handle) => {
    const hits = await nearestHits(handle, filter, vector);
    if (!hits) return undefined;
    const found = hits
      .filter(({ score }) => score >= threshold)
      .map((hit) => ({
        ...hit,
        components: { semantic_raw: hit.score },
        explanation: hit.supersedes ? hit.explanation : null,
      }));
    const blocks = await load(handle, filter, found, 'semantic');
    return { ...toAnswer(blocks), ...(await searchByVector(tools, handle, filter)) };
  });
  if (!answer) return searchByText(TOO_LARGE);
  if (answer.blocks.length > 0) return answer;
  const text = await searchByText(`No memory reaches a similarity of ${threshold}.`);
  return { ...answer, ...text };
}

/** The number of hits that are too weak for the caller, and the title of the nearest if no others are left. */
async function findWeaker(
  handle: Handle,
  { skip }: SearchFilter,
  ranked: readonly { id: string }[],
  strong: readonly unknown[],
): Promise<Answer['weaker']> {
  const count = ranked.length - strong.length;
  const [first] = ranked;
  if (count === 0 || !first) return undefined;
  if (strong.length > 0 || skip > 0) return { count };
  const title = (await loadTitles(handle, [first.id])).get(first.id);
  return { count, ...(title !== undefined && { nearest: { id: first.id, title } }) };
}

/** Number of hits compared with each other; the same on every page, so that pages are consistent. */
const COMPARED = 20;

/** Groups hits that agree or conflict; marked memories are never grouped. */
async function groupHits(
  handle: Handle,
  hits: readonly Pick<Parameters<typeof groupAlike>[0][number], 'id' | 'isBeside' | 'coverage'>[],
  facts: ReadonlyMap<string, BlockFacts>,
): Promise<Group[]> {
  const compared = hits.slice(0, COMPARED);
  const texts = await loadBeginnings(
    handle,
    compared.map(({ id }) => id),
  );
  const read = compared.map(({ id, ...known }) => {
    const { effectiveDate, problem } = facts.get(id)!;
    return { id, ...known, effectiveDate, text: problem ? '' : (texts.get(id) ?? '') };
  });
  return [...groupAlike(read), ...hits.slice(COMPARED).map(({ id }) => ({ id, others: [] }))];
}

/**
 * Full-text and semantic hits in one ranking. If semantic search is unavailable, words get the whole weight and the explanation says so.
 */
export async function hybridSearch(
  tools: SearchTools,
  filter: SearchFilter,
  query: string,
  {
    weights,
    minScore,
    least,
    isFolded,
  }: { weights: Weights; minScore: number; least: WireMatch['strength']; isFolded: boolean },
): Promise<Answer> {
  const end = filter.skip + filter.limit;
  const vector = await tools.semantic.embedQuestion(query);
  const now = new Date();
  const time = await namedTime(query, now);
  const read = await tools.database.read(tools.principal, async (handle) => {
    const asked = 'unavailable' in vector ? undefined : await centerQuestion(handle, filter, vector);
    const wide = { ...filter, skip: 0, limit: Math.ceil(end / WINDOW) * WINDOW };
    const words = await rankHits(tools, handle, wide, time?.rest || query, 'any');
    const near = asked && (await nearestHits(handle, { ...wide, limit: WINDOW }, asked));
    // Something is always nearest; a hit has to be nearer than the workspace as a whole.
    const meaning = near
      ?.map((hit) => ({ ...hit, score: hit.score - asked!.base }))
      .filter(({ score }) => score > 0);
    if (!words.hasTerms && !meaning) return undefined;
    const reason = 'unavailable' in vector ? vector.unavailable : TOO_LARGE;
    const byWords = new Map(words.hits.map((hit) => [hit.id, hit]));
    const byMeaning = new Map((meaning ?? []).map((hit) => [hit.id, hit]));
    const ids = [...new Set([...byWords.keys(), ...byMeaning.keys()])];
    const facts = new Map(
      [...(await rankingFacts(handle, ids))].map(([id, fact]) => {
        const isInTime =
          time !== undefined && fact.effectiveDate >= time.from && fact.effectiveDate < time.to;
        return [id, { ...fact, isInTime }];
      }),
    );
    const sums = words.hits.map(({ id, sum, coverage }) => ({ id, score: sum, coverage }));
    const ranked = combineHits(sums, meaning, facts, weights, now)
      .filter(({ score }) => score >= minScore)
      .map((hit) => {
        const coverage = byWords.get(hit.id)?.coverage ?? 0;
        const likeness = meaning && (byMeaning.get(hit.id)?.score ?? 0);
        const components = { ...hit.components, coverage, ...(likeness !== undefined && { likeness }) };
        return { ...hit, components, match: scoreMatch({ coverage, likeness }) };
      });
    const strong = ranked.filter(({ match }) => isAtLeast(match, least));
    const groups = await groupHits(
      handle,
      strong.map(({ id }) => {
        const { coverage = 0, components } = byWords.get(id) ?? {};
        return { id, coverage, isBeside: (components?.['beside'] ?? 0) > 0 };
      }),
      facts,
    );
    const ordered = groups.flatMap(({ id, others }) =>
      isFolded ? [{ id, others }] : [{ id, others }, ...others.map((one) => ({ id: one.id, others: [] }))],
    );
    const byId = new Map(strong.map((hit) => [hit.id, hit]));
    const page = ordered.slice(filter.skip, end);
    const titles = isFolded
      ? await loadTitles(
          handle,
          page.flatMap(({ others }) => others.map(({ id }) => id)),
        )
      : new Map<string, string>();
    const found = page.map(({ id, others }, at) => {
      const word = byWords.get(id);
      const near = byMeaning.get(id);
      const { components, match } = byId.get(id)!;
      const problem = facts.get(id)?.problem;
      const sentences = [
        (word ?? near)?.explanation,
        problem && `Marked as ${problem}.`,
        facts.get(id)?.isInTime && 'Recorded in the time your question mentions.',
        others.length === 1 && 'Newer than a hit that says nearly the same.',
        others.length > 1 && `Newer than ${others.length} hits that say nearly the same.`,
        !meaning && `${reason} Ranked by words alone.`,
      ];
      return {
        supersedes: word?.supersedes ?? near?.supersedes,
        id,
        // Each position keeps its score.
        score: strong[filter.skip + at]!.score,
        match,
        ...(isFolded &&
          others.length > 0 && {
            alike: others.map((one) => ({
              ...one,
              title: titles.get(one.id) ?? '',
              said_at: facts.get(one.id)!.effectiveDate.toISOString(),
            })),
          }),
        components: { ...word?.components, ...components },
        explanation: sentences.filter(Boolean).join(' ') || null,
      };
    });
    const blocks = await load(handle, filter, found, 'hybrid');
    const { corrections, unknown, matches } = words;
    const hidden = ranked.length - ordered.length;
    const known = { ...words, hits: found, matches: Math.max(matches - hidden, ordered.length) };
    const answer: Answer = {
      blocks,
      corrections,
      unknown,
      ...countTotal(known, wide, meaning === undefined),
      weaker: await findWeaker(handle, filter, ranked, strong),
      ...(await searchByVector(tools, handle, filter)),
    };
    return { answer, terms: words.terms };
  });
  const answer = await withPassages(tools, read);
  return answer ?? toAnswer(await basicSearch(tools, filter, toTerms(undefined, query), COMMON_WORDS_ONLY));
}
