/** A misbehaving server on the port of a part. */
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';

/** `hung` accepts connections and never responds; the others give every request the named response. */
export type Misbehavior = 'hung' | 'answers 500' | 'answers HTML';

export interface FakeServer {
  /** Resolves at the first connection. */
  visited: Promise<void>;
  close(): Promise<void>;
}

const ANSWERS: Record<Exclude<Misbehavior, 'hung'>, { status: number; type: string; body: string }> = {
  'answers 500': { status: 500, type: 'text/plain; charset=utf-8', body: 'Internal Server Error\n' },
  'answers HTML': {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><title>Hello</title>',
  },
};

function serverFor(misbehavior: Misbehavior): Server {
  if (misbehavior === 'hung') return createServer();
  const { status, type, body } = ANSWERS[misbehavior];
  return createHttpServer((_request, response) => {
    response.writeHead(status, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }).end(body);
  });
}

/** @param port must be free. */
export async function startFakeServer(port: number, misbehavior: Misbehavior): Promise<FakeServer> {
  const server = serverFor(misbehavior);
  const open = new Set<Socket>();
  const visited = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      open.add(socket);
      // A browser that gives up resets the connection, which is not an error here.
      socket.on('error', () => socket.destroy());
      socket.once('close', () => open.delete(socket));
      resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    visited,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
