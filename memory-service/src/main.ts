/** Entry point: reads the environment, starts the service and shuts it down in order on SIGTERM and SIGINT. */
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readConfig } from './platform/config/config';
import { serializeError } from './platform/config/errorLog';
import { withSecretFiles } from './platform/config/secretFiles';
import { startTelemetry, streamWrite } from './platform/telemetry';
import { startService } from './app/service';
import type { RunningService } from './app/service';
import { StartupError } from './platform/config/startupError';

/** Hard limit, so that a hanging request cannot keep the process alive forever. */
const SHUTDOWN_DEADLINE_MS = 10_000;

const siblingFile = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function main(): Promise<void> {
  const config = readConfig(withSecretFiles(process.env));
  const stopTelemetry = await startTelemetry(process.env);
  // Log lines are written asynchronously, off the request path, and flushed on exit.
  const lines = pino.destination({ dest: 1, sync: false });
  const log = pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      hooks: { streamWrite },
    },
    lines,
  );
  const running: { service?: RunningService } = {};
  let stopping = false;

  const stop = (reason: string, code: number) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    const exit = (status: number) => {
      lines.flushSync();
      process.exit(status);
    };
    Promise.resolve(code === 0 ? running.service?.drain() : undefined)
      .then(() => {
        setTimeout(() => exit(code || 1), SHUTDOWN_DEADLINE_MS).unref();
        return running.service?.close();
      })
      .then(() => log.info('stopped'))
      .then(stopTelemetry)
      .catch((error: unknown) => log.error({ err: error }, 'shutdown failed'))
      .finally(() => exit(code));
  };
  process.on('SIGTERM', () => stop('SIGTERM', 0));
  process.on('SIGINT', () => stop('SIGINT', 0));

  const onLost = (reason: string) => {
    log.error({ reason }, 'database connection lost');
    // The embedded database cannot be reopened in this process; exit, so that a supervisor starts a new one.
    if (config.databaseUrl === undefined) stop('embedded database lost', 1);
  };
  const service = await startService(
    config,
    {
      workerFile: siblingFile('./pgliteWorker.js'),
      textWorkerFile: siblingFile('./textWorker.js'),
      encoderFile: siblingFile('./encoderWorker.js'),
      migrationsFolder: siblingFile('./migrations'),
      templateFolder: siblingFile('./template'),
      downloadsFolder: siblingFile('./downloads'),
    },
    log,
    onLost,
  );
  running.service = service;
  if (stopping) await service.close();
  else log.info({ url: service.url }, 'ready');
}

main().catch((error: unknown) => {
  const text =
    error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
