/**
 * The production stack without containers: the gateway, nginx for each remote on the images' own files, PostgreSQL in a separate cluster,
 * PgBouncer, two replicas, and a real sign-in against a small OpenID provider.
 */
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import { composeEnvironment } from '../compose/composeValues';
import type { Binaries } from './binaries';
import { query, startPgbouncer, startPostgres, startStandby } from './database';
import type { PostgresServer } from './database';
import { startFrontend } from './frontend';
import { makePlace, type Place } from './place';
import type { Program } from '../../tooling/local-stack/program';
import { startReplica } from './replica';
import { newSecret, secretFiles } from './secrets';

type ReplicaName = 'a' | 'b';

export interface NativeOptions {
  binaries: Binaries;
  /** Number of memory blocks in the demo workspace. */
  blocks?: number;
  /** Port of the dashboard; any free one by default. */
  port?: number;
  /** Connects the replicas directly to PostgreSQL instead of PgBouncer. */
  withoutPooler?: boolean;
  /** Flushes to disk at each commit, as production does. */
  durable?: boolean;
  /** Further environment variables of the gateway. */
  gateway?: Record<string, string>;
  /** Further environment variables of the replicas. */
  replicas?: Record<string, string>;
  report?: (text: string) => void;
}

interface Standby {
  /** Connections of the service account and of the administrator. */
  url: string;
  adminUrl: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Kills the primary and promotes the standby; the pooler routes connections to it. */
  failOver(): Promise<void>;
}

export interface NativeStack {
  /** Address of the dashboard. */
  origin: string;
  /** Origins of the remotes by name. */
  remotes: Record<string, string>;
  /** Addresses of the replicas, bypassing the gateway. */
  replicas: Record<ReplicaName, string>;
  /** Password of everyone in the demo workspace. */
  password: string;
  /** Direct PostgreSQL connection of the service account. */
  databaseUrl: string;
  /** Direct PostgreSQL connection of the administrator. */
  primaryAdminUrl: string;
  /** The standby, which follows the primary and answers reads. */
  standby: Standby;
  /** Folder that acts as the release store's bucket. */
  storeFolder: string;
  /** Whether the pooler supports prepared statements. */
  supportsPreparedStatements: boolean;
  /** Sends SIGKILL. */
  kill(name: ReplicaName): Promise<void>;
  start(name: ReplicaName): Promise<void>;
  /** Data folder of the gateway. */
  gatewayDir: string;
  stop(): Promise<void>;
}

async function startDatabase(place: Place, { binaries, durable }: NativeOptions) {
  const folder = path.join(place.folder, 'postgres');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  const password = newSecret();
  const where = { binaries, folder };
  const settings: Record<string, string> = durable ? {} : { fsync: 'off' };
  const postgres = await startPostgres({ ...where, port: place.ports.postgres }, password, settings);
  place.keep(postgres.program);
  const pooler = await startPgbouncer(
    { ...where, port: place.ports.pgbouncer },
    place.ports.postgres,
    password,
  );
  place.keep(pooler.program);
  const standby = await startStandbyServer(place, { binaries, password, settings });
  const failOver = async () => {
    await postgres.program.kill();
    await query(standby.adminUrl, 'select pg_promote()');
    await pooler.moveTo(place.ports.standby);
  };
  return { postgres, pooler, standby: { ...standby, failOver } };
}

async function startStandbyServer(
  place: Place,
  {
    binaries,
    password,
    settings,
  }: Pick<NativeOptions, 'binaries'> & { password: string; settings: Record<string, string> },
) {
  const folder = path.join(place.folder, 'standby');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  const where = { binaries, folder, port: place.ports.standby };
  let server: PostgresServer | undefined;
  const start = async () => {
    server = await startStandby(where, place.ports.postgres, password, settings);
    place.keep(server.program);
    return server;
  };
  const { url, adminUrl } = await start();
  return { url, adminUrl, start: async () => void (await start()), kill: async () => server?.program.kill() };
}

/** @throws Error with the output of the program that failed to start; everything else is stopped again. */
export async function startNative(options: NativeOptions): Promise<NativeStack> {
  const { report = () => undefined } = options;
  const place = await makePlace(options.port);
  const origin = `http://localhost:${place.ports.dashboard}`;
  const replicas = new Map<ReplicaName, Program>();
  const stop = async () => {
    await Promise.all([...replicas.values()].map((replica) => replica.stop()));
    await place.clear();
  };
  try {
    const { postgres, pooler, standby } = await startDatabase(place, options);
    report('PostgreSQL, a standby and PgBouncer run');

    const gatewaySecret = newSecret();
    const isPooled = !options.withoutPooler;
    const env = {
      ...composeEnvironment('memory-service'),
      // People of the demo workspace already have their roles, and emails stay in the outbox.
      ...{ ADMIN_EMAILS: '', BETA_ACCESS_ADMINS: '', SMTP_URL: '' },
      ...secretFiles(path.join(place.folder, 'secrets'), {
        DATABASE_URL: isPooled ? pooler.url : postgres.url,
        DATABASE_DIRECT_URL: postgres.url,
        DATABASE_READ_URL: standby.url,
        GATEWAY_SECRET: gatewaySecret,
        TOKEN_PEPPER: newSecret(),
      }),
      DATABASE_PREPARED_STATEMENTS: isPooled && !pooler.supportsPreparedStatements ? '0' : '1',
      APP_BASE_URL: origin,
      DEMO_BLOCKS: String(options.blocks ?? 300),
      LOG_LEVEL: 'warn',
      EMBEDDINGS: 'off',
      ...options.replicas,
    };
    const start = async (name: ReplicaName) => {
      replicas.set(name, await startReplica({ name: `Replica ${name}`, port: place.ports[name], env }));
    };
    // Both start together, as on a platform: one migrates the database and writes the demo workspace while the other waits.
    await Promise.all([start('a'), start('b')]);
    report('two replicas run');

    const password = newSecret();
    const frontend = await startFrontend({
      place,
      nginx: options.binaries.nginx,
      origin,
      accounts: DEMO_PEOPLE.map(({ email }) => ({ email, password })),
      gatewaySecret,
      values: options.gateway ?? {},
    });
    report('the gateway runs, and the sign-in');
    return {
      origin,
      remotes: frontend.remotes,
      replicas: { a: `http://${place.at('a')}`, b: `http://${place.at('b')}` },
      password,
      databaseUrl: postgres.url,
      primaryAdminUrl: postgres.adminUrl,
      standby,
      storeFolder: frontend.storeFolder,
      supportsPreparedStatements: pooler.supportsPreparedStatements,
      kill: async (name) => replicas.get(name)?.kill(),
      start,
      gatewayDir: frontend.dataDir,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
