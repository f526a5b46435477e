/**
 * Periodic database work: indexes, partitions, counters, statistics, retention, the chores of features and, on the embedded engine, vacuum.
 */
import type { Database, Handle } from './database';
import { deleteOldChanges } from '../events/events';
import { deleteOldKeys } from './idempotencyKeys';
import { ensureIndexes } from './indexes';
import { deleteOldRecords } from './retention';
import type { Retention } from './retention';
import { hasChanged, renewStatistics } from './statistics';
import { foldCounters } from './counters';
import { startPeriodic } from '../jobs/periodic';

export interface Maintenance {
  /** Does all due work; resolves when it is done. */
  run: () => Promise<void>;
  /** Schedules the next round soon, after a possible write. */
  wake: () => void;
  close: () => Promise<void>;
}

/** Periodic work of a feature. Each chore runs in a separate transaction. */
export interface Chores {
  /** Upgrades rows of older versions; called every round until it returns true. */
  upgrades: readonly ((database: Database) => Promise<boolean>)[];
  /** Merges appended rows and returns how many it took; the embedded engine then vacuums the table. */
  folds: readonly { table: string; fold: (handle: Handle) => Promise<number> }[];
  /** Deletes expired rows; runs every ten minutes. */
  cleanups: readonly ((handle: Handle) => Promise<unknown>)[];
}

const EVERY_MS = 5_000;
const RARE_MS = 10 * 60_000;
const SYSTEM = { kind: 'system' } as const;

/** Starts the periodic work. `onProblem` is called when a round fails; the next one retries. */
export function startMaintenance(
  database: Database,
  { isEmbedded, retention, chores }: { isEmbedded: boolean; retention: Retention; chores: Chores },
  onProblem: (error: unknown) => void,
  now: () => number = Date.now,
): Maintenance {
  let rareAt = 0;
  let hasIndexes = false;
  let upgrades = chores.upgrades;
  const folds = [{ table: 'workspace_tallies', fold: foldCounters }, ...chores.folds];
  let running: Promise<boolean> = Promise.resolve(false);

  /** Resolves to whether there was anything to do. */
  const round = async (): Promise<boolean> => {
    if (!hasIndexes) hasIndexes = await ensureIndexes(database, isEmbedded);
    for (const upgrade of upgrades)
      if (await upgrade(database)) upgrades = upgrades.filter((one) => one !== upgrade);
    const folded: string[] = [];
    for (const { table, fold } of folds) if ((await database.write(SYSTEM, fold)) > 0) folded.push(table);
    const renewed = await renewStatistics(database);
    const isFirst = rareAt === 0;
    const isRare = now() - rareAt >= RARE_MS;
    if (isFirst || isRare) {
      rareAt = now();
      await database.write(SYSTEM, deleteOldKeys);
      for (const cleanup of chores.cleanups) await database.write(SYSTEM, cleanup);
      await deleteOldChanges(database);
      await deleteOldRecords(database, retention);
    }
    const isBusy = !hasIndexes || upgrades.length > 0 || folded.length > 0 || renewed.length > 0;
    if (!isEmbedded) return isBusy;
    for (const table of folded) await database.ask({ name: '', text: `vacuum ${table}`, values: [] });
    if (isRare && !isFirst && (await hasChanged(database)))
      await database.ask({ name: '', text: 'vacuum (analyze)', values: [] });
    return isBusy;
  };
  const run = () => {
    running = running.then(round).catch((error: unknown) => {
      onProblem(error);
      return false;
    });
    return running;
  };
  const periodic = startPeriodic(EVERY_MS, run);
  return {
    run: async () => void (await run()),
    wake: periodic.wake,
    close: async () => {
      await periodic.close();
      await running;
    },
  };
}
