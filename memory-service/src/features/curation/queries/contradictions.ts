/** The comparison queue, the blocks to compare with each block, and conflicting pairs. */
import { and, eq, sql } from 'drizzle-orm';
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import { MOST_CHARACTERS } from '../../../platform/text/rules/contradictions';
import type { Contradiction } from '../../../platform/text/rules/contradictions';
import type { Ownership } from '../../../platform/auth/rules/permissions';
import type { Handle } from '../../../platform/database/database';
import { effectiveDate } from '../../memory';
import { PLACED } from '../../../platform/events/log';
import type { LoggedRow } from '../../../platform/events/log';
import { changeProposals, deleteProposals, deleteProposalsWithIds, logProposals } from '../../proposals';
import { proposals } from '../../../schema/proposals';
import { nameTenant, uuids } from '../../../platform/database/conditions';
import { termFrequencies } from '../../search';
import { wireTime } from '../../../platform/http/wire';
import { eachTenant, ofTenant } from '../../../platform/database/tenants';
import type { TenantCondition } from '../../../platform/database/tenants';

export type ContradictionRow = typeof proposals.$inferSelect;

/** The compared text: the beginning of the content with its lesson; positions of sentences count from its start. */
const TEXT = sql`left(memory_blocks.content || E'\n' || coalesce(memory_blocks.lessons_learned, ''), ${MOST_CHARACTERS}::int)`;
const hashExpression = (name: string) =>
  sql.raw(`md5(${name}.content || E'\\n' || coalesce(${name}.lessons_learned, ''))`);
const PAIR_HASH = sql`${hashExpression('older')} || '/' || ${hashExpression('newer')}`;

/** Joins the two blocks of a conflict. */
export const OF_ITS_PAIR = sql`older.id = proposals.memory_block_ids[1] and newer.id = proposals.memory_block_ids[2]`;

/** Condition: both blocks are active, in the pair's workspace, with the texts that were compared. */
export const PAIR_CURRENT = sql`not older.archived and not newer.archived and proposals.texts_hash = ${PAIR_HASH}
  and (older.visibility_scope, older.owner_user_id, older.organization_id)
    is not distinct from (proposals.visibility_scope, proposals.owner_user_id, proposals.organization_id)
  and (newer.visibility_scope, newer.owner_user_id, newer.organization_id)
    is not distinct from (proposals.visibility_scope, proposals.owner_user_id, proposals.organization_id)`;

/** Lease of a claimed block; a process that holds it longer has died. */
const LEASE = sql`interval '5 minutes'`;
/** Maximum number of pending pairs per workspace: nobody reviews more, and each decision makes room. */
const MOST_WAITING = 200;
/** A term in more blocks than this says nothing about their relation. */
const MOST_WITH_TERM = 5000;
const CANDIDATES = 60;
const TERMS_PER_SENTENCE = 4;

export interface ComparedBlock extends Ownership {
  id: string;
  text: string;
  hash: string;
  /** When the text was written. */
  effectiveDate: string;
  queuedAt: string;
}

type Compared = ComparedBlock & Record<string, unknown>;

const columns = (
  here: TenantCondition,
) => sql`memory_blocks.id, ${TEXT} as text, ${hashExpression('memory_blocks')} as hash, ${effectiveDate(here)}::text as "effectiveDate",
  memory_blocks.visibility_scope as "visibilityScope", memory_blocks.owner_user_id as "ownerUserId",
  memory_blocks.organization_id as "organizationId"`;

/** The time of each block's statement, by id; unreadable blocks are missing. */
export async function loadEffectiveDates(
  handle: Handle,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await eachTenant(
    handle,
    'memory_blocks',
    ids,
    async (_ids, here) =>
      (
        await handle.execute<{ id: string; at: string }>(sql`
          select memory_blocks.id, ${effectiveDate(here)}::text as at from memory_blocks
          where memory_blocks.id = any(${uuids(ids)}) and ${here('memory_blocks.tenant_id')}`)
      ).rows,
  );
  return new Map(rows.map(({ id, at }) => [id, wireTime(at)]));
}

/** Claims the most recently written blocks of the queue for this process. */
export async function claimToCompare(handle: Handle, limit: number): Promise<ComparedBlock[]> {
  const { rows: claimed } = await handle.execute<{ id: string; queuedAt: string }>(sql`
    update memory_blocks_to_compare as waiting set retry_at = now() + ${LEASE} from (
      select memory_block_id from memory_blocks_to_compare where retry_at <= now()
      order by queued_at desc limit ${limit} for update skip locked
    ) as due where waiting.memory_block_id = due.memory_block_id
    returning waiting.memory_block_id as id, waiting.queued_at::text as "queuedAt"`);
  const queuedAt = new Map(claimed.map((row) => [row.id, row.queuedAt]));
  const blocks = await eachTenant(handle, 'memory_blocks', [...queuedAt.keys()], async (ids, here) => {
    const { rows } = await handle.execute<Compared>(sql`
      select ${columns(here)} from memory_blocks where memory_blocks.id = any (${uuids(ids)}) and ${here('memory_blocks.tenant_id')}`);
    return rows;
  });
  return blocks.map((block) => ({ ...block, queuedAt: queuedAt.get(block.id) ?? '' }));
}

const QUEUED_UNTIL = 'blocks queued for comparison until';

/**
 * Records that a database without blocks has none older than the queue: every new block is queued on write. Without the limit, workers
 * would send all of their rows.
 */
export async function expectNoOlder(handle: Handle): Promise<void> {
  await handle.execute(sql`
    insert into service_state (key, value) select ${QUEUED_UNTIL}, 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    where not exists (select 1 from memory_blocks limit 1) on conflict (key) do nothing`);
}

/** Queues the next blocks that are older than the queue; returns whether there were any. */
export async function queueOlder(handle: Handle, limit: number): Promise<boolean> {
  const key = QUEUED_UNTIL;
  const { rows } = await handle.execute<{ last: string }>(sql`
    with known as (select value::uuid as last from service_state where key = ${key} for update),
    next as (
      select id from memory_blocks where id > coalesce((select last from known), '00000000-0000-0000-0000-000000000000')
      order by id limit ${limit}
    ), queued as (
      insert into memory_blocks_to_compare (memory_block_id, tenant_id, queued_at)
      select memory_blocks.id, memory_blocks.tenant_id, memory_blocks.created_at from next join memory_blocks using (id) where not memory_blocks.archived
      on conflict (memory_block_id) do nothing
    ), noted as (
      insert into service_state (key, value) select ${key}, max(id::text) from next having count(*) > 0
      on conflict (key) do update set value = excluded.value
    ) select id::text as last from next limit 1`);
  return rows.length > 0;
}

export const toTenantId = ({ organizationId, ownerUserId }: Ownership) => organizationId ?? ownerUserId;
export const lexeme = (term: string) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Pairs of the rarest terms of each sentence, as one tsquery. A sentence that differs in one term is found by the others. */
async function splitWords(
  handle: Handle,
  tenant: string,
  sentences: readonly string[],
  fewest: number,
): Promise<string> {
  const terms = await termFrequencies(handle, tenant, sentences);
  const pairs = sentences.flatMap((_, n) => {
    const rarest = terms
      .filter(({ place, term, documents }) => place === n + 1 && documents >= fewest && !/^\d/.test(term))
      .sort((a, b) => a.documents - b.documents)
      .slice(0, TERMS_PER_SENTENCE);
    return rarest.flatMap((first, index) =>
      rarest
        .slice(index + 1)
        .filter(() => first.documents <= MOST_WITH_TERM)
        .map((second) => `(${lexeme(first.term)} & ${lexeme(second.term)})`),
    );
  });
  return [...new Set(pairs)].join(' | ');
}

/**
 * Active blocks of the same workspace that share two significant words with one of the sentences.
 * @param block without an id if it is not stored yet.
 */
export async function findComparableBlocks(
  handle: Handle,
  block: Ownership & { id?: string },
  sentences: readonly string[],
): Promise<ComparedBlock[]> {
  const tenant = toTenantId(block);
  if (tenant === null || sentences.length === 0) return [];
  // The document counts include a stored block itself.
  const words = await splitWords(handle, tenant, sentences, block.id === undefined ? 1 : 2);
  if (words === '') return [];
  const { rows } = await handle.execute<Compared>(sql`
    with found as materialized (
      select memory_block_id from search_documents
      where words @@ ${`'@${tenant}' & (${words})`}::tsquery and tenant_id = ${tenant}::uuid and not archived
        and memory_block_id is distinct from ${block.id ?? null}::uuid limit ${CANDIDATES}
    )
    select ${columns(ofTenant(tenant))}, '' as "queuedAt" from found join memory_blocks on memory_blocks.id = found.memory_block_id
      and ${ofTenant(tenant)('memory_blocks.tenant_id')} where not memory_blocks.archived`);
  return rows;
}

export interface FoundPair {
  older: ComparedBlock;
  newer: ComparedBlock;
  found: Contradiction;
  generatedBy: GeneratedBy;
}

/** Stores the pairs of a block and dequeues it, unless it was written again in the meantime. A decision about the same texts stays. */
export async function storePairs(
  handle: Handle,
  block: ComparedBlock,
  pairs: readonly FoundPair[],
): Promise<void> {
  const here = ofTenant(nameTenant(block));
  const { rows: outdated } = await handle.execute<{ id: string }>(sql`
    select proposals.id from proposals, memory_blocks as older, memory_blocks as newer
    where proposals.memory_block_ids @> ${uuids([block.id])} and proposals.kind = 'contradiction' and proposals.state = 'pending'
      and ${OF_ITS_PAIR} and ${here('older.tenant_id')} and ${here('newer.tenant_id')} and proposals.texts_hash <> ${PAIR_HASH}`);
  await deleteProposalsWithIds(
    handle,
    outdated.map(({ id }) => id),
  );
  for (const { older, newer, found, generatedBy } of pairs) {
    // Deleting an original can make a merged memory newer, so the order of a pair may be reversed.
    const turned = sql`proposals.memory_block_ids = ${uuids([newer.id, older.id])} and proposals.kind = 'contradiction'`;
    const places = [found.older.from, found.older.length, found.newer.from, found.newer.length];
    await deleteProposals(handle, sql`${turned} and state = 'pending'`);
    const { rows } = await handle.execute<LoggedRow & Record<string, unknown>>(sql`
      insert into proposals (kind, memory_block_ids, texts_hash, ground, generated_by, places, tenant_id, visibility_scope, owner_user_id, organization_id)
      select 'contradiction', array[older.id, newer.id], ${`${older.hash}/${newer.hash}`}, ${found.ground}, ${generatedBy},
        ${`{${places.join(',')}}`}::int[], newer.tenant_id, newer.visibility_scope, newer.owner_user_id, newer.organization_id
      from memory_blocks as older, memory_blocks as newer
      where older.id = ${older.id}::uuid and newer.id = ${newer.id}::uuid and ${here('older.tenant_id')} and ${here('newer.tenant_id')}
        and ${PAIR_HASH} = ${`${older.hash}/${newer.hash}`}
        and (older.visibility_scope, older.owner_user_id, older.organization_id)
          is not distinct from (newer.visibility_scope, newer.owner_user_id, newer.organization_id)
        and ${MOST_WAITING} > (select count(*) from proposals where kind = 'contradiction' and state = 'pending'
          and (organization_id = newer.organization_id or owner_user_id = newer.owner_user_id))
        and not exists (select 1 from proposals where ${turned} and texts_hash = ${`${newer.hash}/${older.hash}`})
      for key share of older, newer
      on conflict (memory_block_ids, kind) where kind <> 'consolidation' do update set texts_hash = excluded.texts_hash,
        ground = excluded.ground, generated_by = excluded.generated_by, places = excluded.places, state = 'pending', result_id = null,
        snoozed_until = null, created_at = excluded.created_at, updated_at = excluded.updated_at
      where proposals.texts_hash <> excluded.texts_hash returning ${PLACED}`);
    await logProposals(handle, 'added', rows);
  }
  await handle.execute(sql`
    delete from memory_blocks_to_compare where memory_block_id = ${block.id}::uuid and queued_at = ${block.queuedAt}::timestamptz`);
}

const pairById = (id: string) => and(eq(proposals.kind, 'contradiction'), eq(proposals.id, id));

/** The pair, if within the caller's reach, or undefined. */
export async function findContradiction(handle: Handle, id: string): Promise<ContradictionRow | undefined> {
  const [row] = await handle.select().from(proposals).where(pairById(id));
  return row;
}

/** The pair, locked until the end of the transaction, and whether its texts are still those that were compared, archived or not. */
export async function lockContradiction(
  handle: Handle,
  id: string,
): Promise<(ContradictionRow & { isSame: boolean; isCurrent: boolean }) | undefined> {
  const [row] = await handle.select().from(proposals).where(pairById(id)).for('update');
  if (!row) return undefined;
  const here = ofTenant(row.tenantId);
  const { rows } = await handle.execute<{ same: boolean; current: boolean }>(sql`
    select proposals.texts_hash = ${PAIR_HASH} as same, ${PAIR_CURRENT} as current
    from proposals, memory_blocks as older, memory_blocks as newer
    where ${OF_ITS_PAIR} and ${here('older.tenant_id')} and ${here('newer.tenant_id')} and proposals.id = ${id}::uuid`);
  return { ...row, isSame: rows[0]?.same ?? false, isCurrent: rows[0]?.current ?? false };
}

/** Stores a decision about a locked pair. */
export async function decideContradiction(
  handle: Handle,
  id: string,
  state: ContradictionRow['state'],
  resultId: string | null,
): Promise<void> {
  const values = { state, resultId, snoozedUntil: null, updatedAt: sql`now()` };
  await changeProposals(handle, values, pairById(id));
}
