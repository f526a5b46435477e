/** Serves a folder over HTTP in place of the S3-compatible store; `GET /<bucket>/<key>` is all a public bucket needs. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';

/** @param root the folder that contains `<bucket>/<key>`; a missing file is 404, as in S3. */
export async function startStoreServer(root: string, port: number, host = '127.0.0.1'): Promise<Server> {
  const server = createServer((request, response) => {
    const key = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    if (key.split('/').includes('..')) {
      response.writeHead(403).end();
      return;
    }
    readFile(path.join(root, key)).then(
      (bytes) => response.writeHead(200, { 'Content-Type': 'binary/octet-stream' }).end(bytes),
      () => response.writeHead(404, { 'Content-Type': 'application/xml' }).end('<Error/>'),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return server;
}
