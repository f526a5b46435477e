/** Shared state of one native stack: its folder, its ports, and the programs to stop. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from './ports';
import type { Program } from '../../tooling/local-stack/program';

export const repoRoot = fileURLToPath(new URL('../../', import.meta.url));

const LISTENERS = ['dashboard', 'a', 'b', 'postgres', 'standby', 'pgbouncer', 'provider', 'store'] as const;
type Listener = (typeof LISTENERS)[number];

/** Short names of the remotes, one per folder `remote-<name>`. */
export const remoteNames = (): string[] =>
  readdirSync(repoRoot)
    .filter((name) => name.startsWith('remote-') && existsSync(path.join(repoRoot, name, 'dist')))
    .map((name) => name.slice('remote-'.length));

export interface Place {
  folder: string;
  ports: Record<Listener, number>;
  /** `127.0.0.1:<port>` of a listener. */
  at(name: Listener): string;
  /** Registers a program to be stopped by `clear`. */
  keep(program: Program): Program;
  keepServer(server: Server): void;
  /** Stops the registered programs, last one first, and removes the folder. */
  clear(): Promise<void>;
}

/** @param dashboard port of the dashboard; any free one by default. */
export async function makePlace(dashboard?: number): Promise<Place> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-native-'));
  // PostgreSQL may run as a different user.
  chmodSync(folder, 0o755);
  const ports = await freePorts(LISTENERS);
  if (dashboard !== undefined) ports.dashboard = dashboard;
  const programs: Program[] = [];
  const servers: Server[] = [];
  return {
    folder,
    ports,
    at: (name) => `127.0.0.1:${ports[name]}`,
    keep: (program) => {
      programs.unshift(program);
      return program;
    },
    keepServer: (server) => void servers.push(server),
    clear: async () => {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      for (const program of programs)
        await program.stop(program.name.startsWith('PostgreSQL') ? 'SIGINT' : 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
