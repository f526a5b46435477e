/** Stores which clients retrieved which blocks, counts retrievals per block, and lists them. */
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { Retrieval } from '@hindsight/shared-contracts/api';
import { maskSecrets } from '../../../platform/secretScanning/replaceSecrets';
import { uuids } from '../../../platform/database/conditions';
import type { Handle } from '../../../platform/database/database';
import { eachTenant, findTenant } from '../../../platform/database/tenants';
import { countRetrieved } from '../../memoryRows';
import { retrievalEvents } from '../../../schema/operations';
import { afterPlace, type Place } from '../../../platform/http/keyset';
import { wireTime } from '../../../platform/http/wire';
import { displayNames } from '../../../platform/auth/users';

export interface RetrievalEvent {
  memoryBlockId: string;
  userId: string;
  tokenId: string;
  tokenName: string;
  kind: 'search' | 'detail';
  query: string | null;
  rank: number | null;
  /** ISO 8601. */
  at: string;
}

/** Writes events and increments the counts in one transaction; deleted blocks and people are skipped. */
export async function storeRetrievals(handle: Handle, events: readonly RetrievalEvent[]): Promise<void> {
  // The hits of one search share its query.
  const queries = new Map<string, string>();
  for (const { query } of events)
    if (query !== null && !queries.has(query)) queries.set(query, await maskSecrets(query));
  const rows = JSON.stringify(
    events.map((event) => ({
      memory_block_id: event.memoryBlockId,
      user_id: event.userId,
      token_id: event.tokenId,
      token_name: event.tokenName,
      kind: event.kind,
      query: event.query === null ? null : queries.get(event.query),
      rank: event.rank,
      created_at: event.at,
    })),
  );
  const named = [...new Set(events.map(({ memoryBlockId }) => memoryBlockId))];
  const counted = await eachTenant(handle, 'memory_blocks', named, async (ids, here) => {
    // Locked in id order, so that two processes that count the same blocks wait instead of deadlocking.
    await handle.execute(sql`
      select id from memory_blocks where id = any (${uuids(ids)}) and ${here('tenant_id')} order by id for no key update`);
    const written = await handle.execute<{ id: string; times: number }>(sql`
    with known as (
      select event.*, memory_blocks.tenant_id as tenant from jsonb_to_recordset(${rows}::jsonb) as event (memory_block_id uuid,
        user_id uuid, token_id uuid, token_name text, kind text, query text, rank integer, created_at timestamptz)
      join memory_blocks on memory_blocks.id = event.memory_block_id
      where memory_blocks.id = any (${uuids(ids)}) and ${here('memory_blocks.tenant_id')}
    ), written as (
      insert into retrieval_events (memory_block_id, tenant_id, user_id, token_id, token_name, kind, query, rank, created_at)
      select event.memory_block_id, event.tenant, event.user_id, event.token_id, event.token_name, event.kind, event.query,
        event.rank, event.created_at
      from known as event join users on users.id = event.user_id
      returning memory_block_id, created_at
    ), latest as (
      select memory_block_id as id, count(*)::int as times, max(created_at) as at from written group by memory_block_id
    ), noted as (
      update memory_block_usage as usage set last_retrieved_at = greatest(usage.last_retrieved_at, latest.at)
      from latest where usage.memory_block_id = latest.id and ${here('usage.tenant_id')} returning 1
    ) select id, times from latest`);
    return written.rows;
  });
  await countRetrievals(
    handle,
    counted.map(({ id, times }) => [id, times]),
  );
}

/** Increments the counts of memories whose retrievals are not logged; deleted memories are skipped. */
export async function countRetrievals(
  handle: Handle,
  counts: readonly (readonly [memoryBlockId: string, times: number])[],
): Promise<void> {
  await countRetrieved(
    handle,
    counts.map(([id, times]) => ({ id, times })),
  );
}

/** One page of a block's retrievals, newest first. `onlyBy` restricts them to one person's tokens. */
export async function listRetrievals(
  handle: Handle,
  options: {
    memoryBlockId: string;
    onlyBy: string | undefined;
    after: Place | undefined;
    skip: number;
    limit: number;
  },
): Promise<{ items: Retrieval[]; total: number }> {
  const here = await findTenant(handle, 'memory_blocks', options.memoryBlockId);
  const condition = and(
    eq(retrievalEvents.memoryBlockId, options.memoryBlockId),
    here('retrieval_events.tenant_id'),
    options.onlyBy === undefined ? undefined : eq(retrievalEvents.userId, options.onlyBy),
  );
  const [counted] = await handle.select({ total: count() }).from(retrievalEvents).where(condition);
  const rows = await handle
    .select()
    .from(retrievalEvents)
    .where(
      and(
        condition,
        afterPlace(options.after, sql`${retrievalEvents.createdAt}`, sql`${retrievalEvents.id}`, {
          hasNumber: true,
        }),
      ),
    )
    .orderBy(desc(retrievalEvents.createdAt), desc(retrievalEvents.id))
    .limit(options.limit)
    .offset(options.skip);
  const names = await displayNames(
    handle,
    rows.map((event) => event.userId),
  );
  const items = rows.map((event): Retrieval => ({
    id: String(event.id),
    user_id: event.userId,
    user_display_name: names.get(event.userId) ?? null,
    token_id: event.tokenId,
    token_name: event.tokenName,
    kind: event.kind === 'detail' ? 'detail' : 'search',
    query: event.query,
    rank: event.rank,
    retrieved_at: wireTime(event.createdAt),
  }));
  return { items, total: counted?.total ?? 0 };
}
