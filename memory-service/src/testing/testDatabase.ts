/** Opens real databases for tests: the embedded engine in a fresh folder, or a PostgreSQL server if available. */
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

/** Rejects with the program's output on failure. */
const run = promisify(execFile);

const packageFolder = path.resolve(__dirname, '../..');
/** Environment variables set by `sharedSetup` for all test files of a run; unset when a file runs without it. */
export const SHARED = {
  build: 'MEMORY_SERVICE_TEST_BUILD',
  server: 'MEMORY_SERVICE_TEST_SERVER',
} as const;
/** Database of the shared server with all tables and no rows. */
export const TEMPLATE_DATABASE = 'with_tables';

/** Without a shared build, a separate one per Jest worker, so that no worker overwrites files that another one is using. */
export const dist =
  process.env[SHARED.build] ??
  path.join(packageFolder, 'var', `test-build-${process.env['JEST_WORKER_ID'] ?? '1'}`);
export const serverFile = path.join(dist, 'server.js');
const migrationsFolder = path.join(packageFolder, 'migrations');
const buildFile = path.join(packageFolder, 'build.mjs');

/** Builds the production service, so that tests run its real worker and server. Call it in beforeAll. */
export async function buildService(): Promise<void> {
  if (process.env[SHARED.build] === undefined) await run(process.execPath, [buildFile, dist]);
}

const ignore = (): void => undefined;

/** Copies the downloadable command to `folder`, where it cannot resolve any libraries of the workspace. */
export async function copyCommand(folder: string): Promise<void> {
  await buildService();
  await cp(path.join(dist, 'downloads'), folder, { recursive: true });
}

const COMPILED_ENGINE = 'compiled engine of the embedded database';

/**
 * Keeps the compiled engine in data shared by all threads of this process: otherwise it would be garbage-collected with the thread that
 * compiled it, and each test file would have to compile it and warm it up again.
 */
async function keepCompiledEngine(): Promise<void> {
  if (getEnvironmentData(COMPILED_ENGINE) !== undefined) return;
  const engine = path.join(path.dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm');
  setEnvironmentData(COMPILED_ENGINE, (await WebAssembly.compile(await readFile(engine))) as object);
}

/** Opens an embedded database in `folder`. */
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

/** Creates an empty database with all tables on the shared server, or starts a separate server. */
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
