/** Runs tests on a PostgreSQL server, if installed, and on the embedded engine; or on the Citus cluster at TEST_CITUS_URL. */
import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database';
import { citusUrl, startCitus } from './citusServer';
import { seedSmallWorld, testApp } from './testApp';
import {
  buildService,
  openEmbedded,
  openServer,
  serverBinaries,
  startServer,
  temporaryFolder,
} from './testDatabase';
import type { TestServer } from './testDatabase';

/** Test environment, filled before the first test; the database contains the small world of `testApp.ts`. */
export interface World {
  engine: 'embedded' | 'PostgreSQL' | 'Citus';
  /** Whether the full tests also run on another engine, so that this one may run fewer. */
  isShort: boolean;
  app: FastifyInstance;
  database: Database;
}

type Declare = (world: World) => void;

function declareOn(engine: World['engine'], name: string, tests: Declare, isShort: boolean): void {
  describe(`${name} on ${engine}`, () => {
    const world = { engine, isShort } as World;
    const folder = temporaryFolder();
    let server: TestServer | undefined;

    beforeAll(async () => {
      const binaries = serverBinaries();
      const citus = citusUrl();
      if (engine === 'Citus' && citus !== undefined) server = await startCitus(citus);
      else if (engine === 'PostgreSQL' && binaries) server = await startServer(binaries);
      else await buildService();
      world.database = server ? await openServer(server.url) : await openEmbedded(folder);
      await seedSmallWorld(world.database);
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

/**
 * Declares `tests` once, on PostgreSQL if installed: it starts ten times as fast as the embedded engine and has several connections. For
 * behavior that does not depend on the engine, such as HTTP calls.
 */
export function onOneEngine(name: string, tests: Declare): void {
  if (citusUrl() !== undefined) declareOn('Citus', name, tests, false);
  else declareOn(serverBinaries() ? 'PostgreSQL' : 'embedded', name, tests, false);
}

/**
 * Declares `tests` for each engine, for behavior of the database. `npm test` runs them on one engine, and its journeys on the embedded
 * engine; `npm run test:all` runs them on both. Prints a note when there is no PostgreSQL server to run on.
 */
export function onEveryEngine(name: string, tests: Declare): void {
  if (process.env['SKIP_LONG_TESTS'] === '1' || citusUrl() !== undefined) {
    onOneEngine(name, tests);
    return;
  }
  const hasServer = serverBinaries() !== undefined;
  if (hasServer) declareOn('PostgreSQL', name, tests, false);
  else
    process.stdout.write(
      `No PostgreSQL in /usr/lib/postgresql: "${name}" runs on the embedded engine only.\n`,
    );
  declareOn('embedded', name, tests, hasServer);
}
