/** Periodic work on the database: indexes, tenants of older rows, partitions, counters, statistics, deleting what is old, the chores of features and, on the embedded engine, vacuum. */
import type { Database, Handle } from './database';
import { deleteOldChanges } from '../events/events';
import { deleteOldKeys } from './idempotencyKeys';
import { ensureIndexes } from './indexes';
import { deleteOldRecords, divideTables } from './retention';
import type { Retention } from './retention';
import { renewStatistics } from './statistics';
import { foldCounters } from './counters';
import { fillTenants } from './tenants';

export interface Maintenance {
  /** Does what is due; resolves when it is done. */
  run: () => Promise<void>;
  close: () => Promise<void>;
}

/** What a feature wants done periodically. Each runs in a transaction of its own. */
export interface Chores {
  /** Work on rows of an older version, called every round until it answers true. */
  upgrades: readonly ((database: Database) => Promise<boolean>)[];
  /** Folds what writes appended and answers how many rows it took; the embedded engine vacuums the table after it. */
  folds: readonly { table: string; fold: (handle: Handle) => Promise<number> }[];
  /** Deletes what is kept for a time only; every ten minutes. */
  cleanups: readonly ((handle: Handle) => Promise<unknown>)[];
}

const EVERY_MS = 5_000;
/** Rounds between two of the rarer tasks: ten minutes. */
const RARE_ROUNDS = 120;
const SYSTEM = { kind: 'system' } as const;

/** Starts the periodic work. `onProblem` is called for a round that failed; the next one tries again. */
export function startMaintenance(
  database: Database,
  { isEmbedded, retention, chores }: { isEmbedded: boolean; retention: Retention; chores: Chores },
  onProblem: (error: unknown) => void,
): Maintenance {
  let rounds = 0;
  let hasIndexes = false;
  let hasTenants = false;
  let isDivided = false;
  let upgrades = chores.upgrades;
  const folds = [{ table: 'workspace_tallies', fold: foldCounters }, ...chores.folds];
  let running: Promise<void> = Promise.resolve();

  const round = async (): Promise<void> => {
    if (!hasIndexes) await ensureIndexes(database, isEmbedded);
    hasIndexes = true;
    if (!hasTenants) hasTenants = await fillTenants(database);
    else if (!isDivided) isDivided = await divideTables(database);
    for (const upgrade of upgrades)
      if (await upgrade(database)) upgrades = upgrades.filter((one) => one !== upgrade);
    const folded: string[] = [];
    for (const { table, fold } of folds) if ((await database.write(SYSTEM, fold)) > 0) folded.push(table);
    await renewStatistics(database);
    rounds += 1;
    if (rounds % RARE_ROUNDS === 1) {
      await database.write(SYSTEM, deleteOldKeys);
      for (const cleanup of chores.cleanups) await database.write(SYSTEM, cleanup);
      await deleteOldChanges(database);
      await deleteOldRecords(database, retention);
    }
    if (!isEmbedded) return;
    for (const table of folded) await database.ask({ name: '', text: `vacuum ${table}`, values: [] });
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
