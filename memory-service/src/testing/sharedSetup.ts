/**
 * Before the tests of a run: one build of the service, one PostgreSQL server and one embedded database with all tables, which
 * every test file copies. A run that asks for other rooms only makes none of it.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import {
  SHARED,
  TEMPLATE_DATABASE,
  buildService,
  dist,
  openEmbedded,
  openServer,
  serverBinaries,
  startOwnServer,
  temporaryFolder,
} from './testDatabase';
import type { TestServer } from './testDatabase';

interface Shared {
  server: TestServer | undefined;
  folder: string;
}

declare global {
  var memoryServiceShared: Shared | undefined;
}

/** Does the run ask for files of this room, by name or by asking for everything? */
function concernsThisRoom(patterns: readonly string[]): boolean {
  return patterns.length === 0 || patterns.some((pattern) => pattern.includes('memory-service'));
}

export async function setUp(run: { testPathPatterns?: { patterns: string[] } }): Promise<void> {
  if (!concernsThisRoom(run.testPathPatterns?.patterns ?? [])) return;
  buildService();
  const folder = temporaryFolder();
  await (await openEmbedded(folder)).close();
  const binaries = serverBinaries();
  const server = binaries === undefined ? undefined : await startOwnServer(binaries);
  if (server) {
    const base = server.url.slice(0, server.url.lastIndexOf('/'));
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`create database ${TEMPLATE_DATABASE}`);
    await client.end();
    await (await openServer(`${base}/${TEMPLATE_DATABASE}`)).close();
    process.env[SHARED.server] = base;
  }
  process.env[SHARED.build] = dist;
  process.env[SHARED.template] = path.join(folder, 'pgdata');
  globalThis.memoryServiceShared = { server, folder };
}

/** After the run: stops the server and removes what was made. */
export async function tearDown(): Promise<void> {
  const shared = globalThis.memoryServiceShared;
  await shared?.server?.stop();
  if (shared) rmSync(shared.folder, { recursive: true, force: true });
}
