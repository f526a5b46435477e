/** Ranked full-text search inside the database: the terms of a query with their frequencies, and the best blocks for them. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { RowFilter } from '../domain/permissions';
import { FIELD_WEIGHTS, LENGTH_SHARE, MAX_MATCHES } from '../domain/ranking';
import type { CandidatePlan, Collection, QueryTerm, WeightedTerm } from '../domain/ranking';
import type { SearchQuery } from '../domain/searchQuery';
import { allOf } from './conditions';
import type { Handle } from './database';
import { runPrepared } from './prepared';
import { narrowing } from './search';
import type { Hit, SearchFilter } from './search';

/** The tenant of what everybody may see. */
const PUBLIC_TENANT = '00000000-0000-0000-0000-000000000000';

/** Of the newest blocks so many are looked through for a term that is too common to be ranked everywhere. */
const NEWEST_LOOKED_THROUGH = 5_000;
const NEWEST_CANDIDATES = 500;
/** The best of the candidates are compared for neighbouring words too. */
const RERANKED = 200;

/** The tenants whose rows a filter names; none where it names no row. */
export function tenantsOf(rows: RowFilter): readonly string[] {
  switch (rows.rows) {
    case 'public':
      return [PUBLIC_TENANT];
    case 'owned':
      return [rows.ownerUserId];
    case 'organizations':
      return rows.organizationIds;
    case 'none':
      return [];
  }
}

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;
const texts = (values: readonly string[]) =>
  sql`(select array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)))::text[]`;
const numbers = (values: readonly number[]) => sql`${`{${values.join(',')}}`}::float8[]`;

/** How many blocks of the tenants contain the term of `term`, what is not folded yet included. */
const frequency = (tenants: readonly string[], column: 'documents' | 'length', condition: SQL) => sql`(
  select coalesce(sum(counted.${sql.raw(column)}), 0)::float8 from (
    select ${sql.raw(column)} from search_terms as known where known.tenant_id = any (${uuids(tenants)}) and ${condition}
    union all
    select ${sql.raw(column)} from search_term_changes as known where known.tenant_id = any (${uuids(tenants)}) and ${condition}
  ) as counted)`;

/** The blocks of the tenants and their lengths together. */
export async function collectionOf(handle: Handle, tenants: readonly string[]): Promise<Collection> {
  const total = sql`known.term = ''`;
  const [found] = await runPrepared<{ documents: number; length: number }>(
    handle,
    sql`select ${frequency(tenants, 'documents', total)} as documents, ${frequency(tenants, 'length', total)} as length`,
  );
  return found ?? { documents: 0, length: 0 };
}

/** The terms of a text, as the blocks are indexed, with the tenants' frequencies. `words` are the words that positions count. */
export async function queryTerms(
  handle: Handle,
  tenants: readonly string[],
  text: string,
): Promise<{ terms: QueryTerm[]; words: string[] }> {
  const rows = await runPrepared<{ words: string; terms: QueryTerm[] | null }>(
    handle,
    sql`select hindsight_words(${text}::text) as words, (
      select json_agg(json_build_object('term', asked.lexeme, 'positions', asked.positions,
        'documents', ${frequency(tenants, 'documents', sql`known.term = asked.lexeme`)}) order by asked.positions[1])
      from unnest(hindsight_terms(${text}::text)) as asked
    ) as terms`,
  );
  const [found] = rows;
  return {
    terms: found?.terms ?? [],
    words: (found?.words ?? '').split(/\s+/).filter((word) => word !== ''),
  };
}

/** The terms of these words that the tenants' blocks contain, each with one of its words, most frequent first. */
export async function knownTerms(
  handle: Handle,
  tenants: readonly string[],
  words: readonly string[],
): Promise<{ term: string; word: string; documents: number }[]> {
  const count = (table: 'search_terms' | 'search_term_changes') => sql`
    select term, documents from ${sql.raw(table)} as known
    where tenant_id = any (${uuids(tenants)}) and term = any ((select array(select stem from stems))::text[])`;
  return runPrepared(
    handle,
    sql`with stems as (
        select (ts_lexize('english_stem'::regdictionary, word))[1] as stem, max(word) as word
        from unnest(${texts(words)}) as word group by 1
      )
      select term, (select word from stems where stem = term) as word, sum(documents)::float8 as documents from (
        ${count('search_terms')} union all ${count('search_term_changes')}
      ) as known group by term having sum(documents) > 0 order by documents desc, term`,
  );
}

/** Those of the words whose stem is one of the terms, as `word term` pairs. */
export async function wordsOfTerms(
  handle: Handle,
  words: readonly string[],
  terms: readonly string[],
): Promise<{ word: string; term: string }[]> {
  if (words.length === 0) return [];
  return runPrepared(
    handle,
    sql`select word, stem as term from unnest(${texts(words)}) as word
      cross join lateral unnest(ts_lexize('english_stem'::regdictionary, word)) as stem
      where stem = any (${texts(terms)})`,
  );
}

/** How many mentions of terms that begin with `prefix` there are. */
export async function prefixFrequency(
  handle: Handle,
  tenants: readonly string[],
  prefix: string,
): Promise<number> {
  const [found] = await runPrepared<{ documents: number }>(
    handle,
    sql`select ${frequency(tenants, 'documents', sql`known.term >= ${prefix} and known.term < ${`${prefix}\u{10ffff}`}`)} as documents`,
  );
  return found?.documents ?? 0;
}

const lexeme = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
/** A term as tsquery text, with `suffix` behind each of its forms. */
const alternatives = ({ term, forms = [] }: Pick<QueryTerm, 'term' | 'forms'>, suffix: string) =>
  forms.length === 0
    ? lexeme(term) + suffix
    : `(${[term, ...forms].map((form) => lexeme(form) + suffix).join(' | ')})`;
const quoted = (term: Pick<QueryTerm, 'term' | 'isPrefix' | 'forms'>) =>
  alternatives(term, term.isPrefix ? ':*' : '');
/** The same with a sign in the place of the letter of a field; no term contains it. */
const labelled = (term: QueryTerm) => (term.isPrefix ? quoted(term) : alternatives(term, ':#'));
/** `ts_rank` divides by the number of alternatives. */
const rankWeight = ({ weight, forms = [] }: WeightedTerm) => weight * (1 + forms.length);
const anyOf = (terms: readonly WeightedTerm[]) => terms.map(quoted).join(' | ');

export interface RankedHit extends Hit {
  /** What each weighted term adds, in their order; 0 where it does not occur. */
  contributions: number[];
  /** The best field of each term: A title, B lesson or keyword, C content, D errors; null where it does not occur. */
  fields: (string | null)[];
  /** What neighbouring words add. */
  nearness: number;
}

export interface RankedPage {
  hits: RankedHit[];
  /** Blocks that were ranked: of a page without hits they are not known. */
  matches: number;
}

export interface Ranking {
  weighted: readonly WeightedTerm[];
  neighbours: readonly { pair: readonly [QueryTerm, QueryTerm]; weight: number }[];
  plan: CandidatePlan;
  collection: Collection;
  query: Pick<SearchQuery, 'phrases' | 'excluded'>;
  /** Only blocks that contain every term. */
  isEveryTerm: boolean;
}

/** Conditions of a candidate besides its words. */
function within(filter: SearchFilter, { query, weighted, isEveryTerm }: Ranking): SQL {
  const phrase = (text: string) => sql`phraseto_tsquery('english'::regconfig, hindsight_words(${text}))`;
  return allOf(
    narrowing(filter, 'found'),
    ...query.phrases.map((text) => sql`found.words @@ ${phrase(text)}`),
    ...query.excluded.map((text) => sql`not found.words @@ ${phrase(text)}`),
    isEveryTerm ? sql`found.words @@ ${weighted.map(quoted).join(' & ')}::tsquery` : undefined,
  );
}

/** The blocks of the tenants that match `terms`, by the index of words, in which the tenant is a word too. */
function byWords(tenants: readonly string[], filter: SearchFilter, ranking: Ranking, terms: string): SQL {
  const tenant = tenants.map((id) => `'@${id}'`).join(' | ');
  return sql`(select * from readable_search_documents as found
    where found.words @@ ${`(${tenant}) & (${terms})`}::tsquery and found.tenant_id = any (${uuids(tenants)}) and ${within(filter, ranking)}
    limit ${MAX_MATCHES})`;
}

/** The newest blocks of each tenant that match `terms`, by the index of moments: `ts_match_vq` is the operator without its index. */
function byAge(tenants: readonly string[], filter: SearchFilter, ranking: Ranking, terms: string): SQL {
  return sql`(select found.* from unnest(${uuids(tenants)}) as tenant(id) cross join lateral (
      select * from readable_search_documents as found
      where found.tenant_id = tenant.id ${filter.agentId ? sql`and found.agent_id = ${filter.agentId}` : sql``}
      order by found.created_at desc limit ${NEWEST_LOOKED_THROUGH}
    ) as found where ts_match_vq(found.words, ${terms}::tsquery) and ${within(filter, ranking)} limit ${NEWEST_CANDIDATES})`;
}

/**
 * The statement of `rankedHits`, so that a test can look at its plan: candidates by index, a first score for each from the weights
 * of their fields, and for the best of them what neighbouring words add.
 */
export function rankedStatement(tenants: readonly string[], filter: SearchFilter, ranking: Ranking): SQL {
  const { plan, weighted, neighbours, collection } = ranking;
  const sources = [
    ...(plan.anyOf.length > 0 ? [byWords(tenants, filter, ranking, anyOf(plan.anyOf))] : []),
    ...plan.together.map((group) => byWords(tenants, filter, ranking, group.map(quoted).join(' & '))),
    ...(plan.newestOf.length > 0 ? [byAge(tenants, filter, ranking, anyOf(plan.newestOf))] : []),
  ];
  const average = Math.max(1, collection.length / Math.max(1, collection.documents));
  const fieldWeights = sql.raw(`'{${FIELD_WEIGHTS.join(',')}}'::float4[]`);
  const lengthFactor = sql`sqrt(${sql.raw(String(1 - LENGTH_SHARE))} + ${sql.raw(String(LENGTH_SHARE))} * length / ${average}::float8)`;
  const near = neighbours.map(({ pair: [one, other] }) => {
    const [a, b] = [quoted(one), quoted(other)];
    return `${a} <-> ${b} | ${b} <-> ${a} | ${a} <2> ${b} | ${b} <2> ${a}`;
  });
  return sql`
    with terms as materialized (
      select asked.query::tsquery as query, asked.label, asked.weight, asked.place
      from unnest(${texts(weighted.map(quoted))}, ${texts(weighted.map(labelled))}, ${numbers(weighted.map(rankWeight))}) with ordinality as asked(query, label, weight, place)
    ), pairs as materialized (
      select asked.query::tsquery as query, asked.weight
      from unnest(${texts(near)}, ${numbers(neighbours.map(({ weight }) => weight))}) as asked(query, weight)
    ), candidates as materialized (
      select distinct on (memory_block_id) memory_block_id, created_at, length, words from (${sql.join(sources, sql` union all `)}) as found
    ), scored as materialized (
      select *, ${lengthFactor} as factor, (
        select sum(terms.weight * ts_rank(${fieldWeights}, words, terms.query)) from terms
      ) as total from candidates
    ), best as materialized (
      select * from scored order by total / factor desc, created_at desc, memory_block_id desc
      limit ${Math.max(RERANKED, filter.skip + filter.limit)}
    ), compared as materialized (
      select *, coalesce((select sum(pairs.weight) from pairs where words @@ pairs.query), 0) as together from best
    )
    select memory_block_id as id, (total + together) / factor as score, together / factor as nearness,
      (select count(*)::float8 from candidates) as matches,
      (select json_agg(terms.weight * ts_rank(${fieldWeights}, words, terms.query) / factor order by place) from terms) as contributions,
      (select json_agg(case when words @@ replace(label, '#', 'A')::tsquery then 'A' when words @@ replace(label, '#', 'B')::tsquery then 'B'
        when words @@ replace(label, '#', 'C')::tsquery then 'C' when words @@ replace(label, '#', 'D')::tsquery then 'D' end order by place) from terms) as fields
    from compared order by score desc, created_at desc, memory_block_id desc limit ${filter.limit} offset ${filter.skip}`;
}

/** The best blocks for the terms, best first. `score` is a sum of weights. */
export async function rankedHits(
  handle: Handle,
  tenants: readonly string[],
  filter: SearchFilter,
  ranking: Ranking,
): Promise<RankedPage> {
  const rows = await runPrepared<Record<keyof RankedHit | 'matches', unknown>>(
    handle,
    rankedStatement(tenants, filter, ranking),
  );
  const hits = rows.map((row) => ({
    id: String(row.id),
    score: Number(row.score),
    nearness: Number(row.nearness),
    contributions: (row.contributions ?? []) as number[],
    fields: (row.fields ?? []) as (string | null)[],
  }));
  return { hits, matches: Number(rows[0]?.matches ?? 0) };
}

/** Any fixed number: two processes must not fold at once. */
const FOLD_LOCK = 728_311_906;

/** Adds the differences of document frequencies to the table of terms; answers how many there were. */
export async function foldTerms(handle: Handle): Promise<number> {
  const lock = await handle.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${FOLD_LOCK}) as mine`,
  );
  if (lock.rows[0]?.mine !== true) return 0;
  const { rows } = await handle.execute<{ folded: number }>(sql`
    with gone as (delete from search_term_changes returning *),
    summed as (select tenant_id, term, sum(documents) as documents, sum(length) as length from gone group by tenant_id, term),
    folded as (
      insert into search_terms as known (tenant_id, term, documents, length) select * from summed
      on conflict (tenant_id, term) do update set documents = known.documents + excluded.documents, length = known.length + excluded.length
      returning 1
    )
    select count(*)::int as folded from gone`);
  // Of what was deleted nothing stays, its words neither.
  await handle.execute(sql`delete from search_terms where documents <= 0`);
  return rows[0]?.folded ?? 0;
}
