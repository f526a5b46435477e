/** Everything that is not an API call: index.html for pages, the registry, runtime configuration and the host's files. */
import { join } from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import type { Registry } from '@hindsight/shared-contracts/registry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerBody } from './answers';
import { CODINGS, type Coding, createComposer, computeTag } from './composer';
import type { GatewayConfig } from './config';
import { toBrowserRegistry } from './page';
import { FRAME_FILE, FRAME_PLACE, readFrameProgram } from './places';
import type { ServedRegistry } from './registry';
import { listRemoteOrigins } from './remoteOrigins';
import { contentSecurityPolicy } from './security';
import type { Session } from './session';
import { addFiles } from './staticFiles';
import { watchedFile } from './watchedFile';

/** Header that says why the served registry is not the newest file. */
const REGISTRY_PROBLEM = 'Registry-Problem';

/** Whether a request wants a document. A missing script, image or fetched file must not be answered with a page. */
function wantsPage(request: FastifyRequest): boolean {
  const destination = request.headers['sec-fetch-dest'];
  if (destination && !['document', 'iframe', 'frame', 'empty'].includes(String(destination))) return false;
  const accept = request.headers.accept;
  return accept === undefined || /text\/html|\*\/\*/.test(accept);
}

/**
 * Paths that are not pages: other prefixes, dot names, and paths that clients probe, where an agent must not mistake a page for metadata.
 */
const NO_PAGE = /^\/(assets|oauth2|api|guest-api|oauth|mcp|sse|register|authorize|token)(\/|$)|\/\./;

/** A file of a release. Nothing else in the folder is served, because its audit log names people. */
const RELEASED = /^\/releases\/[^./?][^/?]*\/[^/?]+\/[^/?]/;

/** Serves the releases of a folder at `/releases/<remote>/<version>/`, for any remote. */
async function addReleases(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!RELEASED.test(request.raw.url ?? '')) return reply.callNotFound();
    });
    await addFiles(scope, folder, '/releases/');
  });
}

export async function addDocuments(
  app: FastifyInstance,
  config: GatewayConfig,
  {
    readSession,
    readRegistry,
    withFailing,
    complain,
  }: {
    readSession(request: FastifyRequest): Session | null;
    readRegistry(): Promise<ServedRegistry>;
    /** For pages that are already open; a new page runs the live release. */
    withFailing(registry: Registry): Registry;
    complain(problem: string): void;
  },
): Promise<void> {
  const template = watchedFile(join(config.hostDist, 'index.html'), (text) => text, complain);
  const composeDocuments = createComposer(config.runtime);
  const frameFile = watchedFile(join(config.hostDist, FRAME_FILE), readFrameProgram, complain);

  /** Sets the ETag of a response. @returns whether the client already has this version. */
  function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
    reply.headers({ ETag: etag, 'Cache-Control': 'no-cache' });
    return request.headers['if-none-match'] === etag;
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/registry.json',
    handler: async (request, reply) => {
      const { registry, problem } = await readRegistry();
      if (!registry)
        return reply.code(503).send({ detail: 'There is no registry yet. Run the build first.' });
      const text = JSON.stringify(toBrowserRegistry(withFailing(registry)));
      const etag = computeTag(text, problem ?? '');
      reply.header('Vary', 'Accept-Encoding');
      // Serve the last good copy, and say why.
      if (problem) reply.header(REGISTRY_PROBLEM, problem);
      if (isKnown(request, reply, etag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/config.json',
    handler: (_request, reply) => reply.header('Cache-Control', 'no-cache').send(config.runtime),
  });

  // Browsers request it by default when a document names no icon; an error would appear in their console.
  app.get('/favicon.ico', (_request, reply) =>
    reply.code(204).header('Cache-Control', 'max-age=86400').send(),
  );

  // Parts of pages: served as a file, a page would run without its policy.
  for (const file of ['index.html', FRAME_FILE])
    app.get(`/assets/${file}`, (_request, reply) => reply.callNotFound());
  await addFiles(app, config.hostDist, '/assets/');

  if (config.releasesDir) await addReleases(app, config.releasesDir);

  /** Sends index.html for one address, the document of every dashboard page. */
  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const [html, { registry, problem }] = await Promise.all([template.read(), readRegistry()]);
    if (!html) {
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The host is not built yet. Run the build first.\n');
    }
    const program = html.includes(FRAME_PLACE) ? await frameFile.read() : null;
    const documents = composeDocuments({ template: html, registry, program, problem });
    const pathname = request.raw.url!.split('?')[0]!;
    const document = documents(pathname, readSession(request) !== null);
    reply.header('Vary', 'Accept-Encoding, Cookie');
    reply.header(
      'Content-Security-Policy',
      contentSecurityPolicy({
        remoteOrigins: [
          ...listRemoteOrigins(registry, config),
          ...(config.devOrigin ? [config.devOrigin] : []),
        ],
        connectOrigins: config.connectOrigins,
        isDevelopment: config.devOrigin !== undefined,
      }),
    );
    if (isKnown(request, reply, document.etag)) return reply.code(304).send();
    const coding = negotiate(request.headers['accept-encoding'] ?? '', CODINGS) as Coding | null;
    if (coding) reply.header('Content-Encoding', coding);
    return reply.type('text/html; charset=utf-8').send(await document.bytes(coding));
  }

  const notFound = (reply: FastifyReply) =>
    reply.code(404).header('Cache-Control', 'no-store').send(answerBody('notFound'));
  app.setNotFoundHandler((_request, reply) => notFound(reply));
  app.all('/*', (request, reply) => {
    const pathname = request.raw.url!.split('?')[0]!;
    const isPage = !NO_PAGE.test(pathname);
    if (isPage && request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(405).header('Allow', 'GET, HEAD').send(answerBody('pagesAnswerGet'));
    }
    if (!isPage || !wantsPage(request) || /\.[a-z0-9]{2,5}$/i.test(pathname)) return notFound(reply);
    return sendPage(request, reply);
  });
}
