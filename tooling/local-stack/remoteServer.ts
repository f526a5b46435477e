/** Serves one remote's builds from an origin of its own: `remoteServer <name>`. Stops alone, without the others. */
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { isRemote, portsFrom, REMOTE_NAMES } from './parts';
import { releasesDirFrom, repoRoot } from './paths';
import { serveFile } from './staticFiles';

/** Public files for any page. They are asked for with `crossorigin="anonymous"`, so CORS is the whole permission they need. */
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Timing-Allow-Origin': '*',
};

/** Where a remote's files lie: below `prefix` in the address, below `root` on the disk. */
interface Served {
  root: string;
  prefix?: string;
}

/** Builds of this clone at `/<version>/`, or releases at `/<name>/<version>/`, as they lie in their folder. */
function servedBy(name: string, releasesDir: string | undefined): Served {
  if (!releasesDir) return { root: path.join(repoRoot, `remote-${name}`, 'dist') };
  return { root: path.join(releasesDir, name), prefix: `/${name}` };
}

/** @param root folder that holds the version folders of one remote. */
export function createRemoteServer(root: string, prefix = ''): Server {
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
    // Outside of the prefix there is nothing: an empty path is answered with 404.
    const file = urlPath.startsWith(`${prefix}/`) ? urlPath.slice(prefix.length) : '';
    serveFile(root, file, request, response, HEADERS).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
}

function main(name: string | undefined): void {
  if (!name || !isRemote(name)) throw new Error(`Usage: remoteServer <${REMOTE_NAMES.join('|')}>`);
  const { root, prefix } = servedBy(name, releasesDirFrom(process.env));
  const server = createRemoteServer(root, prefix);
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
