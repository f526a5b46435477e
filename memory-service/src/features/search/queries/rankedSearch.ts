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
import { allConditions, amongTenants, uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { inOrderOfIndex, runPrepared } from '../../../platform/database/prepared';
import { byIndexedColumns, isNarrowed, narrowedBy, SUPERSEDED, within as blocksWithin } from '../../memory';
import { readableBlocks } from '../../../platform/database/readable';
import type { Hit } from './search';
import type { SearchFilter } from '../../memory';
import { isDistributed } from '../../../platform/database/distribution';
import { narrowRows, onTenants } from '../../../platform/database/tenants';

/** Of the newest blocks so many are looked through for a term that is too common to be ranked everywhere. */
const NEWEST_LOOKED_THROUGH = 5_000;
const NEWEST_CANDIDATES = 500;
/** The best of the candidates are compared for neighboring words too; the same ones on every page, so that one continues another. */
const RERANKED = 100;
/** Blocks of others that may lie between two of a conversation which were written one after the other. */
const MOST_BETWEEN = 20;

const FIELDS = sql.raw(`'{${FIELD_WEIGHTS.join(',')}}'::float4[]`);

const numbers = (values: readonly number[]) => sql`${`{${values.join(',')}}`}::float8[]`;
const queries = (terms: readonly string[]) => sql`${sql.param([...terms])}::tsquery[]`;

/** A term as tsquery text. */
const lexeme = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const quoteLexeme = ({ term, isPrefix }: Pick<QueryTerm, 'term' | 'isPrefix'>) =>
  lexeme(term) + (isPrefix ? ':*' : '');
/** The same in one field. */
const inField =
  (field: 'A' | 'B' | 'C') =>
  ({ term, isPrefix }: QueryTerm) =>
    lexeme(term) + (isPrefix ? `:*${field}` : `:${field}`);
const joinAny = (terms: readonly WeightedTerm[]) => terms.map(quoteLexeme).join(' | ');

export interface RankedHit extends Hit {
  /** What each weighted term adds, in their order; 0 where it does not occur. */
  contributions: number[];
  /** The best field of each term: A title, B lesson or keyword, C content, D errors; null where it does not occur. */
  fields: (string | null)[];
  /** What neighboring words add. */
  nearness: number;
  /** What the block written before or after it in its conversation adds. */
  beside: number;
}

export interface RankedPage {
  hits: RankedHit[];
  /** Blocks that were ranked: of a page without hits they are not known. */
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
    narrowedBy(filter.rows, filter.narrowing, 'found'),
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

/** What is read of each candidate: a first score from the weights of its fields, and what its length divides it by. */
function firstScore({ weighted, collection }: Ranking): SQL {
  const average = Math.max(1, collection.length / Math.max(1, collection.documents));
  const parts = weighted.map(
    (term) => sql`${term.weight}::float8 * ts_rank(${FIELDS}, found.words, ${quoteLexeme(term)}::tsquery)`,
  );
  return sql`found.memory_block_id, found.tenant_id, found.conversation_id, found.created_at, ${sql.join(parts, sql` + `)} as total,
    sqrt(${1 - LENGTH_SHARE}::float8 + found.length * ${LENGTH_SHARE / average}::float8) as factor`;
}

/** See `byWords`; a worker is found by the tenant itself. */
const keptToRows = (tenants: readonly string[]): SQL =>
  isDistributed()
    ? amongTenants(sql`found.tenant_id`, tenants)
    : sql`(found.tenant_id = any (${uuids(tenants)})) is true`;

/** Rows of the tenants that are searched. */
const among = (tenants: readonly string[], column: SQL): SQL =>
  isDistributed() ? amongTenants(column, tenants) : sql`true`;

/**
 * The blocks of the tenants that match `terms`, by the index of words, in which the tenant is a word too where there are others.
 * `is true` keeps the tenant to the rows that the words have found: PostgreSQL, which does not know how few they are, would read all
 * places of the tenant in another index besides, two million in a large workspace.
 */
function byWords(
  tenants: readonly string[],
  filter: SearchFilter,
  ranking: Ranking,
  terms: string,
  most = MAX_MATCHES,
): SQL {
  const tenant = tenants.map((id) => `'@${id}'`).join(' | ');
  const words = isNearlyAlone(ranking.collection) ? terms : `(${tenant}) & (${terms})`;
  return sql`(select ${firstScore(ranking)} from readable_search_documents as found
    where found.words @@ ${words}::tsquery and ${keptToRows(tenants)} and ${candidateConditions(filter, ranking)}
    limit ${most})`;
}

/**
 * The newest blocks of each tenant that match `terms`, by the index of moments: `ts_match_vq` is the operator without its index.
 */
function byAge(tenants: readonly string[], filter: SearchFilter, ranking: Ranking, terms: string): SQL {
  const known = allConditions(sql`found.tenant_id = tenant.id`, byIndexedColumns(filter.narrowing, 'found'));
  return sql`(select ${firstScore(ranking)} from unnest(${uuids(tenants)}) as tenant(id) cross join lateral (
      select * from readable_search_documents as found
      where ${known} and ${among(tenants, sql`found.tenant_id`)} order by found.created_at desc limit ${NEWEST_LOOKED_THROUGH}
    ) as found where ts_match_vq(found.words, ${terms}::tsquery) and ${candidateConditions(filter, ranking)} limit ${NEWEST_CANDIDATES})`;
}

/** The blocks that a filter leaves and that match `terms`: they are found by the indexes of the filter. */
function byFilter(tenants: readonly string[], filter: SearchFilter, ranking: Ranking, terms: string): SQL {
  return sql`(select ${firstScore(ranking)} from readable_search_documents as found
    where ${amongTenants(sql`found.tenant_id`, tenants)} and found.memory_block_id in (
        select memory_blocks.id from ${readableBlocks} where ${blocksWithin(filter)}
      ) and ts_match_vq(found.words, ${terms}::tsquery)
      and ${candidateConditions(filter, ranking)} limit ${MAX_MATCHES})`;
}

/**
 * Where candidates come from; none comes twice, so each source leaves out what those before it find. A filter narrows what words have
 * found, so that in a large workspace it has to choose as well.
 */
function buildSources(tenants: readonly string[], filter: SearchFilter, ranking: Ranking): SQL[] {
  const { plan, weighted } = ranking;
  const { agentIds, createdAfter, createdBefore, ...others } = filter.narrowing;
  if (!plan.isComplete && (isNarrowed(others) || filter.onlySuperseded === true))
    return [byFilter(tenants, filter, ranking, joinAny(weighted))];
  const isFiltered = isNarrowed({ agentIds, createdAfter, createdBefore });
  const ofGroup = plan.isComplete ? MAX_MATCHES : MAX_CANDIDATES;
  const newestTime = !plan.isComplete && isFiltered ? weighted : plan.newestTime;
  // The index reads the places of a term once, however many groups it is in.
  const anyGroup = plan.together.map((group) => `(${group.map(quoteLexeme).join(' & ')})`).join(' | ');
  const found: string[] = [];
  const excludeSeen = (terms: string) => {
    const known = found.join(' | ');
    found.push(terms);
    return known === '' ? terms : `(${terms}) & !(${known})`;
  };
  return [
    ...(plan.anyOf.length > 0 ? [byWords(tenants, filter, ranking, excludeSeen(joinAny(plan.anyOf)))] : []),
    ...(plan.together.length > 0
      ? [byWords(tenants, filter, ranking, excludeSeen(anyGroup), ofGroup * plan.together.length)]
      : []),
    ...(newestTime.length > 0 ? [byAge(tenants, filter, ranking, excludeSeen(joinAny(newestTime)))] : []),
  ];
}

/** A word that no block has: it begins as the words of tenants do and names none. */
const NOTHING = lexeme('@');

/** What neighbors of the query add that are neighbors in a block too: as many parts as terms may have, so that the text depends on their number alone. */
function nearnessExpression(tenants: readonly string[], { weighted, neighbors }: Ranking): SQL {
  const pairs = neighbors.map(({ pair: [one, other], weight }) => {
    const [a, b] = [quoteLexeme(one), quoteLexeme(other)];
    // Most blocks lack one of them, and are done with before the places are compared.
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
        where document.memory_block_id = best.memory_block_id and ${among(tenants, sql`document.tenant_id`)})`;
}

/**
 * The statement of `rankedHits`, so that a test can look at its plan: candidates by index, each with a first score, and for the best
 * of them what neighboring words add. The words of a block are large, so they are read where they are needed and not carried along.
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
          where between_them.tenant_id = following.tenant_id and ${among(tenants, sql`between_them.tenant_id`)} and between_them.created_at > following.created_at
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
      select words from readable_search_documents as document where document.memory_block_id = page.memory_block_id and ${among(tenants, sql`document.tenant_id`)} offset 0
    ) as document cross join lateral (
      select json_agg(asked.weight * ts_rank(${FIELDS}, words, asked.query) / page.factor order by place) as contributions,
        json_agg(case when words @@ asked.a then 'A' when words @@ asked.b then 'B' when words @@ asked.c then 'C'
          when words @@ asked.query then 'D' end order by place) as fields
      from unnest(${queries(weighted.map(quoteLexeme))}, ${queries(weighted.map(inField('A')))}, ${queries(weighted.map(inField('B')))},
        ${queries(weighted.map(inField('C')))}, ${numbers(weighted.map(({ weight }) => weight))}) with ordinality as asked(query, a, b, c, weight, place)
    ) as explained
    order by score desc, page.created_at desc, memory_block_id desc`;
}

/** The best blocks for the terms, best first. `score` is a sum of weights. Where tenants are on several workers, each of these is asked for its own. */
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

/** Has the newest blocks read by their index on workers of Citus, too: they expect few rows to be left by policies, and would sort all of them. */
export const readNewest = <T>(handle: Handle, { plan }: Ranking, run: () => Promise<T>): Promise<T> =>
  isDistributed() && !plan.isComplete ? inOrderOfIndex(handle, run) : run();

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
