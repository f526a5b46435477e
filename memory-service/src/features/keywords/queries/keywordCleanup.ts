/** Finds likely variants of the same keyword and unused keywords, in workspaces of any size. */
import { sql } from 'drizzle-orm';
import type { RowFilter } from '../../../platform/auth/rules/permissions';
import { rowsAllowed } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { hashOfTexts, IS_KEPT } from './keywordDistinctions';
import { blockOfLink, readableLinks } from '../../../platform/database/readable';
import { keywords } from '../../../schema/memory';
import { wireTime } from '../../../platform/http/wire';
import { onTenants } from '../../../platform/database/tenants';

/** A keyword with its number of memories, including archived ones. */
export interface KeywordUse {
  id: string;
  text: string;
  memories: number;
  createdAt: Date;
}

export interface CandidatePair {
  a: KeywordUse;
  b: KeywordUse;
}

/** Candidate pairs per response; resolving these reveals more. */
const MAX_PAIRS = 2000;
/** Unused keywords per response: as many as one call can delete. */
const MAX_UNUSED = 500;
const LONGEST = 60;
/** Longest word that is checked for typos. */
const LONGEST_WORD = 40;
/** Keywords per shared variant; more indicate a naming pattern, not typos. */
const MAX_NEAR = 50;

const usedKeywords = (rows: RowFilter) => sql`
  select keywords.id, keywords.text, keywords.created_at, coalesce(used.memories, 0)::int as memories,
    coalesce(keywords.organization_id, keywords.owner_user_id) as tenant
  from keywords left join (
    select link.keyword_id, count(*) as memories from ${readableLinks} where ${rowsAllowed(blockOfLink, rows)} group by 1
  ) as used on used.keyword_id = keywords.id
  where ${rowsAllowed(keywords, rows)}`;

/**
 * Candidate pairs: keywords that are equal without separators and regular plural endings, or after deleting at most one inner letter.
 * Produces false positives, which the domain rules filter out. Digits must match. Groups hashes of the variants instead of joining texts,
 * so that the time grows with the number of keywords, not of pairs. Excludes pairs that a person marked as different.
 */
export async function candidatePairs(handle: Handle, rows: RowFilter): Promise<CandidatePair[]> {
  const { rows: found } = await handle.execute<Record<'a' | 'b', StoredUse>>(sql`
    with used as materialized (${usedKeywords(rows)}),
    plain as materialized (
      select id, tenant, regexp_replace(text, '\\D', '', 'g') as digits,
        regexp_replace(lower(text), '[][\\s_./:''’"“”‘(){}<>,;!?#\`-]', '', 'g') as word
      from used where length(text) <= ${LONGEST}
    ),
    keyed as materialized (
      select id, tenant, digits, case
        when word ~ 'ies$' then regexp_replace(word, 'ies$', 'y')
        when word ~ '(ices|ix)$' then regexp_replace(word, '(ices|ix)$', 'ex')
        when word ~ '(ss|x|z|ch|sh|us)es$' then left(word, -2)
        when word ~ '[^s]s$' then left(word, -1)
        else word end as key
      from plain where word <> ''
    ),
    variants as (
      select id, hashtextextended(concat_ws('|', tenant, digits, variant), 0) as hash from keyed cross join lateral (
        select key as variant union all
        select overlay(key placing '' from place for 1) from generate_series(2, length(key)) as place where length(key) between 4 and ${LONGEST_WORD}
      ) as near
    ),
    shared as (select (array_agg(id))[1:${MAX_NEAR}] as ids from variants group by hash having count(*) > 1),
    pairs as (
      select distinct a as left_id, b as right_id from shared cross join unnest(ids) as a cross join unnest(ids) as b where a < b
    )
    select to_jsonb(a) as a, to_jsonb(b) as b from pairs join used as a on a.id = left_id join used as b on b.id = right_id
    where not exists (
      select 1 from keyword_distinctions where first_id = a.id and second_id = b.id and texts_hash = ${hashOfTexts(sql`a`, sql`b`)}
    )
    order by a.memories + b.memories desc, a.id, b.id limit ${MAX_PAIRS}`);
  return found.map(({ a, b }) => ({ a: toUse(a), b: toUse(b) }));
}

type StoredUse = { id: string; text: string; memories: number; created_at: string };

const toUse = ({ id, text, memories, created_at: createdAt }: StoredUse): KeywordUse => ({
  id,
  text,
  memories,
  createdAt: new Date(createdAt),
});

/** Oldest unused keywords that nobody marked as kept, and their total number. */
export async function unusedKeywords(handle: Handle, rows: RowFilter) {
  const { rows: found } = await handle.execute<{
    id: string;
    text: string;
    created_at: string;
    total: number;
  }>(sql`
    select keywords.id, keywords.text, keywords.created_at, count(*) over ()::int as total from keywords
    where ${rowsAllowed(keywords, rows)} and not exists (
        select 1 from ${readableLinks} where link.keyword_id = keywords.id and ${onTenants(rows)('link.tenant_id')})
      and not ${IS_KEPT}
    order by keywords.created_at, keywords.id limit ${MAX_UNUSED}`);
  return {
    unused: found.map((row) => ({
      keyword_id: row.id,
      keyword_text: row.text,
      created_at: wireTime(row.created_at),
    })),
    unused_total: found[0]?.total ?? 0,
  };
}
