/** Periodic work on the database: indexes, tenants and letters of older rows, partitions, counters, statistics, deleting what is old and, on the embedded engine, vacuum. */
import { deleteOldEdits } from './bulkEdits';
import type { Database } from './database';
import { deleteOldGrants } from './deviceGrants';
import { deleteOldChanges } from './events';
import { deleteOldKeys } from './idempotencyKeys';
import { ensureIndexes } from './indexes';
import { deleteOldKeywordChanges } from './keywordChanges';
import { indexOlderLetters } from './olderLetters';
import { deleteOldRecords, divideTables } from './retention';
import type { Retention } from './retention';
import { foldTerms } from './searchTerms';
import { renewStatistics } from './statistics';
import { foldCounters } from './counters';
import { fillTenants } from './tenants';

export interface Maintenance {
  /** Does what is due; resolves when it is done. */
  run: () => Promise<void>;
  close: () => Promise<void>;
}

const EVERY_MS = 5_000;
/** Rounds between two of the rarer tasks: ten minutes. */
const RARE_ROUNDS = 120;
const SYSTEM = { kind: 'system' } as const;

/** Starts the periodic work. `onProblem` is called for a round that failed; the next one tries again. */
export function startMaintenance(
  database: Database,
  { isEmbedded, retention }: { isEmbedded: boolean; retention: Retention },
  onProblem: (error: unknown) => void,
): Maintenance {
  let rounds = 0;
  let hasIndexes = false;
  let hasTenants = false;
  let isDivided = false;
  let hasLetters = false;
  let running: Promise<void> = Promise.resolve();

  const round = async (): Promise<void> => {
    if (!hasIndexes) await ensureIndexes(database, isEmbedded);
    hasIndexes = true;
    if (!hasTenants) hasTenants = await fillTenants(database);
    else if (!isDivided) isDivided = await divideTables(database);
    if (!hasLetters) hasLetters = await indexOlderLetters(database);
    const folded = await database.write(SYSTEM, foldCounters);
    const foldedTerms = await database.write(SYSTEM, foldTerms);
    await renewStatistics(database);
    rounds += 1;
    if (rounds % RARE_ROUNDS === 1) {
      await database.write(SYSTEM, deleteOldKeys);
      await database.write(SYSTEM, deleteOldGrants);
      await database.write(SYSTEM, deleteOldKeywordChanges);
      await database.write(SYSTEM, deleteOldEdits);
      await deleteOldChanges(database);
      await deleteOldRecords(database, retention);
    }
    if (!isEmbedded) return;
    if (foldedTerms > 0) await database.ask({ name: '', text: 'vacuum search_term_changes', values: [] });
    if (folded > 0) await database.ask({ name: '', text: 'vacuum workspace_tallies', values: [] });
    if (rounds % RARE_ROUNDS === 0) await database.ask({ name: '', text: 'vacuum (analyze)', values: [] });
  };
  const run = () => {
    running = running.then(round).catch(onProblem);
    return running;
  };
  const timer = setInterval(() => void run(), EVERY_MS);
  timer.unref();
  return {
    run,
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
