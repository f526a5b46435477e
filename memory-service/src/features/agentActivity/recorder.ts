/** Buffers and records the activity of agents. */
import type { FastifyBaseLogger } from 'fastify';
import { createBatchWriter } from '../../platform/database/batchWriter';
import type { BatchWriter } from '../../platform/database/batchWriter';
import { storeActivity } from './queries/agentActivityWrites';
import type { ActivityEvent } from './queries/agentActivityWrites';
import type { Database } from '../../platform/database/database';

declare module '../../platform/http/services' {
  interface Operations {
    activity: ActivityRecorder;
  }
}

export interface ActivityRecorder extends Omit<BatchWriter<ActivityEvent>, 'add'> {
  record: (event: ActivityEvent) => void;
}

const TOO_MANY = 429;
/** Minimum interval between recorded rate-limit refusals of one token. */
const REFUSAL_EVERY_MS = 10_000;
/** Tokens whose last rate-limit refusal is remembered. */
const MOST_TOKENS = 10_000;

export function createActivityRecorder(
  database: Database,
  log: FastifyBaseLogger | undefined,
  now: () => number = Date.now,
): ActivityRecorder {
  const { add, ...writer } = createBatchWriter(database, storeActivity, 'agent activity', log);
  const refused = new Map<string, number>();

  /** Keeps an agent that ignores the rate limit from filling the database with refusals. */
  function isRepeated({ status, tokenId }: ActivityEvent): boolean {
    if (status !== TOO_MANY) return false;
    const at = now();
    if (at - (refused.get(tokenId) ?? -Infinity) < REFUSAL_EVERY_MS) return true;
    if (refused.size >= MOST_TOKENS) refused.clear();
    refused.set(tokenId, at);
    return false;
  }

  return {
    ...writer,
    record: (event) => {
      if (!isRepeated(event)) add([event]);
    },
  };
}
