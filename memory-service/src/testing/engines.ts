/** Runs the same tests on the embedded engine and, where one is installed, on a PostgreSQL server. */
import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../storage/database';
import { smallWorld, testApp } from './testApp';
import {
  buildService,
  openEmbedded,
  openServer,
  serverBinaries,
  startServer,
  temporaryFolder,
} from './testDatabase';
import type { TestServer } from './testDatabase';

/** Filled before the first test runs; the small world of `testApp.ts` is in the database. */
export interface World {
  engine: 'embedded' | 'PostgreSQL';
  app: FastifyInstance;
  database: Database;
}

/** Declares `tests` once for each engine. Says so when the PostgreSQL half has no server to run on. */
export function onEveryEngine(name: string, tests: (world: World) => void): void {
  const binaries = serverBinaries();
  if (!binaries) {
    process.stdout.write(
      `No PostgreSQL in /usr/lib/postgresql: "${name}" runs on the embedded engine only.\n`,
    );
  }
  const engines: World['engine'][] = binaries ? ['embedded', 'PostgreSQL'] : ['embedded'];
  describe.each(engines)(`${name} on %s`, (engine) => {
    const world = { engine } as World;
    const folder = temporaryFolder();
    let server: TestServer | undefined;

    beforeAll(async () => {
      if (engine === 'PostgreSQL' && binaries) server = await startServer(binaries);
      else await buildService();
      world.database = server ? await openServer(server.url) : await openEmbedded(folder);
      await smallWorld(world.database);
      world.app = testApp(world.database);
      await world.app.ready();
    }, 60_000);

    afterAll(async () => {
      await world.app.close();
      await world.database.close();
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    tests(world);
  });
}
