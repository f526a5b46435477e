/** Starts built services with empty databases, and calls them the way the gateway would, on behalf of one person. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPackages } from '../tooling/build/buildPackages';
import { SERVICE_PACKAGE } from '../tooling/build/packages';
import { repoRoot } from '../tooling/local-stack/paths';
import { administer, serverBinaries, startOwnServer } from '../memory-service/src/testing/postgresServer';
import { progress } from './report';

const SECRET = randomBytes(16).toString('hex');
const ORIGIN = 'http://localhost:3000';
/** Administrator of every service started by a benchmark. */
export const ADMIN = 'bench@localhost';

export interface BenchService {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the built service of a checkout (this one by default) on a free port.
 * @returns once it answers, which is after the demo workspace is written.
 */
export async function startService(
  env: Record<string, string | undefined>,
  checkout = repoRoot,
): Promise<BenchService> {
  const child = spawn(process.execPath, [path.resolve(checkout, 'memory-service/dist/server.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      GATEWAY_SECRET: SECRET,
      APP_BASE_URL: ORIGIN,
      ADMIN_EMAILS: ADMIN,
      LOG_LEVEL: 'info',
      EMBEDDINGS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let rest = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\n');
      rest = lines.pop() ?? '';
      const ready = lines.find((line) => line.includes('"msg":"ready"'));
      if (ready) resolve((JSON.parse(ready) as { url: string }).url);
    });
    void ended.then(() => reject(new Error('The service exited before it was ready.')));
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Headers of a call that the gateway forwards on behalf of a person. */
export function headersFor(email: string): Record<string, string> {
  return {
    'x-gateway-secret': SECRET,
    'x-auth-request-email': email,
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    cookie: '_oauth2_proxy_csrf=bench',
    'x-csrf-token': 'bench',
  };
}

/**
 * Sends one call, as the administrator unless another person is given.
 * @throws Error with status and answer when it fails.
 */
export async function call<T>(
  service: BenchService,
  method: string,
  address: string,
  body?: unknown,
  email = ADMIN,
): Promise<T> {
  const response = await fetch(service.url + address, {
    method,
    headers: {
      ...headersFor(email),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export interface Workspace {
  name: string;
  /** As query parameters. */
  scope: string;
  memories: number;
}

/** The organization with the most memories in the demo workspace. */
export async function findLargestWorkspace(service: BenchService): Promise<Workspace> {
  const organizations = await call<{ id: string; name: string }[]>(
    service,
    'GET',
    '/organizations/manageable',
  );
  const workspaces: Workspace[] = [];
  for (const { id, name } of organizations) {
    const scope = `scope=organization&organization_id=${id}`;
    const { total_items: memories } = await call<{ total_items: number }>(
      service,
      'GET',
      `/memory-blocks/?limit=1&${scope}`,
    );
    workspaces.push({ name, scope, memories });
  }
  const [largest] = workspaces.sort((a, b) => b.memories - a.memories);
  if (!largest) throw new Error('The demo workspace has no organization.');
  return largest;
}

/** A database engine, with the environment that points a service at an empty database. */
export interface Engine {
  name: 'embedded' | 'PostgreSQL';
  env: Record<string, string>;
}

/**
 * Builds the service and runs `measure` with an empty database of each engine: the embedded one, and PostgreSQL on the server of
 * `BENCH_DATABASE_URL` or on a temporary server where PostgreSQL is installed.
 * @param only the engine to measure; both by default.
 */
export async function onEngines(
  only: string | undefined,
  measure: (engine: Engine) => Promise<void>,
): Promise<void> {
  progress('Building ...');
  await buildPackages([SERVICE_PACKAGE]);
  if (only !== 'postgres') {
    const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-bench-'));
    try {
      await measure({ name: 'embedded', env: { DATA_DIR: folder } });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (only !== 'embedded') await onPostgres(measure);
}

async function onPostgres(measure: (engine: Engine) => Promise<void>): Promise<void> {
  const address = process.env.BENCH_DATABASE_URL;
  const binaries = serverBinaries();
  const own = address === undefined && binaries ? await startOwnServer(binaries) : undefined;
  const url = address ?? own?.url;
  if (url === undefined) return progress('No PostgreSQL: install one or set BENCH_DATABASE_URL.');
  const name = `bench_${randomBytes(6).toString('hex')}`;
  try {
    await administer(url, `create database ${name}`);
    await measure({
      name: 'PostgreSQL',
      env: { DATABASE_URL: Object.assign(new URL(url), { pathname: name }).href },
    });
  } finally {
    await administer(url, `drop database if exists ${name} with (force)`);
    await own?.stop();
  }
}
