/** The terms of a tenant's blocks with their document frequencies, and the terms of a query. */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Collection, QueryTerm } from '../rules/ranking';
import { inTenants } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { isDistributed } from '../../../platform/database/distribution';
import { runPrepared } from '../../../platform/database/prepared';

/** As one parameter: the template would expand the values to a list. */
const texts = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;

/** Document count and total length in the tenants of the terms that match the condition, including changes that are not folded yet. */
const frequency = (tenants: readonly string[], condition: SQL) => {
  const counts = (table: 'search_terms' | 'search_term_changes') =>
    sql`select documents, length from ${sql.raw(table)} as known where ${inTenants(sql`known.tenant_id`, tenants)} and ${condition}`;
  return sql`(select coalesce(sum(counted.documents), 0)::float8 as documents, coalesce(sum(counted.length), 0)::float8 as length
    from (${counts('search_terms')} union all ${counts('search_term_changes')}) as counted)`;
};

/** Approximate number of blocks of all tenants. For a distributed table, the coordinator counts only its own part, which is empty. */
const countStored = (): SQL =>
  isDistributed() ? sql`-1` : sql`(select reltuples from pg_class where oid = 'search_documents'::regclass)`;

/** The terms of a query with their document frequencies, and the size of the collection. */
export interface QueryTerms {
  terms: QueryTerm[];
  /** The words of the query, which the positions of the terms count. */
  words: string[];
  collection: Collection;
  /** The results of the additional expressions. */
  facts: Record<string, unknown>;
}

interface CountedTerm {
  term: string;
  /** Null for the term that counts the blocks. */
  positions: number[] | null;
  documents: number;
  length: number;
}

/** The empty term counts the blocks. */
const ALL_BLOCKS = '';

/**
 * The terms of a text, analyzed like the blocks. Other inputs of the ranking are read in the same round trip: `facts`, one expression each.
 */
export async function queryTerms(
  handle: Handle,
  tenants: readonly string[],
  text: string,
  facts: Record<string, SQL> = {},
): Promise<QueryTerms> {
  const also = Object.entries(facts).map(([name, fact]) => sql`${fact} as ${sql.identifier(name)}, `);
  const [found] = await runPrepared<
    Record<string, unknown> & { words: string; stored: number; terms: CountedTerm[] }
  >(
    handle,
    sql`select hindsight_words(${text}::text) as words, ${sql.join(also)}
      ${countStored()}::float8 as stored, (
      select json_agg(json_build_object('term', asked.term, 'positions', asked.positions, 'documents', counted.documents, 'length', counted.length) order by asked.positions[1])
      from (
        select lexeme, positions from unnest(hindsight_terms(${text}::text)) union all select '', null
      ) as asked(term, positions)
      cross join lateral ${frequency(tenants, sql`known.term = asked.term`)} as counted
    ) as terms`,
  );
  const counted = found?.terms ?? [];
  const all = counted.find(({ term }) => term === ALL_BLOCKS);
  const words = (found?.words ?? '').split(/\s+/).filter((word) => word !== '');
  return {
    terms: counted.flatMap(({ term, positions, documents }) =>
      positions ? [{ term, positions, documents }] : [],
    ),
    words,
    collection: {
      documents: all?.documents ?? 0,
      length: all?.length ?? 0,
      stored: found?.stored ?? -1,
    },
    facts: found ?? {},
  };
}

/** The terms of each text, by its 1-based place, and the number of the tenant's blocks that contain each. */
export function termFrequencies(
  handle: Handle,
  tenant: string,
  given: readonly string[],
): Promise<{ place: number; term: string; documents: number }[]> {
  return runPrepared(
    handle,
    sql`with asked as materialized (
        select numbered.place::int as place, lexeme as term from jsonb_array_elements_text(${JSON.stringify(given)}::jsonb)
          with ordinality as numbered (text, place), lateral unnest(hindsight_terms(numbered.text))
      ), counted as materialized (
        select term, documents from (select distinct term from asked) as named
        cross join lateral ${frequency([tenant], sql`known.term = named.term`)} as frequency
      )
      select place, term, documents from asked join counted using (term)`,
  );
}

/** The terms of these words that the tenants' blocks contain, each with one of its words, most frequent first. */
export async function knownTerms(
  handle: Handle,
  tenants: readonly string[],
  words: readonly string[],
): Promise<{ term: string; word: string; documents: number }[]> {
  const count = (table: 'search_terms' | 'search_term_changes') => sql`
    select term, documents from ${sql.raw(table)} as known
    where ${inTenants(sql`tenant_id`, tenants)} and term = any ((select array(select stem from stems))::text[])`;
  return runPrepared(
    handle,
    sql`with stems as (
        select hindsight_term(word) as stem, max(word) as word
        from unnest(${texts(words)}) as word group by 1
      )
      select term, (select word from stems where stem = term) as word, sum(documents)::float8 as documents from (
        ${count('search_terms')} union all ${count('search_term_changes')}
      ) as known group by term having sum(documents) > 0 order by documents desc, term`,
  );
}

/** Cached terms of words: the stem of a word never changes. A stop word has none. */
const stemCache = new Map<string, string | null>();
const MAX_KNOWN_STEMS = 20_000;
/** Longer words are not cached: they hardly ever recur. */
const MAX_KNOWN_LETTERS = 40;

function keepStem(word: string, term: string | null): void {
  if (stemCache.size >= MAX_KNOWN_STEMS) stemCache.clear();
  if (word.length <= MAX_KNOWN_LETTERS) stemCache.set(word, term);
}

/** Whether the stems of all these words are cached. */
export const areStemsCached = (words: readonly string[]): boolean =>
  words.every((word) => stemCache.has(word));

/** The index term of each word; a stop word has none. Queries the database only for words that are not cached. */
export async function loadStems(
  handle: Handle | undefined,
  words: readonly string[],
): Promise<Map<string, string>> {
  const stems = new Map<string, string | null>();
  for (const word of words) {
    const known = stemCache.get(word);
    if (known !== undefined) stems.set(word, known);
  }
  const unmet = words.filter((word) => !stems.has(word));
  for (const { word, term } of handle ? await readStems(handle, unmet) : []) {
    stems.set(word, term);
    keepStem(word, term);
  }
  return new Map([...stems].filter((pair): pair is [string, string] => pair[1] !== null));
}

async function readStems(handle: Handle, words: readonly string[]) {
  if (words.length === 0) return [];
  return runPrepared<{ word: string; term: string | null }>(
    handle,
    sql`select word, hindsight_term(word) as term from unnest(${texts(words)}) as word`,
  );
}

/** Number of mentions of terms with each of the prefixes. */
export async function prefixFrequencies(
  handle: Handle,
  tenants: readonly string[],
  prefixes: readonly string[],
): Promise<Map<string, number>> {
  if (prefixes.length === 0) return new Map();
  const rows = await runPrepared<{ prefix: string; documents: number }>(
    handle,
    sql`select prefix, documents from unnest(${texts(prefixes)}) as prefix
      cross join lateral ${frequency(tenants, sql`known.term >= prefix and known.term < prefix || ${'\u{10ffff}'}`)} as counted`,
  );
  return new Map(rows.map(({ prefix, documents }) => [prefix, documents]));
}

/** Arbitrary lock key: two processes must not fold at once. */
const FOLD_LOCK = 728_311_906;

/** Folds the pending changes of document frequencies into the table of terms; returns their number. */
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
  // Nothing of deleted text may remain, its words included.
  await handle.execute(sql`delete from search_terms where documents <= 0`);
  return rows[0]?.folded ?? 0;
}
