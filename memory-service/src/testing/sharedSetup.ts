/**
 * Global setup: builds the service once, whose embedded database every test file copies, and starts a PostgreSQL server with a template
 * database. Skipped when only other packages are tested.
 */
import {
  SHARED,
  TEMPLATE_DATABASE,
  buildService,
  dist,
  openServer,
  serverBinaries,
  startOwnServer,
} from './testDatabase';
import type { TestServer } from './testDatabase';

declare global {
  var memoryServiceServer: TestServer | undefined;
}

/** Whether the run includes files of this package. */
function concernsThisPackage(patterns: readonly string[]): boolean {
  return patterns.length === 0 || patterns.some((pattern) => pattern.includes('memory-service'));
}

async function serverWithTables(): Promise<TestServer | undefined> {
  const binaries = serverBinaries();
  if (binaries === undefined) return undefined;
  const server = await startOwnServer(binaries);
  const base = server.url.slice(0, server.url.lastIndexOf('/'));
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE_DATABASE}`);
  await client.end();
  await (await openServer(`${base}/${TEMPLATE_DATABASE}`)).close();
  process.env[SHARED.server] = base;
  return server;
}

export async function setUp(run: { testPathPatterns?: { patterns: string[] } }): Promise<void> {
  if (!concernsThisPackage(run.testPathPatterns?.patterns ?? [])) return;
  const [server] = await Promise.all([serverWithTables(), buildService()]);
  process.env[SHARED.build] = dist;
  globalThis.memoryServiceServer = server;
}

/** Global teardown: stops the server, which removes its files. */
export async function tearDown(): Promise<void> {
  await globalThis.memoryServiceServer?.stop();
}
