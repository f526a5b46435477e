/** Starts separate PostgreSQL servers, if PostgreSQL is installed. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** Rejects with the program's output on failure. */
const run = promisify(execFile);

/** Linux's in-memory file system, and the free bytes required for the databases of a test run. */
const IN_MEMORY = { folder: '/dev/shm', enough: 4 * 1024 ** 3 };

/** In memory if possible: killed processes lose no data there, and no test simulates a power failure. */
function databaseFolder(): string {
  const { folder, enough } = IN_MEMORY;
  if (!existsSync(folder)) return tmpdir();
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= enough ? folder : tmpdir();
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(databaseFolder(), 'memory-service-test-'));
}

/** Folder of `initdb` and `postgres`, or undefined if not installed. */
export function serverBinaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => path.join(root, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')));
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** PostgreSQL refuses to run as root, so use the unprivileged user `nobody`. */
function unprivilegedAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim());
  return { uid: id('-u'), gid: id('-g') };
}

export interface TestServer {
  url: string;
  stop: () => Promise<void>;
}

async function waitUntilAnswering(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (server.exitCode !== null) throw new Error('PostgreSQL ended while it was starting.');
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('PostgreSQL did not answer within a minute.');
}

/** Runs one statement as the server's administrator. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A server that can be killed and restarted. */
export interface OwnServer extends TestServer {
  /** Terminates the server at once, as in a power failure. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
}

/** Starts a server on a new data folder created by `make`. */
async function startServer(
  binaries: string,
  make: (data: string, account: ReturnType<typeof unprivilegedAccount>) => Promise<unknown>,
  settings: readonly string[],
): Promise<OwnServer> {
  const account = unprivilegedAccount();
  const home = temporaryFolder();
  chmodSync(home, 0o777);
  const data = path.join(home, 'data');
  await make(data, account);
  const port = await freePort();
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', home, '-F'];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;
  const start = async () => {
    server = spawn(
      path.join(binaries, 'postgres'),
      [...args, ...settings.flatMap((setting) => ['-c', setting])],
      { ...account, stdio: 'ignore' },
    );
    await waitUntilAnswering(url, server);
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = server;
    server = undefined;
    if (!ending || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  };
  await start();
  return {
    url,
    start,
    // SIGQUIT terminates all server processes without a checkpoint.
    kill: () => end('SIGQUIT'),
    stop: async () => {
      await end('SIGINT');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Starts a separate PostgreSQL server in a temporary folder. */
export function startOwnServer(binaries: string): Promise<OwnServer> {
  const make = (data: string, account: object) =>
    run(
      path.join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
      account,
    );
  return startServer(binaries, make, ['max_connections=200', 'max_wal_size=128MB']);
}

/** Starts a streaming-replication standby of a server, which connects under the given name. */
export function startStandby(binaries: string, primaryUrl: string, name: string): Promise<OwnServer> {
  const make = (data: string, account: object) =>
    run(
      path.join(binaries, 'pg_basebackup'),
      [
        '-D',
        data,
        '-d',
        `${primaryUrl}?application_name=${name}`,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '--no-sync',
      ],
      account,
    );
  return startServer(binaries, make, ['max_connections=200', 'wal_receiver_status_interval=1']);
}
