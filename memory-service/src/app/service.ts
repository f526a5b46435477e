/** Composes the running service from its configuration: database, demo workspace, HTTP server. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../platform/config/config';
import { seedDemo } from '../demo/seed';
import { createContradictionFinder, expectNoOlder } from '../features/curation';
import { buildApp } from './app';
import { createDigestWriter } from '../features/digest';
import { createLanguageModel } from '../platform/languageModel/languageModel';
import { StartupError } from '../platform/config/startupError';
import { HttpProblem } from '../platform/http/problem';
import { withStatementLimit, openDatabase } from '../platform/database/database';
import type { Database, EngineChoice } from '../platform/database/database';
import { tokenLedger } from '../platform/languageModel/languageModelUsage';
import { forgetOldCounters } from '../platform/database/rateLimits';
import { startMaintenance } from '../platform/database/maintenance';
import { openTextWorkers } from '../platform/text/textWork';
import { CHORES } from './operations';

/** Time for the gateway to notice the shutdown: it checks each replica once per second while requests arrive. */
const DRAIN_MS = 3000;

/** Paths of the files that the build places next to the server. */
export interface Assets {
  workerFile: string;
  textWorkerFile: string;
  encoderFile: string;
  migrationsFolder: string;
  templateFolder: string;
  downloadsFolder: string;
}

export interface RunningService {
  url: string;
  /** Fails health checks while still serving requests, until load balancers have noticed. */
  drain: () => Promise<void>;
  /** Finishes in-flight requests, then closes the database. */
  close: () => Promise<void>;
}

function chooseEngine(
  config: Config,
  assets: Assets,
  log: FastifyBaseLogger,
  onLost: (reason: string) => void,
): EngineChoice {
  if (config.databaseUrl !== undefined) {
    const {
      databaseUrl: url,
      databaseDirectUrl: directUrl,
      keepsPreparedStatements: keepsStatements,
      databasePoolSize: poolSize,
      databaseEngine: engine,
    } = config;
    const replicas = {
      ...config.readReplicas,
      onChange: (replica: string, isUsed: boolean, reason: string) =>
        isUsed
          ? log.info({ replica, reason }, 'read replica in use')
          : log.warn({ replica, reason }, 'read replica skipped'),
    };
    const warn = (text: string) => log.warn(text);
    return { kind: 'server', url, directUrl, keepsStatements, poolSize, engine, replicas, onLost, warn };
  }
  const dataFolder = path.resolve(config.dataDir);
  try {
    mkdirSync(dataFolder, { recursive: true });
  } catch (error) {
    throw new StartupError(`DATA_DIR ${dataFolder} can’t be used: ${(error as Error).message}`);
  }
  const { workerFile, templateFolder } = assets;
  return { kind: 'embedded', options: { dataFolder, workerFile, templateFolder, onLost } };
}

function listenProblem(error: unknown, config: Config): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${config.port} is already taken. Stop the program that uses it, or set PORT to another port.`,
    EACCES: `This account isn’t allowed to use port ${config.port}. Set PORT to a port above 1023.`,
    EADDRNOTAVAIL: `HOST ${config.host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${config.host} is not an address of this machine.`,
  };
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new StartupError(reason);
}

/** Arbitrary advisory-lock key: of several processes on one server, one fills the database and the others wait. */
const DEMO_LOCK = 728_311_918;

async function fillDemo(config: Config, database: Database, log: FastifyBaseLogger): Promise<void> {
  const { demo } = config;
  if (!demo) return;
  const fill = () =>
    seedDemo(database, {
      ...demo,
      now: new Date(),
      onProgress: (done, total) => log.info({ done, total }, 'demo'),
    });
  if (config.databaseUrl === undefined) {
    await fill();
    return;
  }
  // A transaction-level lock also works behind a connection pooler; seeding runs in separate transactions.
  await database.write({ kind: 'system' }, async (handle) => {
    await handle.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
    await fill();
  });
}

/** Starts everything; resolves once requests are answered. Calls `onLost` when the embedded database dies. */
export async function startService(
  config: Config,
  assets: Assets,
  log: FastifyBaseLogger,
  onLost: (reason: string) => void,
): Promise<RunningService> {
  const engine = chooseEngine(config, assets, log, onLost);
  const database = await openDatabase(engine, assets.migrationsFolder, config.statementSeconds);
  log.info({ engine: engine.kind }, 'database open');
  const textWorkers = openTextWorkers(assets.textWorkerFile, (error) =>
    log.error({ err: error }, 'text worker failed'),
  );
  try {
    await database.write({ kind: 'system' }, expectNoOlder);
    await fillDemo(config, database, log);
    await database.write({ kind: 'system' }, forgetOldCounters);
    const maintenance = startMaintenance(
      database,
      { isEmbedded: engine.kind === 'embedded', retention: config.retention, chores: CHORES },
      (error) => log.warn({ err: error }, 'database maintenance failed'),
    );
    const model = config.llm && createLanguageModel(config.llm, tokenLedger(database), log);
    const digests = createDigestWriter(config, database, log);
    const finder = createContradictionFinder(withStatementLimit(database, 'job'), model, log);
    const { downloadsFolder, encoderFile } = assets;
    let isDraining = false;
    const ping = async () => {
      if (isDraining) throw new HttpProblem(503, 'The service is shutting down.', { code: 'stopping' });
      await database.ping();
    };
    const app = buildApp({ config, database: { ...database, ping }, downloadsFolder, encoderFile }, log);
    database.onWrite(() => {
      maintenance.wake();
      finder.wake();
    });
    const url = await app.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (address) => `listening on ${address}`,
    });
    return {
      url,
      drain: async () => {
        isDraining = true;
        // With an embedded database there is no other replica to take over, so draining would only add downtime.
        if (config.databaseUrl !== undefined) await setTimeout(DRAIN_MS);
      },
      close: async () => {
        await app.close();
        await finder.close();
        await digests.close();
        await maintenance.close();
        await database.close();
        await textWorkers.close();
      },
    };
  } catch (error) {
    await database.close();
    await textWorkers.close();
    throw listenProblem(error, config);
  }
}
