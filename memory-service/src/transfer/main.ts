/**
 * Command behind `backup`, `restore` and `rebuild`: copies the embedded database to a PostgreSQL server and back, and verifies derived
 * data.
 */
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { readConfig } from '../platform/config/config';
import { StartupError } from '../platform/config/startupError';
import { openDatabase } from '../platform/database/database';
import type { EngineChoice } from '../platform/database/database';
import { copyDatabase } from './copyDatabase';
import { rebuild } from './rebuild';

const siblingFile = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const fail = (reason: string): never => {
  throw new StartupError(reason);
};

const USAGE =
  'Pass "backup" (embedded database in DATA_DIR to the PostgreSQL of DATABASE_URL), "restore" (the other way) or "rebuild" (either database; "--check" changes nothing). Stop the service first; only a rebuild in PostgreSQL can run while the service is up.';

/** Prints derived data that differs from its source rows; a check with differences exits with an error. */
async function rebuildDatabase(engine: EngineChoice, isCheck: boolean): Promise<void> {
  const database = await openDatabase(engine, siblingFile('./migrations'));
  try {
    const found = await rebuild(database, !isCheck);
    for (const { name, count, examples } of found)
      process.stdout.write(
        `${name}: ${count} (${examples.join(', ')}${count > examples.length ? ', …' : ''})\n`,
      );
    const outcome = isCheck ? 'Out of date' : 'Rebuilt';
    const kinds = `${found.length} ${found.length === 1 ? 'kind' : 'kinds'} of derived data`;
    process.stdout.write(found.length > 0 ? `${outcome}: ${kinds}.\n` : 'No differences found.\n');
    if (isCheck && found.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

async function main(): Promise<void> {
  const direction = process.argv[2];
  const config = readConfig(process.env);
  const onLost = (reason: string) => process.stderr.write(`Connection lost: ${reason}\n`);
  const embedded: EngineChoice = {
    kind: 'embedded',
    options: {
      dataFolder: path.resolve(config.dataDir),
      workerFile: siblingFile('./pgliteWorker.js'),
      templateFolder: siblingFile('./template'),
      onLost,
    },
  };
  const url = config.databaseUrl;
  if (direction === 'rebuild')
    return rebuildDatabase(url ? { kind: 'server', url, onLost } : embedded, process.argv[3] === '--check');
  const server: EngineChoice = {
    kind: 'server',
    url: url ?? fail('Set DATABASE_URL to the PostgreSQL to copy to or from.'),
    onLost,
  };
  const ends: Record<string, [EngineChoice, EngineChoice]> = {
    backup: [embedded, server],
    restore: [server, embedded],
  };
  const [from, to] = ends[direction ?? ''] ?? fail(USAGE);
  const source = await openDatabase(from, siblingFile('./migrations'));
  try {
    const target = await openDatabase(to, siblingFile('./migrations'));
    try {
      const copied = await copyDatabase(source, target);
      for (const { table, rows } of copied) process.stdout.write(`${table}: ${rows}\n`);
      process.stdout.write(`Copied ${copied.reduce((sum, { rows }) => sum + rows, 0)} rows.\n`);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

main().catch((error: unknown) => {
  const text =
    error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});
