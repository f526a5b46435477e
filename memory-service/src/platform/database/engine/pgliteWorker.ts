/** The worker thread of the embedded database: PGlite behind a private socket, so that queries never stall HTTP. */
import { parentPort, workerData } from 'node:worker_threads';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { openEmbeddedDatabase } from './embeddedDatabase';
import { ensureDataFolder } from './template';
import type { WorkerMessage, WorkerRequest } from './workerMessages';

const request = workerData as WorkerRequest;
const parent = parentPort;
if (!parent) throw new Error('pgliteWorker runs as a worker thread only.');
const send = (message: WorkerMessage) => parent.postMessage(message);
const giveUp = (reason: string): never => {
  send({ kind: 'failed', reason });
  process.exit(1);
};

async function run(): Promise<void> {
  await ensureDataFolder(request.folder, request.template, giveUp);
  const database = await openEmbeddedDatabase(request.folder, giveUp);
  const answer = database.execProtocolRawStream.bind(database);
  // The socket server forwards no further message after one that failed.
  database.execProtocolRawStream = (...message) =>
    answer(...message).catch((error: unknown) => giveUp(String(error)));
  const server = new PGLiteSocketServer({
    db: database,
    // One more than the pool's single client: a broken client may still be closing when the next one connects.
    maxConnections: 2,
    ...(request.listen.kind === 'socket' ? { path: request.listen.path } : { host: '127.0.0.1', port: 0 }),
  });
  let port: number | undefined;
  server.addEventListener('listening', (event) => {
    port = (event as CustomEvent<{ port?: number }>).detail.port;
  });
  await server.start();
  send({ kind: 'ready', port });

  parent?.once('message', () => {
    void server
      .stop()
      .then(() => database.close())
      .then(() => send({ kind: 'closed' }))
      .then(() => parent?.close())
      .catch((error: unknown) => giveUp(String(error)));
  });
}

run().catch((error: unknown) => giveUp(error instanceof Error ? error.message : String(error)));
