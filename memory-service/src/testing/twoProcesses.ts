/** Two processes of the built service on one PostgreSQL server. */
import type { Database } from '../platform/database/database';
import { startService } from './serviceProcess';
import type { ServiceProcess } from './serviceProcess';
import { seedSmallWorld } from './testApp';
import { buildService, openServer, serverBinaries, startServer } from './testDatabase';

interface StartedPrograms {
  /** Database shared by both, for direct access. */
  database: Database;
  programs: [ServiceProcess, ServiceProcess];
}

/** Declares tests for two processes; skipped without PostgreSQL. Call `started` only within tests. */
export function onTwoProcesses(title: string, tests: (started: () => StartedPrograms) => void): void {
  const binaries = serverBinaries();
  (binaries ? describe : describe.skip)(title, () => {
    let current: StartedPrograms;
    let stopServer: () => Promise<unknown>;

    beforeAll(async () => {
      await buildService();
      const server = await startServer(binaries ?? '');
      stopServer = () => server.stop();
      const database = await openServer(server.url);
      await seedSmallWorld(database);
      const start = () => startService({ DATABASE_URL: server.url });
      current = { database, programs: [await start(), await start()] };
    }, 60_000);

    afterAll(async () => {
      await Promise.all(current.programs.map((program) => program.stop('SIGTERM')));
      await current.database.close();
      await stopServer();
    });

    tests(() => current);
  });
}
