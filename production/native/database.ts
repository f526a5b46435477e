/** PostgreSQL in a cluster of its own, and PgBouncer before it, with the files of the compose stack. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Binaries, unprivileged } from './binaries';
import { type Program, startProgram, untilReady } from './program';

const composeFolder = fileURLToPath(new URL('../compose/', import.meta.url));
const ADMIN = 'postgres';

interface Place {
  binaries: Binaries;
  /** Writable for everybody: the programs run as another account when we are root. */
  folder: string;
  port: number;
}

const canQuery = (connectionString: string) => async (): Promise<boolean> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  await client.connect();
  await client.query('select 1').finally(() => client.end());
  return true;
};

function run(command: string, args: string[], env: Record<string, string> = {}): void {
  const { status, stderr, error } = spawnSync(command, args, {
    ...unprivileged(),
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${path.basename(command)} failed: ${error?.message ?? stderr}`);
}

export interface PostgresServer {
  program: Program;
  /** As the service's own account, past any pooler. */
  url: string;
}

/**
 * Makes a new cluster and prepares it by the script that the container runs.
 * @param password of the service's account.
 * @param settings further `-c` settings.
 */
export async function startPostgres(
  { binaries, folder, port }: Place,
  password: string,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'database_password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  run(path.join(binaries.postgres, 'initdb'), [
    ...['-D', data, '-U', ADMIN, '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  ]);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = startProgram(
    'PostgreSQL',
    path.join(binaries.postgres, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...options],
    unprivileged(),
  );
  const admin = `postgres://${ADMIN}:${password}@127.0.0.1:${port}/postgres`;
  await untilReady(program, canQuery(admin));
  run('sh', [path.join(composeFolder, 'postgres/10-hindsight.sh')], {
    PATH: `${binaries.postgres}:${process.env.PATH ?? ''}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGPASSWORD: password,
    POSTGRES_USER: ADMIN,
    POSTGRES_DB: 'postgres',
    SERVICE_PASSWORD_FILE: passwordFile,
  });
  return { program, url: `postgres://hindsight:${password}@127.0.0.1:${port}/hindsight` };
}

/** The container's settings with this machine's places; a version before 1.21 does not know prepared statements. */
export function nativePgbouncerIni(
  ini: string,
  place: { databasePort: number; port: number; usersFile: string; keepsStatements: boolean },
): string {
  return ini
    .replace('host=postgres port=5432', `host=127.0.0.1 port=${place.databasePort}`)
    .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${place.port}`)
    .replace('/run/secrets/pgbouncer_users', place.usersFile)
    .replace(/^max_prepared_statements.*\n/m, (line) => (place.keepsStatements ? line : ''));
}

export interface Pooler {
  program: Program;
  url: string;
  /** Does it follow prepared statements from connection to connection? */
  keepsStatements: boolean;
}

/** Version 1.21 was the first that keeps prepared statements in transaction mode. */
export function keepsStatements(versionText: string): boolean {
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(versionText) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

export async function startPgbouncer(
  { binaries, folder, port }: Place,
  databasePort: number,
  password: string,
): Promise<Pooler> {
  const version = spawnSync(binaries.pgbouncer, ['--version'], { encoding: 'utf8' }).stdout;
  const usersFile = path.join(folder, 'pgbouncer_users');
  mkdirSync(folder, { recursive: true });
  writeFileSync(usersFile, `"hindsight" "${password}"\n`, { mode: 0o644 });
  const iniFile = path.join(folder, 'pgbouncer.ini');
  const ini = readFileSync(path.join(composeFolder, 'pgbouncer.ini'), 'utf8');
  const place = { databasePort, port, usersFile, keepsStatements: keepsStatements(version) };
  writeFileSync(iniFile, nativePgbouncerIni(ini, place), { mode: 0o644 });
  const program = startProgram('PgBouncer', binaries.pgbouncer, [iniFile], unprivileged());
  const url = `postgres://hindsight:${password}@127.0.0.1:${port}/hindsight`;
  await untilReady(program, canQuery(url));
  return { program, url, keepsStatements: place.keepsStatements };
}
