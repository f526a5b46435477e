/** Buffers retrievals by agents and writes them in batches, off the request path. */
import type { FastifyBaseLogger } from 'fastify';
import type { Principal } from '../domain/principal';
import type { Database } from '../storage/database';
import { storeRetrievals } from '../storage/retrievals';
import type { RetrievalEvent } from '../storage/retrievals';

export interface RetrievalRecorder {
  /** Records hits in their order. Page views by people are not counted. */
  found: (principal: Principal, query: string, blockIds: readonly string[]) => void;
  /** Records a block that was opened by its id. */
  opened: (principal: Principal, blockId: string) => void;
  /** Writes what is waiting. Resolves when it is stored. */
  flush: () => Promise<void>;
  /** Writes the rest and stops. */
  close: () => Promise<void>;
}

const FLUSH_EVERY_MS = 500;
const BATCH = 1000;
/** When the database stays away, the oldest beyond this number are given up, and the log says so. */
const MAX_BUFFERED = 20_000;
const MAX_QUERY = 1000;

const SYSTEM = { kind: 'system' } as const;

export function createRetrievalRecorder(
  database: Database,
  log: FastifyBaseLogger | undefined,
): RetrievalRecorder {
  let waiting: RetrievalEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const note = (
    principal: Principal,
    events: Pick<RetrievalEvent, 'memoryBlockId' | 'kind' | 'query' | 'rank'>[],
  ) => {
    if (principal.kind !== 'token') return;
    const { userId, token } = principal;
    const at = new Date().toISOString();
    for (const event of events)
      waiting.push({ ...event, userId, tokenId: token.id, tokenName: token.name, at });
    if (waiting.length > MAX_BUFFERED) {
      log?.warn({ lost: waiting.length - MAX_BUFFERED }, 'retrievals could not be written for too long');
      waiting = waiting.slice(-MAX_BUFFERED);
    }
    schedule();
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      try {
        await database.write(SYSTEM, (handle) => storeRetrievals(handle, batch));
      } catch (error) {
        waiting = [...batch, ...waiting];
        throw error;
      }
    }
  };

  const flush = (): Promise<void> => {
    running = running.catch(() => undefined).then(writeAll);
    return running;
  };

  function schedule(): void {
    if (timer !== undefined || waiting.length === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      flush()
        .catch((error: unknown) => log?.warn({ err: error }, 'retrievals could not be written; trying again'))
        .finally(schedule);
    }, FLUSH_EVERY_MS);
    timer.unref();
  }

  return {
    found: (principal, query, blockIds) =>
      note(
        principal,
        blockIds.map((memoryBlockId, place) => ({
          memoryBlockId,
          kind: 'search',
          query: query.slice(0, MAX_QUERY),
          rank: place + 1,
        })),
      ),
    opened: (principal, blockId) =>
      note(principal, [{ memoryBlockId: blockId, kind: 'detail', query: null, rank: null }]),
    flush,
    close: async () => {
      clearTimeout(timer);
      await flush();
    },
  };
}
