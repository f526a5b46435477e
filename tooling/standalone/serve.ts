/**
 * Runs one remote without the host: `tsx tooling/standalone/serve.ts <remote> --service <address> [--port <number>]`. Builds the page in
 * `app/` around the remote's entry point and forwards its calls to the address of a gateway or another server that handles sign-in.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import webpack from 'webpack';
import { remoteFrom } from '../releases/arguments';
import { REMOTE_NAMES } from '../local-stack/parts';
import { buildTarget } from '../federation/buildTarget';
import { compile } from '../federation/compile';
import { webpackBase } from '../federation/webpackBase';
import { addFiles } from '../../gateway/src/staticFiles';
import { repoRoot } from '../local-stack/paths';

const USAGE = 'Usage: serve <remote> --service <address> [--port <number>]';
/** API calls and sign-in go to the service; everything else is the page. */
const FORWARDED = /^\/(api|guest-api|oauth2)(\/|\?|$)/;

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      service: { type: 'string', default: process.env.SERVICE_ADDRESS ?? 'http://localhost:3000' },
      port: { type: 'string', default: process.env.PORT ?? '3104' },
    },
  });
  if (!URL.canParse(values.service)) throw new Error(USAGE);
  const remote = remoteFrom(positionals[0], REMOTE_NAMES);
  return {
    packageDir: path.join(repoRoot, `remote-${remote}`),
    service: new URL(values.service),
    port: Number(values.port),
  };
}

/** Replaces the template's entry point, which the page imports, with the remote's. */
function replaceEntryPoint(packageDir: string) {
  return new webpack.NormalModuleReplacementPlugin(/create-remote\/template\/src\/remote\//, (data) => {
    data.request = path.join(packageDir, 'src/remote', path.basename(data.request));
  });
}

/** Builds the page; returns its HTML. */
async function buildPage(packageDir: string, outputDir: string): Promise<string> {
  const target = buildTarget(path.basename(packageDir), { version: 'standalone', out: outputDir });
  const base = webpackBase(target, 'standalone');
  const [stats] = await compile([
    {
      ...base,
      entry: { main: path.join(import.meta.dirname, 'app/main.tsx') },
      plugins: [...(base.plugins ?? []), replaceEntryPoint(packageDir)],
      output: { ...base.output, publicPath: '/files/' },
    },
  ]);
  const files = (stats?.entrypoints?.['main']?.assets ?? []).map(({ name }) => `/files/${name}`);
  const tags = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="${file}">`
      : `<script defer src="${file}"></script>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${tags.join('')}</head><body><div id="root"></div></body></html>`;
}

/** Forwards a call with the service's own origin, so that it passes the origin check. */
async function forward(request: IncomingMessage, response: ServerResponse, service: URL): Promise<void> {
  const headers = new Headers();
  for (const name of ['accept', 'content-type', 'cookie', 'prefer', 'x-csrf-token']) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, String(value));
  }
  if (request.headers.origin) headers.set('origin', service.origin);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answer = await fetch(new URL(request.url ?? '/', service), {
    method: request.method ?? 'GET',
    headers,
    redirect: 'manual',
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  const location = answer.headers.get('location');
  response.writeHead(answer.status, {
    'Content-Type': answer.headers.get('content-type') ?? 'application/octet-stream',
    'Cache-Control': 'no-store',
    'Set-Cookie': answer.headers.getSetCookie(),
    ...(location && { Location: location.replace(service.origin, '') }),
  });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

async function run(): Promise<void> {
  const { packageDir, service, port } = readArguments();
  const outputDir = path.join(packageDir, 'dist', 'standalone');
  const page = await buildPage(packageDir, outputDir);
  const app = Fastify({ forceCloseConnections: true });
  // Request bodies are forwarded unparsed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  await addFiles(app, outputDir, '/files/');
  app.setNotFoundHandler(({ raw }, reply) => {
    if (!FORWARDED.test(raw.url ?? '/'))
      return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page);
    reply.hijack();
    forward(raw, reply.raw, service).catch((error: Error) => {
      reply.raw.writeHead(502, { 'Content-Type': 'application/json' });
      reply.raw.end(JSON.stringify({ detail: `${service.origin} cannot be reached: ${error.message}` }));
    });
  });
  await app.listen({ port, host: '127.0.0.1' });
  console.log(`http://localhost:${port} runs without a host; its calls go to ${service.origin}`);
}

await run().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
