/** What a database needs now and then: missing indexes, tallies put together and, on the embedded engine, which has no vacuum of its own, a vacuum. */
import type { Database } from './database';
import { deleteOldKeys } from './idempotencyKeys';
import { keepIndexes } from './indexes';
import { foldTerms } from './rankedSearch';
import { foldTallies } from './tallies';

export interface Upkeep {
  /** Does what is due; resolves when it is done. */
  run: () => Promise<void>;
  close: () => Promise<void>;
}

const EVERY_MS = 5_000;
/** Rounds after which the embedded engine cleans up and looks at its tables anew: ten minutes. */
const ROUNDS_TO_VACUUM = 120;
const SYSTEM = { kind: 'system' } as const;

/** Starts to look after the database. `onProblem` hears of a round that failed; the next one tries again. */
export function startUpkeep(
  database: Database,
  isEmbedded: boolean,
  onProblem: (error: unknown) => void,
): Upkeep {
  let rounds = 0;
  let hasIndexes = false;
  let running: Promise<void> = Promise.resolve();

  const round = async (): Promise<void> => {
    if (!hasIndexes) await keepIndexes(database, isEmbedded);
    hasIndexes = true;
    const folded = await database.write(SYSTEM, foldTallies);
    const foldedTerms = await database.write(SYSTEM, foldTerms);
    rounds += 1;
    if (rounds % ROUNDS_TO_VACUUM === 1) await database.write(SYSTEM, deleteOldKeys);
    if (!isEmbedded) return;
    if (foldedTerms > 0) await database.ask({ name: '', text: 'vacuum search_term_changes', values: [] });
    if (folded > 0) await database.ask({ name: '', text: 'vacuum workspace_tallies', values: [] });
    if (rounds % ROUNDS_TO_VACUUM === 0)
      await database.ask({ name: '', text: 'vacuum (analyze)', values: [] });
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
