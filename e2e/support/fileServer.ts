/** Serves a folder of builds like a bucket: correct type, readable from any origin. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

export interface FileServer {
  origin: string;
  close(): Promise<void>;
}

export async function serveFolder(folder: string, port = 0): Promise<FileServer> {
  const server = createServer((request, response) => {
    const name = path.normalize(new URL(request.url ?? '/', 'http://bucket').pathname);
    readFile(path.join(folder, name)).then(
      (bytes) =>
        response
          .writeHead(200, {
            'Content-Type': TYPES[path.extname(name)] ?? 'application/octet-stream',
            'Access-Control-Allow-Origin': '*',
            'Cache-Control': 'public, max-age=31536000, immutable',
          })
          .end(bytes),
      () => response.writeHead(404, { 'Access-Control-Allow-Origin': '*' }).end('Not found\n'),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
