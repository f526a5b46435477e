/** Ranked full-text search inside the database: the best blocks for the terms of a query. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import {
  BESIDE_SHARE,
  FIELD_WEIGHTS,
  isNearlyAlone,
  LENGTH_SHARE,
  MAX_CANDIDATES,
  MAX_MATCHES,
} from '../rules/ranking';
import type { CandidatePlan, Collection, QueryTerm, WeightedTerm } from '../rules/ranking';
import type { SearchQuery } from '../rules/searchQuery';
import { allConditions, inTenants, uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { withIndexOrder, runPrepared } from '../../../platform/database/prepared';
import {
  indexedColumnConditions,
  isNarrowed,
  narrowingCondition,
  SUPERSEDED,
  within as blocksWithin,
} from '../../memory';
import { readableBlocks } from '../../../platform/database/readable';
import type { Hit } from './search';
import type { SearchFilter } from '../../memory';
import { isDistributed } from '../../../platform/database/distribution';
import { narrowRows, onTenants } from '../../../platform/database/tenants';

/** Number of newest blocks scanned for a term that is too common to rank everywhere. */
const NEWEST_LOOKED_THROUGH = 5_000;
const NEWEST_CANDIDATES = 500;
/** Top candidates that are also scored for word proximity; the same ones on every page, so that pages are consistent. */
const RERANKED = 100;
/** Maximum number of blocks from other conversations between two consecutive blocks of one conversation. */
const MOST_BETWEEN = 20;

const FIELDS = sql.raw(`'{${FIELD_WEIGHTS.join(',')}}'::float4[]`);

const numbers = (values: readonly number[]) => sql`${`{${values.join(',')}}`}::float8[]`;
const queries = (terms: readonly string[]) => sql`${sql.param([...terms])}::tsquery[]`;

/** A term as tsquery text. */
const lexeme = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const quoteLexeme = ({ term, isPrefix }: Pick<QueryTerm, 'term' | 'isPrefix'>) =>
  lexeme(term) + (isPrefix ? ':*' : '');
/** The same, restricted to one field. */
const inField =
  (field: 'A' | 'B' | 'C') =>
  ({ term, isPrefix }: QueryTerm) =>
    lexeme(term) + (isPrefix ? `:*${field}` : `:${field}`);
const joinAny = (terms: readonly WeightedTerm[]) => terms.map(quoteLexeme).join(' | ');

export interface RankedHit extends Hit {
  /** Contribution of each weighted term, in order; 0 where it does not occur. */
  contributions: number[];
  /** The best field of each term: A title, B lesson or keyword, C content, D errors; null where it does not occur. */
  fields: (string | null)[];
  /** Contribution of word proximity. */
  nearness: number;
  /** Contribution of the previous or next block in its conversation. */
  beside: number;
}

export interface RankedPage {
  hits: RankedHit[];
  /** Number of ranked blocks; unknown for a page without hits. */
  matches: number;
}

export interface Ranking {
  weighted: readonly WeightedTerm[];
  neighbors: readonly { pair: readonly [QueryTerm, QueryTerm]; weight: number }[];
  plan: CandidatePlan;
  collection: Collection;
  query: Pick<SearchQuery, 'phrases' | 'excluded'>;
  /** Only blocks that contain every term. */
  isEveryTerm: boolean;
}

/** Conditions of a candidate besides its words. */
function candidateConditions(filter: SearchFilter, { query, weighted, isEveryTerm }: Ranking): SQL {
  return allConditions(
    filter.includeArchived ? undefined : sql`not found.archived`,
    filter.onlySuperseded
      ? sql`found.archived and exists (select 1 from ${readableBlocks} where memory_blocks.id = found.memory_block_id and ${onTenants(filter.rows)('memory_blocks.tenant_id')} and ${SUPERSEDED})`
      : undefined,
    narrowingCondition(filter.rows, filter.narrowing, 'found'),
    ...query.phrases.map((text) => sql`found.words @@ hindsight_phrase(${text})`),
    ...query.excluded.map((text) => sql`not found.words @@ hindsight_phrase(${text})`),
    isEveryTerm
      ? sql`found.words @@ ${weighted
          .filter(({ isInParts }) => !isInParts)
          .map(quoteLexeme)
          .join(' & ')}::tsquery`
      : undefined,
  );
}

/** Columns read of each candidate: a first score from its field weights, and the divisor for its length. */
function firstScore({ weighted, collection }: Ranking): SQL {
  const average = Math.max(1, collection.length / Math.max(1, collection.documents));
  const parts = weighted.map(
    (term) => sql`${term.weight}::float8 * ts_rank(${FIELDS}, found.words, ${quoteLexeme(term)}::tsquery)`,
  );
  return sql`found.memory_block_id, found.tenant_id, found.conversation_id, found.created_at, ${sql.join(parts, sql` + `)} as total,
    sqrt(${1 - LENGTH_SHARE}::float8 + found.length * ${LENGTH_SHARE / average}::float8) as factor`;
}

/** See `indexedMatches`; workers are found by the plain tenant condition. */
const restrictToTenants = (tenants: readonly string[]): SQL =>
  isDistributed()
    ? inTenants(sql`found.tenant_id`, tenants)
    : sql`(found.tenant_id = any (${uuids(tenants)})) is true`;

/** Restricts rows to the searched tenants, on Citus only. */
const inSearchedTenants = (tenants: readonly string[], column: SQL): SQL =>
  isDistributed() ? inTenants(column, tenants) : sql`true`;

/**
 * The blocks of the tenants that match `terms`, by the word index, in which the tenant is a word too if there are other tenants. `is true`
 * keeps PostgreSQL, which does not know how few rows the words find, from also reading every entry of the tenant in another index: two
 * million in a large workspace.
 */
function indexedMatches(
  tenants: readonly string[],
  filter: SearchFilter,
  ranking: Ranking,
  terms: string,
  most = MAX_MATCHES,
): SQL {
  const tenant = tenants.map((id) => `'@${id}'`).join(' | ');
  const words = isNearlyAlone(ranking.collection) ? terms : `(${tenant}) & (${terms})`;
  return sql`(select ${firstScore(ranking)} from readable_search_documents as found
    where found.words @@ ${words}::tsquery and ${restrictToTenants(tenants)} and ${candidateConditions(filter, ranking)}
    limit ${most})`;
}

/** The newest blocks of each tenant that match `terms`, by the time index: `ts_match_vq` is the operator without its index. */
function newestMatches(
  tenants: readonly string[],
  filter: SearchFilter,
  ranking: Ranking,
  terms: string,
): SQL {
  const known = allConditions(
    sql`found.tenant_id = tenant.id`,
    indexedColumnConditions(filter.narrowing, 'found'),
  );
  return sql`(select ${firstScore(ranking)} from unnest(${uuids(tenants)}) as tenant(id) cross join lateral (
      select * from readable_search_documents as found
      where ${known} and ${inSearchedTenants(tenants, sql`found.tenant_id`)} order by found.created_at desc limit ${NEWEST_LOOKED_THROUGH}
    ) as found where ts_match_vq(found.words, ${terms}::tsquery) and ${candidateConditions(filter, ranking)} limit ${NEWEST_CANDIDATES})`;
}

/** The blocks that pass a filter and match `terms`, by the indexes of the filter. */
function filteredMatches(
  tenants: readonly string[],
  filter: SearchFilter,
  ranking: Ranking,
  terms: string,
): SQL {
  return sql`(select ${firstScore(ranking)} from readable_search_documents as found
    where ${inTenants(sql`found.tenant_id`, tenants)} and found.memory_block_id in (
        select memory_blocks.id from ${readableBlocks} where ${blocksWithin(filter)}
      ) and ts_match_vq(found.words, ${terms}::tsquery)
      and ${candidateConditions(filter, ranking)} limit ${MAX_MATCHES})`;
}

/**
 * Sources of candidates. They are disjoint: each source excludes the matches of the previous ones. A filter narrows the matches of words;
 * in a large workspace it has to select the candidates too.
 */
function buildSources(tenants: readonly string[], filter: SearchFilter, ranking: Ranking): SQL[] {
  const { plan, weighted } = ranking;
  const { agentIds, createdAfter, createdBefore, ...others } = filter.narrowing;
  if (!plan.isComplete && (isNarrowed(others) || filter.onlySuperseded === true))
    return [filteredMatches(tenants, filter, ranking, joinAny(weighted))];
  const isFiltered = isNarrowed({ agentIds, createdAfter, createdBefore });
  const ofGroup = plan.isComplete ? MAX_MATCHES : MAX_CANDIDATES;
  const newestTime = !plan.isComplete && isFiltered ? weighted : plan.newestTime;
  // One condition for all groups: the index reads a term once, however many groups contain it.
  const anyGroup = plan.together.map((group) => `(${group.map(quoteLexeme).join(' & ')})`).join(' | ');
  const found: string[] = [];
  const excludeSeen = (terms: string) => {
    const known = found.join(' | ');
    found.push(terms);
    return known === '' ? terms : `(${terms}) & !(${known})`;
  };
  return [
    ...(plan.anyOf.length > 0
      ? [indexedMatches(tenants, filter, ranking, excludeSeen(joinAny(plan.anyOf)))]
      : []),
    ...(plan.together.length > 0
      ? [indexedMatches(tenants, filter, ranking, excludeSeen(anyGroup), ofGroup * plan.together.length)]
      : []),
    ...(newestTime.length > 0
      ? [newestMatches(tenants, filter, ranking, excludeSeen(joinAny(newestTime)))]
      : []),
  ];
}

/** A word that no block has: it starts like the words of tenants and names none. */
const NOTHING = lexeme('@');

/**
 * Proximity score of query neighbors that are also neighbors in a block. Padded to a fixed number of parts, so that the SQL text depends
 * only on the number of terms.
 */
function nearnessExpression(tenants: readonly string[], { weighted, neighbors }: Ranking): SQL {
  const pairs = neighbors.map(({ pair: [one, other], weight }) => {
    const [a, b] = [quoteLexeme(one), quoteLexeme(other)];
    // Most blocks lack one of the two words and are rejected before any positions are compared.
    const near = `${a} & ${b} & (${a} <-> ${b} | ${b} <-> ${a} | ${a} <2> ${b} | ${b} <2> ${a})`;
    return { near, weight };
  });
  while (pairs.length < weighted.length - 1) pairs.push({ near: NOTHING, weight: 0 });
  const parts = pairs.map(
    ({ near, weight }) => sql`case when words @@ ${near}::tsquery then ${weight}::float8 else 0 end`,
  );
  return neighbors.length === 0
    ? sql`0::float8`
    : sql`(select ${sql.join(parts, sql` + `)} from readable_search_documents as document
        where document.memory_block_id = best.memory_block_id and ${inSearchedTenants(tenants, sql`document.tenant_id`)})`;
}

/**
 * The statement of `rankedHits`, exported so that a test can inspect its plan: candidates by index, each with a first score, and proximity
 * scores for the best of them. The words of a block are large, so they are read where needed instead of carried along.
 */
export function rankedStatement(tenants: readonly string[], filter: SearchFilter, ranking: Ranking): SQL {
  const { weighted } = ranking;
  return sql`
    with candidates as materialized (${sql.join(buildSources(tenants, filter, ranking), sql` union all `)}
    ), best as materialized (
      select *, row_number() over () as place from (
        select * from candidates order by total / factor desc, created_at desc, memory_block_id desc
        limit ${Math.max(RERANKED, filter.skip + filter.limit)}
      ) as first
    ), compared as materialized (
      select best.*, case when place <= ${RERANKED} then ${nearnessExpression(tenants, ranking)} else 0 end as together from best
    ), following as materialized (
      select memory_block_id, score, tenant_id, conversation_id, created_at,
        lead(memory_block_id) over conversation as next_id, lead(score) over conversation as next_score, lead(created_at) over conversation as next_at
      from (select *, (total + together) / factor as score from compared where place <= ${RERANKED}) as scored
      window conversation as (partition by tenant_id, conversation_id order by created_at)
    ), adjacent as materialized (
      select * from following where created_at < next_at and (
        select count(*) < ${MOST_BETWEEN} and not coalesce(bool_or(conversation_id = following.conversation_id), false) from (
          select between_them.conversation_id from readable_search_documents as between_them
          where between_them.tenant_id = following.tenant_id and ${inSearchedTenants(tenants, sql`between_them.tenant_id`)} and between_them.created_at > following.created_at
            and between_them.created_at < next_at and not between_them.archived limit ${MOST_BETWEEN}
        ) as others)
    ), beside as materialized (
      select id, ${BESIDE_SHARE}::float8 * max(score) as share from (
        select memory_block_id as id, next_score as score from adjacent union all select next_id, score from adjacent
      ) as neighbors group by id
    ), page as materialized (
      select memory_block_id, created_at, factor, together, coalesce(share, 0) as beside, (total + together) / factor + coalesce(share, 0) as score
      from compared left join beside on beside.id = compared.memory_block_id
      order by score desc, created_at desc, memory_block_id desc limit ${filter.limit} offset ${filter.skip}
    )
    select memory_block_id as id, score, together / factor as nearness, page.beside, (select count(*) from candidates)::float8 as matches, explained.*
    from page cross join lateral (
      select words from readable_search_documents as document where document.memory_block_id = page.memory_block_id and ${inSearchedTenants(tenants, sql`document.tenant_id`)} offset 0
    ) as document cross join lateral (
      select json_agg(asked.weight * ts_rank(${FIELDS}, words, asked.query) / page.factor order by place) as contributions,
        json_agg(case when words @@ asked.a then 'A' when words @@ asked.b then 'B' when words @@ asked.c then 'C'
          when words @@ asked.query then 'D' end order by place) as fields
      from unnest(${queries(weighted.map(quoteLexeme))}, ${queries(weighted.map(inField('A')))}, ${queries(weighted.map(inField('B')))},
        ${queries(weighted.map(inField('C')))}, ${numbers(weighted.map(({ weight }) => weight))}) with ordinality as asked(query, a, b, c, weight, place)
    ) as explained
    order by score desc, page.created_at desc, memory_block_id desc`;
}

/** The best blocks for the terms, best first. `score` is a sum of weights. If tenants are on several workers, each worker ranks its own. */
export async function rankedHits(
  handle: Handle,
  tenants: readonly string[],
  filter: SearchFilter,
  ranking: Ranking,
): Promise<RankedPage> {
  if (!isDistributed() || tenants.length === 1) return rankTogether(handle, tenants, filter, ranking);
  const last = filter.skip + filter.limit;
  const pages: RankedPage[] = [];
  for (const tenant of tenants) {
    const own = { ...filter, rows: narrowRows(filter.rows, tenant), skip: 0, limit: last };
    pages.push(await rankTogether(handle, [tenant], own, ranking));
  }
  const hits = pages.flatMap((page) => page.hits).sort((a, b) => b.score - a.score);
  const matches = pages.reduce((sum, page) => sum + page.matches, 0);
  return { hits: hits.slice(filter.skip, last), matches };
}

/** Makes Citus workers read the newest blocks by their index, too: they expect policies to leave few rows and would sort all of them. */
export const readNewest = <T>(handle: Handle, { plan }: Ranking, run: () => Promise<T>): Promise<T> =>
  isDistributed() && !plan.isComplete ? withIndexOrder(handle, run) : run();

async function rankTogether(
  handle: Handle,
  tenants: readonly string[],
  filter: SearchFilter,
  ranking: Ranking,
): Promise<RankedPage> {
  const rows = await readNewest(handle, ranking, () =>
    runPrepared<Record<keyof RankedHit | 'matches', unknown>>(
      handle,
      rankedStatement(tenants, filter, ranking),
    ),
  );
  const hits = rows.map((row) => ({
    id: String(row.id),
    score: Number(row.score),
    nearness: Number(row.nearness),
    beside: Number(row.beside),
    contributions: (row.contributions ?? []) as number[],
    fields: (row.fields ?? []) as (string | null)[],
  }));
  return { hits, matches: Number(rows[0]?.matches ?? 0) };
}
