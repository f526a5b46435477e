/** The program behind `backup` and `restore`: moves the embedded database into a server PostgreSQL and back. */
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { readConfig } from '../platform/config/config';
import { StartupError } from '../platform/config/startupError';
import { openDatabase } from '../platform/database/database';
import type { EngineChoice } from '../platform/database/database';
import { copyDatabase } from './copyDatabase';

const siblingFile = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const fail = (reason: string): never => {
  throw new StartupError(reason);
};

const USAGE =
  'Pass "backup" (embedded database in DATA_DIR to the PostgreSQL of DATABASE_URL) or "restore" (the other way). Stop the service first.';

async function main(): Promise<void> {
  const direction = process.argv[2];
  const config = readConfig(process.env);
  const url = config.databaseUrl ?? fail('Set DATABASE_URL to the PostgreSQL to copy to or from.');
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
  const server: EngineChoice = { kind: 'server', url, onLost };
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
