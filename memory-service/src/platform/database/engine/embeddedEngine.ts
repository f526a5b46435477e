/** Starts the embedded database in a worker thread and provides the connection settings. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { StartupError } from '../../config/startupError';
import { DiskFull } from '../errors';
import { lockFolder } from './folderLock';
import type { WorkerMessage, WorkerRequest } from './workerMessages';

/** Location of the data and of the built worker. */
export interface EmbeddedOptions {
  dataFolder: string;
  /** Bundled `pgliteWorker.js`. */
  workerFile: string;
  /** Prepared empty data folder. Without it, the first start takes seconds longer. */
  templateFolder?: string;
  /** Called once if the worker dies unexpectedly. */
  onLost: (reason: string) => void;
}

export interface RunningEngine {
  pool: PoolConfig;
  /** Throws `DiskFull` before a write that may not fit on the disk. */
  requireFreeSpace: () => void;
  /** Shuts the database down cleanly. Call after the pool has ended. */
  close: () => Promise<void>;
}

/** Free space required for a write: four WAL segments. When the log cannot grow, the database ends for readers as well. */
const FREE_BYTES = 64 * 1024 ** 2;

type Listen = WorkerRequest['listen'];

/** A socket path that only this account can access, in the temporary folder because Unix limits its length. */
function privateSocket(): { listen: Listen; host: string; remove: () => void } {
  if (process.platform === 'win32')
    return { listen: { kind: 'loopback' }, host: '127.0.0.1', remove: () => undefined };
  const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-'));
  chmodSync(folder, 0o700);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { listen: { kind: 'socket', path: path.join(folder, '.s.PGSQL.5432') }, host: folder, remove };
}

/** Locks the folder and starts the worker; resolves when the database accepts queries. Throws StartupError on failure. */
export async function startEmbedded(options: EmbeddedOptions): Promise<RunningEngine> {
  const unlock = await lockFolder(options.dataFolder, {
    onLost: () => options.onLost('another process took over its data folder.'),
  });
  const socket = privateSocket();
  const release = () => {
    socket.remove();
    unlock();
  };
  const request: WorkerRequest = {
    folder: path.join(options.dataFolder, 'pgdata'),
    template: options.templateFolder,
    listen: socket.listen,
  };
  const worker = new Worker(options.workerFile, { workerData: request });
  let closing = false;
  let reason: string | undefined;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const port = await new Promise<number | undefined>((resolve, reject) => {
    const fail = (reason: string) =>
      reject(new StartupError(`The embedded database in ${options.dataFolder} did not start: ${reason}`));
    worker.once('message', (message: WorkerMessage) =>
      message.kind === 'ready'
        ? resolve(message.port)
        : fail(message.kind === 'failed' ? message.reason : ''),
    );
    worker.once('error', (error) => fail(error.message));
    worker.once('exit', (code) => fail(`its thread exited with code ${code}.`));
  }).catch(async (error: unknown) => {
    await worker.terminate();
    release();
    throw error;
  });
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'failed') ({ reason } = message);
  });
  worker.on('error', (error) => {
    reason = error.message;
  });
  worker.on('exit', (code) => {
    if (!closing) options.onLost(reason ?? `its thread exited with code ${code}.`);
  });

  const close = async () => {
    closing = true;
    worker.postMessage('close');
    await ended;
    release();
  };
  // The embedded database ignores the password; a random one keeps pg from looking for a password file.
  const pool: PoolConfig = {
    host: socket.host,
    port: port ?? 5432,
    user: 'postgres',
    database: 'postgres',
    password: randomBytes(8).toString('hex'),
    ssl: false,
    max: 1,
  };
  const requireFreeSpace = () => {
    const { bavail, bsize } = statfsSync(options.dataFolder);
    if (bavail * bsize < FREE_BYTES) throw new DiskFull();
  };
  return { pool, requireFreeSpace, close };
}
