/** Opens real databases for tests: the embedded engine in a fresh folder, and a PostgreSQL server where there is one. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { openDatabase } from '../platform/database/database';
import type { Database } from '../platform/database/database';
import type { StatementSeconds } from '../platform/database/statementLimits';
import { administer, startOwnServer } from './postgresServer';
import type { TestServer } from './postgresServer';

export { freePort, serverBinaries, startOwnServer, temporaryFolder } from './postgresServer';
export type { TestServer } from './postgresServer';

/** Rejects with what the program printed when it fails. */
const run = promisify(execFile);

const packageFolder = path.resolve(__dirname, '../..');
/** What `sharedSetup` has made for all test files of a run; absent where a file runs without it. */
export const SHARED = {
  build: 'MEMORY_SERVICE_TEST_BUILD',
  server: 'MEMORY_SERVICE_TEST_SERVER',
} as const;
/** The database of the shared server that has all tables and nothing in them. */
export const TEMPLATE_DATABASE = 'with_tables';

/** Without a shared build, one for each Jest worker, so that no worker replaces files that another one runs. */
export const dist =
  process.env[SHARED.build] ??
  path.join(packageFolder, 'var', `test-build-${process.env['JEST_WORKER_ID'] ?? '1'}`);
export const serverFile = path.join(dist, 'server.js');
const migrationsFolder = path.join(packageFolder, 'migrations');
const buildFile = path.join(packageFolder, 'build.mjs');

/** Builds the service as it is shipped, so that tests run its worker and program and not a fake. Call it in beforeAll. */
export async function buildService(): Promise<void> {
  if (process.env[SHARED.build] === undefined) await run(process.execPath, [buildFile, dist]);
}

const ignore = (): void => undefined;

/** Puts the command that the service offers for download into `folder`, where no library of ours is beside it. */
export async function copyCommand(folder: string): Promise<void> {
  await buildService();
  await cp(path.join(dist, 'downloads'), folder, { recursive: true });
}

const COMPILED_ENGINE = 'compiled engine of the embedded database';

/**
 * Keeps the compiled engine for all test files of this process, as part of what its threads share: code that nobody holds is
 * forgotten with the thread that ran it, and each test file would compile and warm up its own.
 */
async function keepCompiledEngine(): Promise<void> {
  if (getEnvironmentData(COMPILED_ENGINE) !== undefined) return;
  const engine = path.join(path.dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm');
  setEnvironmentData(COMPILED_ENGINE, (await WebAssembly.compile(await readFile(engine))) as object);
}

/** An embedded database in `folder`. */
export async function openEmbedded(folder: string): Promise<Database> {
  await keepCompiledEngine();
  const options = {
    dataFolder: folder,
    workerFile: path.join(dist, 'pgliteWorker.js'),
    templateFolder: path.join(dist, 'template'),
    onLost: ignore,
  };
  return openDatabase({ kind: 'embedded', options }, migrationsFolder);
}

export function openServer(url: string, statementSeconds?: StatementSeconds): Promise<Database> {
  return openDatabase({ kind: 'server', url, onLost: ignore }, migrationsFolder, statementSeconds);
}

/** An empty database with all tables on the shared server, or else a server of its own. */
export async function startServer(binaries: string): Promise<TestServer> {
  const shared = process.env[SHARED.server];
  if (shared === undefined) return startOwnServer(binaries);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`${shared}/postgres`, `create database ${name} template ${TEMPLATE_DATABASE}`);
  return {
    url: `${shared}/${name}`,
    stop: () => administer(`${shared}/postgres`, `drop database if exists ${name} with (force)`),
  };
}
