/** PostgreSQL in a separate cluster with PgBouncer in front, configured by the files of the compose stack. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Binaries, unprivileged } from './binaries';
import { type Program, startProgram } from '../../tooling/local-stack/program';
import { untilReady } from './untilReady';

const composeFolder = fileURLToPath(new URL('../compose/', import.meta.url));
const ADMIN = 'postgres';

interface Place {
  binaries: Binaries;
  /** World-writable, because the programs run as another user when we are root. */
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

/** Runs one statement and returns its rows. */
export async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return (await client.query<Row>(statement).finally(() => client.end())).rows;
}

export interface PostgresServer {
  program: Program;
  /** Connection of the service account, bypassing any pooler. */
  url: string;
  /** Connection of the administrator. */
  adminUrl: string;
}

const databaseUrls = (port: number, password: string) => ({
  url: `postgres://hindsight:${password}@127.0.0.1:${port}/hindsight`,
  adminUrl: `postgres://${ADMIN}:${password}@127.0.0.1:${port}/postgres`,
});

/** Starts PostgreSQL on a data folder and waits until it accepts queries. */
async function serve(
  name: string,
  { binaries, folder, port }: Place,
  adminUrl: string,
  settings: Record<string, string>,
): Promise<Program> {
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const program = startProgram(
    name,
    path.join(binaries.postgres, 'postgres'),
    ['-D', path.join(folder, 'data'), '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...options],
    unprivileged(),
  );
  await untilReady(program, canQuery(adminUrl));
  return program;
}

/**
 * Creates a cluster and runs the container's initialization script on it.
 * @param password of the service account.
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
  const addresses = databaseUrls(port, password);
  const program = await serve('PostgreSQL', { binaries, folder, port }, addresses.adminUrl, settings);
  run('sh', [path.join(composeFolder, 'postgres/10-hindsight.sh')], {
    PATH: `${binaries.postgres}:${process.env.PATH ?? ''}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGPASSWORD: password,
    POSTGRES_USER: ADMIN,
    POSTGRES_DB: 'postgres',
    SERVICE_PASSWORD_FILE: passwordFile,
  });
  return { program, ...addresses };
}

/** Takes a base backup of a running server, including WAL; `options` are further `pg_basebackup` options. */
function copyServer(
  { binaries, folder }: Pick<Place, 'binaries' | 'folder'>,
  sourceUrl: string,
  options: readonly string[] = [],
): void {
  run(path.join(binaries.postgres, 'pg_basebackup'), [
    ...['-D', path.join(folder, 'data'), '-d', sourceUrl, '-X', 'stream', '-c', 'fast', '--no-sync'],
    ...options,
  ]);
}

/** Creates a standby from a running server; a folder that already has one is only started. */
export async function startStandby(
  place: Place,
  primaryPort: number,
  password: string,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const source = `postgres://${ADMIN}:${password}@127.0.0.1:${primaryPort}/postgres?application_name=standby`;
  if (!existsSync(path.join(place.folder, 'data'))) copyServer(place, source, ['-R']);
  const addresses = databaseUrls(place.port, password);
  const program = await serve('PostgreSQL standby', place, addresses.adminUrl, settings);
  return { program, ...addresses };
}

/** The container's settings with local ports and paths; versions before 1.21 do not support prepared statements. */
export function nativePgbouncerIni(
  ini: string,
  place: { databasePort: number; port: number; usersFile: string; supportsPreparedStatements: boolean },
): string {
  return ini
    .replace('host=postgres port=5432', `host=127.0.0.1 port=${place.databasePort}`)
    .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${place.port}`)
    .replace('/run/secrets/pgbouncer_users', place.usersFile)
    .replace(/^max_prepared_statements.*\n/m, (line) => (place.supportsPreparedStatements ? line : ''));
}

export interface Pooler {
  program: Program;
  url: string;
  /** Routes connections to the server on another port from then on. */
  moveTo: (databasePort: number) => Promise<void>;
  /** Whether it tracks prepared statements across connections. */
  supportsPreparedStatements: boolean;
}

/** PgBouncer supports prepared statements in transaction mode since 1.21. */
export function supportsPreparedStatements(versionText: string): boolean {
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
  const place = { port, usersFile, supportsPreparedStatements: supportsPreparedStatements(version) };
  const configure = (to: number) =>
    writeFileSync(iniFile, nativePgbouncerIni(ini, { ...place, databasePort: to }), { mode: 0o644 });
  configure(databasePort);
  const program = startProgram('PgBouncer', binaries.pgbouncer, [iniFile], unprivileged());
  const url = `postgres://hindsight:${password}@127.0.0.1:${port}/hindsight`;
  await untilReady(program, canQuery(url));
  const moveTo = async (to: number) => {
    configure(to);
    await query(url.replace(/hindsight$/, 'pgbouncer'), 'RELOAD');
  };
  return { program, url, moveTo, supportsPreparedStatements: place.supportsPreparedStatements };
}
