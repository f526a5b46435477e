/** Test harness: the real gateway on a free port in front of an echo service, with a small build and registry in a temporary folder. */
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exampleRelease } from '../../tooling/local-stack/exampleRelease';
import type { GatewayConfig } from './config';
import { createGateway } from './createGateway';

export const SECRET = 'shared by gateway and service';
const PEOPLE = [{ name: 'Ada <Admin>', email: 'ada@hindsight.example', description: 'Owner of everything' }];
const TEMPLATE =
  '<!doctype html><!--REGISTRY--><!--QUERIES--><!--PAGE--><script src="/assets/1.0.0-abc/main.js"></script><!--FRAME-->';

/** Frame program that counts its renderings. */
const FRAME = `let count = 0; module.exports.frameProgram = {
  version: '1.0.0-abc',
  paths: ['/', '/profile'],
  render: ({ pathname }) => ({ title: pathname, html: '<h1>' + pathname + ' ' + ++count + '</h1>' }),
}`;

/** One request that the echo service received. */
export interface Seen {
  url: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Whether the connection closed before the response was complete. */
  aborted: boolean;
}

/** Echoes each request; /slow never responds, /json is large, /stream parks in `streams` after its first part. */
function echo(seen: Seen[], streams: ServerResponse[], changed: () => void): Server {
  return createServer((request, response) => {
    const record: Seen = {
      url: request.url!,
      method: request.method!,
      headers: request.headers,
      body: '',
      aborted: false,
    };
    seen.push(record);
    response.on('close', () => {
      record.aborted = !response.writableFinished;
      changed();
    });
    request.on('data', (chunk) => (record.body += String(chunk)));
    request.on('end', () => {
      if (request.url!.startsWith('/slow')) return;
      if (request.url!.startsWith('/stream')) {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('first\n');
        streams.push(response);
        return;
      }
      const text = JSON.stringify(request.url!.startsWith('/json') ? { rows: 'row '.repeat(2000) } : record);
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
        .end(text);
    });
    changed();
  });
}

function writeBuild(folder: string): void {
  mkdirSync(path.join(folder, 'host/1.0.0-abc'), { recursive: true });
  writeFileSync(path.join(folder, 'host/index.html'), TEMPLATE);
  writeFileSync(path.join(folder, 'host/frame.cjs'), FRAME);
  writeFileSync(path.join(folder, 'host/1.0.0-abc/main.js'), 'main();');
  writeFileSync(path.join(folder, 'host/1.0.0-abc/main.js.br'), 'compressed');
  mkdirSync(path.join(folder, 'releases/reports/1.0.0'), { recursive: true });
  writeFileSync(path.join(folder, 'releases/reports/1.0.0/remoteEntry.js'), 'reports();');
  writeFileSync(path.join(folder, 'releases/audit.jsonl'), '');
  const memory = exampleRelease('memory', { routes: ['/dashboard'], port: 9999 });
  memory.descriptor.routes[0]!.firstQueries = [{ path: '/agents/' }];
  const remotes = {
    memory,
    'org-admin': exampleRelease('org-admin', { port: 9998 }),
  };
  const registry = { schema: 1, updatedAt: '2026-01-01T00:00:00.000Z', remotes };
  writeFileSync(path.join(folder, 'registry.json'), JSON.stringify(registry));
}

/** Minimal environment that a gateway starts with. */
export const testEnvironment = (folder: string) => ({
  GATEWAY_SECRET: SECRET,
  SIGN_IN: 'demo',
  DATA_DIR: folder,
  HOST_DIST: path.join(folder, 'host'),
  REGISTRY: path.join(folder, 'registry.json'),
  SERVICE_ORIGINS: 'http://127.0.0.1:8000',
});

const configFor = (folder: string, serviceOrigin: string): GatewayConfig => ({
  port: 0,
  bindAddress: '127.0.0.1',
  hosts: ['dashboard.test'],
  hostDist: path.join(folder, 'host'),
  trustedProxies: [],
  registry: path.join(folder, 'registry.json'),
  releasesDir: path.join(folder, 'releases'),
  remoteOrigins: {
    memory: 'http://localhost:4081',
    'ai-ops': 'http://localhost:4082',
    'org-admin': 'http://localhost:4083',
    beta: 'http://localhost:4084',
  },
  serviceOrigins: [serviceOrigin],
  connectOrigins: ['http://localhost:8000'],
  overrideOrigins: [],
  sessionSecret: 'secret of the machine',
  dataDir: folder,
  gatewaySecret: SECRET,
  limits: { callerRate: 0, addressRate: 0, callerOpen: 0, addressOpen: 4000 },
  logsRequests: false,
  runtime: { HINDSIGHT_SERVICE_API_URL: '/api' },
});

const readCookies = (response: Response) => response.headers.getSetCookie().map((one) => one.split(';')[0]!);

/** Opens the sign-in form of a gateway and reads its fields. */
export async function openForm(origin: string, query = '') {
  const response = await fetch(`${origin}/oauth2/sign_in${query}`);
  const html = await response.text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;
  return { response, html, token: field('token'), rd: field('rd'), cookie: readCookies(response).join('; ') };
}

/** Sends the sign-in form. */
export function submit(origin: string, body: Record<string, string>, headers: Record<string, string>) {
  return fetch(`${origin}/oauth2/sign_in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(body),
  });
}

/** Signs in through the form and returns the cookie header and the CSRF token of the session. */
export async function signIn(origin: string, email = 'Ada@Hindsight.example') {
  const { token, cookie } = await openForm(origin);
  const response = await submit(origin, { email, token, rd: '/' }, { Cookie: cookie });
  const cookies = readCookies(response).filter((one) => !one.startsWith('_hindsight_sign_in'));
  const csrf = cookies.find((one) => one.startsWith('_oauth2_proxy_csrf='))!.split('=')[1]!;
  return { cookie: cookies.join('; '), csrf: decodeURIComponent(csrf) };
}

/** Starts gateway and echo service. `seen` lists the requests of the service; `endStreams` completes its open streams. */
export async function startHarness() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gateway-'));
  writeBuild(folder);
  const seen: Seen[] = [];
  const streams: ServerResponse[] = [];
  const changes = new EventEmitter();
  const upstream = echo(seen, streams, () => changes.emit('change'));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const config = configFor(folder, `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
  const gateway = await createGateway({ config, people: PEOPLE });
  const origin = await gateway.listen({ port: 0, host: '127.0.0.1' });
  return {
    folder,
    seen,
    config,
    origin,
    /** Resolves when the condition holds; it is checked again on each request to the service and each end of one. */
    async until(holds: () => boolean) {
      while (!holds()) await once(changes, 'change');
    },
    endStreams: () => streams.splice(0).forEach((response) => response.end('second\n')),
    async stop() {
      await gateway.close();
      upstream.closeAllConnections();
      await new Promise((resolve) => upstream.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;
