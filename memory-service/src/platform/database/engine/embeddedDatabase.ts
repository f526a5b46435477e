/** Opens PGlite on a folder with durable commits; used in the worker thread and where templates are made. */
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';
import { DurableFileSystem } from './durableFileSystem';

/**
 * The library's default `-F` switches fsync off; without it every commit is flushed before it is acknowledged. `fdatasync`, the default
 * method on Linux, is a no-op in this build, so `fsync` is set explicitly.
 */
const DURABLE_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
];

/** Called with the reason when the database ended by itself; must end the thread, because the library would keep calling it. */
export type GiveUp = (reason: string) => never;

const endProgram: GiveUp = (reason) => {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
};

/** Opens or creates the database in `folder`; resolves when it accepts queries and rejects when it cannot start. */
export async function openEmbeddedDatabase(folder: string, giveUp: GiveUp = endProgram): Promise<PGlite> {
  let reason = 'The database exited without an error message.';
  const database = new PGlite({
    fs: new DurableFileSystem(folder, () => giveUp(reason)),
    startParams: DURABLE_PARAMS,
    onStderr: (line) => {
      reason = /\b(?:PANIC|FATAL): +(.*)/.exec(line)?.[1] ?? reason;
      return false;
    },
    // Made available, not created: the first is for substring search, the second for semantic search.
    extensions: { pg_trgm, vector },
  });
  await database.waitReady;
  return database;
}
