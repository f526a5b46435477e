/** Records which memories agents retrieve. */
import type { FastifyBaseLogger } from 'fastify';
import { MAX_RECORDED_QUERY } from '@hindsight/shared-contracts/rules';
import type { Principal } from '../../platform/auth/rules/principal';
import { createBatchWriter } from '../../platform/database/batchWriter';
import type { BatchWriter } from '../../platform/database/batchWriter';
import type { Database } from '../../platform/database/database';
import { countRetrievals, storeRetrievals } from './queries/retrievals';
import type { RetrievalEvent } from './queries/retrievals';

declare module '../../platform/http/services' {
  interface Operations {
    retrievals: RetrievalRecorder;
  }
}

export interface RetrievalRecorder extends Omit<BatchWriter<RetrievalEvent>, 'add'> {
  /** Records hits in order. Page views by people do not count. */
  found: (principal: Principal, query: string, blockIds: readonly string[]) => void;
  opened: (principal: Principal, blockId: string) => void;
  /** Number of retrievals that were not even counted. */
  uncounted: () => number;
}

/** Maximum number of memories whose retrievals are counted once the event buffer is full; those of further memories are lost. */
export const MAX_WAITING_COUNTS = 200_000;
const COUNTS_BATCH = 1000;

/** Retrieval counts per memory, so that their size does not grow with the length of an outage. */
function createWaitingCounts(database: Database) {
  const counts = new Map<string, number>();
  let lost = 0;
  const keep = (events: readonly RetrievalEvent[]) => {
    for (const { memoryBlockId: id } of events) {
      const known = counts.get(id);
      if (known === undefined && counts.size >= MAX_WAITING_COUNTS) lost += 1;
      else counts.set(id, (known ?? 0) + 1);
    }
  };
  const write = async () => {
    const batch = [...counts].slice(0, COUNTS_BATCH);
    await database.write({ kind: 'system' }, (handle) => countRetrievals(handle, batch));
    for (const [id, times] of batch) {
      const left = (counts.get(id) ?? 0) - times;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
    }
  };
  const abandon = () => {
    for (const times of counts.values()) lost += times;
    counts.clear();
  };
  return { keep, write, abandon, isEmpty: () => counts.size === 0, lost: () => lost };
}

export function createRetrievalRecorder(
  database: Database,
  log: FastifyBaseLogger | undefined,
): RetrievalRecorder {
  const counts = createWaitingCounts(database);
  const { add, close, ...writer } = createBatchWriter(database, storeRetrievals, 'retrievals', log, counts);

  const note = (
    principal: Principal,
    events: Pick<RetrievalEvent, 'memoryBlockId' | 'kind' | 'query' | 'rank'>[],
  ) => {
    if (principal.kind !== 'token') return;
    const { userId, token } = principal;
    const at = new Date().toISOString();
    add(events.map((event) => ({ ...event, userId, tokenId: token.id, tokenName: token.name, at })));
  };

  return {
    found: (principal, query, blockIds) =>
      note(
        principal,
        blockIds.map((memoryBlockId, place) => ({
          memoryBlockId,
          kind: 'search',
          query: query.slice(0, MAX_RECORDED_QUERY),
          rank: place + 1,
        })),
      ),
    opened: (principal, blockId) =>
      note(principal, [{ memoryBlockId: blockId, kind: 'detail', query: null, rank: null }]),
    ...writer,
    uncounted: counts.lost,
    close: async () => {
      await close();
      counts.abandon();
      if (counts.lost() > 0) log?.warn({ lost: counts.lost() }, 'lost retrieval counts');
    },
  };
}
