/** The `test` about nginx alone, on the images' files, before services that only record what reached them and that can be stopped. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { buildProduction } from '../build';
import { type Answer, createClient } from '../load/client';
import { findBinaries } from '../native/binaries';
import { startNginx } from '../native/nginx';
import { freePorts } from '../native/ports';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Edge {
  origin: string;
  /** Origin of a replica. */
  replica: string;
  /** What the replicas do; both record what they got. */
  behave(a: Handler, b: Handler): void;
  send(method: string, path: string, headers?: Record<string, string>): Promise<Answer>;
  page(path: string): string;
}

export const CSRF = '_oauth2_proxy_csrf=0123456789abcdef0123';
export const SESSION = { cookie: `_hindsight_session=valid; ${CSRF}` };
export const WRITER = { ...SESSION, 'x-csrf-token': '0123456789abcdef0123' };

export const echo: Handler = (request, response) => {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers }));
};
/** Takes the request in and dies of it. */
export const dies: Handler = (request) =>
  request.on('data', () => undefined).on('end', () => request.socket.destroy());

export const test = base.extend<object, { edge: Edge }>({
  edge: [
    // eslint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
    async ({}, use) => {
      const binaries = findBinaries();
      if ('missing' in binaries) throw new Error(binaries.missing);
      const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-edge-'));
      const ports = await freePorts(['edge', 'a', 'b', 'login'] as const);
      const at = (name: keyof typeof ports) => `127.0.0.1:${ports[name]}`;
      const behavior = { a: echo, b: echo };
      const login: Handler = (request, response) => {
        const isValid = request.headers.cookie?.includes('_hindsight_session=valid');
        response
          .writeHead(isValid ? 202 : 401, isValid ? { 'x-auth-request-email': 'ann@x.test' } : {})
          .end();
      };
      const servers: Server[] = await Promise.all(
        [
          [ports.a, (...call: Parameters<Handler>) => behavior.a(...call)] as const,
          [ports.b, (...call: Parameters<Handler>) => behavior.b(...call)] as const,
          [ports.login, login] as const,
        ].map(async ([port, handler]) => {
          const server = createServer(handler);
          await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
          return server;
        }),
      );
      mkdirSync(path.join(folder, 'pages'));
      writeFileSync(path.join(folder, 'pages/index.shtml'), '<i><!--# echo var="page_key" --></i>');
      const origin = `http://localhost:${ports.edge}`;
      const nginx = await startNginx({
        binary: binaries.nginx,
        name: 'nginx',
        templates: path.join(await buildProduction(path.join(folder, 'dist')), 'nginx/host'),
        folder: path.join(folder, 'nginx'),
        port: ports.edge,
        values: {
          ...{
            APP_ORIGIN: origin.replace('http:', 'https:'),
            APP_SCHEME: 'https',
            COOKIE_ATTRIBUTES: '; Secure',
          },
          ...{ SERVICE_A: at('a'), SERVICE_B: at('b'), REPLICA_FAILS: '0', REPLICA_REST: '3s' },
          ...{ LOGIN: at('login'), PAGES: at('a'), GATEWAY_SECRET: 'the-shared-secret' },
          ...{ PAGES_DIR: path.join(folder, 'pages'), HOST_DIR: folder },
          ...{ REMOTE_ORIGINS: 'https://memory.example.org', CONNECT_ORIGINS: '' },
          ...{ CALLER_RATE: '1000r/s', CALLER_BURST: '50', CALLER_CONNECTIONS: '60' },
          ...{ ADDRESS_RATE: '1000r/s', ADDRESS_BURST: '200', ADDRESS_CONNECTIONS: '100' },
        },
      });
      const send: Edge['send'] = async (method, where, headers = {}) => {
        const client = createClient(origin, headers);
        const answer = await client.send(method, where, /GET|DELETE/.test(method) ? undefined : { a: 1 });
        client.close();
        return answer;
      };
      await use({
        origin,
        replica: `http://${at('a')}`,
        send,
        page: (where) => origin + where,
        behave: (a, b) => Object.assign(behavior, { a, b }),
      });
      await nginx.stop();
      for (const server of servers) server.close().closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});
