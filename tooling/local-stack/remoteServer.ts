/** Serves one remote's builds from an origin of its own: `remoteServer <name>`. Stops alone, without the others. */
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { isRemote, portsFrom } from './parts';
import { repoRoot } from './paths';
import { serveFile } from './staticFiles';

/** Public files for any page. They are asked for with `crossorigin="anonymous"`, so CORS is the whole permission they need. */
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Timing-Allow-Origin': '*',
};

/** @param root folder that holds the version folders of one remote. */
export function createRemoteServer(root: string): Server {
  return createServer((request, response) => {
    const urlPath = (request.url ?? '/').split('?')[0]!;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...HEADERS, Allow: 'GET, HEAD' }).end();
      return;
    }
    if (urlPath === '/healthz') {
      response
        .writeHead(200, { ...HEADERS, 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' })
        .end('ok');
      return;
    }
    serveFile(root, urlPath, request, response, HEADERS).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
}

function main(name: string | undefined): void {
  if (!name || !isRemote(name)) throw new Error('Usage: remoteServer <memory|ai-ops|org-admin|beta>');
  const server = createRemoteServer(path.join(repoRoot, `remote-${name}`, 'dist'));
  const host = process.env.BIND_ADDRESS ?? '127.0.0.1';
  const port = portsFrom(process.env)[name];
  server.once('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  server.listen(port, host, () => console.log(`remote ${name} on http://${host}:${port}`));
  process.once('SIGTERM', () => {
    server.closeAllConnections();
    server.close();
  });
}

if (/remoteServer\.[jt]s$/.test(process.argv[1] ?? '')) main(process.argv[2]);
