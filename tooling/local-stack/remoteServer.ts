/** Serves one remote's builds from a separate origin: `remoteServer <name>`. Each can be stopped independently. */
import path from 'node:path';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { isRemote, portsFrom, REMOTE_NAMES } from './parts';
import { releasesDirFrom, repoRoot } from './paths';
import { addFiles } from '../../gateway/src/staticFiles';

/** Public files for any page, requested with `crossorigin="anonymous"`, so CORS headers are all they need. */
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Timing-Allow-Origin': '*',
};

/** A folder of version folders, and its URL prefix. */
interface Served {
  root: string;
  prefix: string;
}

/** Builds of this clone at `/<version>/`, and releases at `/<name>/<version>/`, matching their folders. */
function servedBy(name: string, releasesDir: string | undefined): Served[] {
  const builds = { root: path.join(repoRoot, `remote-${name}`, 'dist'), prefix: '/' };
  return releasesDir ? [{ root: path.join(releasesDir, name), prefix: `/${name}/` }, builds] : [builds];
}

const notFound = (reply: FastifyReply) =>
  reply
    .code(404)
    .headers({ ...HEADERS, 'Cache-Control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send('Not found\n');

/** @param served folders with the version folders of one remote. */
export async function createRemoteServer(...served: Served[]): Promise<FastifyInstance> {
  // An address that cannot be decoded is a 404 like any unknown one.
  const app = Fastify({
    forceCloseConnections: true,
    frameworkErrors: (_error, _request, reply) => notFound(reply),
  });
  app.get('/healthz', (_request, reply) =>
    reply
      .headers({ ...HEADERS, 'Cache-Control': 'no-store' })
      .type('text/plain')
      .send('ok'),
  );
  app.setNotFoundHandler((request, reply) =>
    request.method === 'GET' || request.method === 'HEAD'
      ? notFound(reply)
      : reply
          .code(405)
          .headers({ ...HEADERS, Allow: 'GET, HEAD' })
          .send(),
  );
  for (const { root, prefix } of served) await addFiles(app, root, prefix, HEADERS);
  return app;
}

async function main(name: string | undefined): Promise<void> {
  if (!name || !isRemote(name)) throw new Error(`Usage: remoteServer <${REMOTE_NAMES.join('|')}>`);
  const server = await createRemoteServer(...servedBy(name, releasesDirFrom(process.env)));
  const host = process.env.BIND_ADDRESS ?? '127.0.0.1';
  const port = portsFrom(process.env)[name];
  await server.listen({ port, host });
  console.log(`remote ${name} on http://${host}:${port}`);
  process.once('SIGTERM', () => void server.close());
}

if (/remoteServer\.[jt]s$/.test(process.argv[1] ?? '')) {
  main(process.argv[2]).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
}
