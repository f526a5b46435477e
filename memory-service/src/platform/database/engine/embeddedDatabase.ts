/** Opens PGlite on a folder with durable commits; used in the worker thread and where templates are made. */
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';
import { DurableFileSystem } from './durableFileSystem';

/**
 * `-F` in the library's defaults switches fsync off; without it every commit is flushed before it is answered.
 * `fdatasync`, the default method on Linux, does nothing in this build, so `fsync` is named.
 */
const DURABLE_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
];

/** Called with the reason when the database has ended by itself; must end the thread, because the library would go on calling it. */
export type GiveUp = (reason: string) => never;

const endProgram: GiveUp = (reason) => {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
};

/** Opens (or creates) the database in `folder` and resolves when it answers. Rejects when it cannot start. */
export async function openEmbeddedDatabase(folder: string, giveUp: GiveUp = endProgram): Promise<PGlite> {
  let reason = 'The database exited without an error message.';
  const database = new PGlite({
    fs: new DurableFileSystem(folder, () => giveUp(reason)),
    startParams: DURABLE_PARAMS,
    onStderr: (line) => {
      reason = /\b(?:PANIC|FATAL): +(.*)/.exec(line)?.[1] ?? reason;
      return false;
    },
    // Made available, not created: substring search needs the first, semantic search the second.
    extensions: { pg_trgm, vector },
  });
  await database.waitReady;
  return database;
}
