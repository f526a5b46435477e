/** Playwright `test` for the gateway alone, started like its image, in front of fake services that record requests and can be stopped. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { createCsrfToken, newSession, sealSession } from '../../gateway/src/session';
import { type Answer, createClient } from '../load/client';
import { startGateway } from '../native/frontend';
import { freePorts } from '../native/ports';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Edge {
  origin: string;
  /** Origin of a replica. */
  replica: string;
  /** Sets the behavior of the replicas; both record their requests. */
  behave(a: Handler, b: Handler): void;
  send(method: string, path: string, headers?: Record<string, string>): Promise<Answer>;
  page(path: string): string;
}

const SESSION_SECRET = 'the secret of the sessions of this test';
const session = newSession('ann@x.test', Math.floor(Date.now() / 1000));
const csrfToken = createCsrfToken(session, SESSION_SECRET);
export const CSRF = `_oauth2_proxy_csrf=${csrfToken}`;
export const SESSION = { cookie: `_hindsight_session=${sealSession(session, SESSION_SECRET)}; ${CSRF}` };
export const WRITER = { ...SESSION, 'x-csrf-token': csrfToken };

export const echo: Handler = (request, response) => {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers }));
};
/** Reads the request and closes the connection, like a replica that crashes. */
export const destroySocket: Handler = (request) =>
  request.on('data', () => undefined).on('end', () => request.socket.destroy());

export const test = base.extend<object, { edge: Edge }>({
  edge: [
    // oxlint-disable-next-line no-empty-pattern -- the first parameter of a fixture must be a pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-edge-'));
      const ports = await freePorts(['edge', 'a', 'b'] as const);
      const at = (name: keyof typeof ports) => `127.0.0.1:${ports[name]}`;
      const behavior = { a: echo, b: echo };
      const servers: Server[] = await Promise.all(
        [
          [ports.a, (...call: Parameters<Handler>) => behavior.a(...call)] as const,
          [ports.b, (...call: Parameters<Handler>) => behavior.b(...call)] as const,
        ].map(async ([port, handler]) => {
          const server = createServer((request, response) => {
            if (request.url === '/ready') response.end();
            else handler(request, response);
          });
          await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
          return server;
        }),
      );
      mkdirSync(path.join(folder, 'host'));
      writeFileSync(path.join(folder, 'host/index.html'), '<i><!--REGISTRY--><!--PAGE--></i>');
      const origin = `http://localhost:${ports.edge}`;
      const gateway = await startGateway({
        PORT: String(ports.edge),
        APP_ORIGIN: origin.replace('http:', 'https:'),
        SERVICE_ORIGINS: `http://${at('a')} http://${at('b')}`,
        GATEWAY_SECRET: 'the-shared-secret',
        SESSION_SECRET,
        DATA_DIR: path.join(folder, 'data'),
        HOST_DIST: path.join(folder, 'host'),
        REGISTRY: path.join(folder, 'registry.json'),
        REMOTES: 'memory=https://memory.example.org',
        OIDC_ISSUER: 'http://127.0.0.1:1',
        OIDC_CLIENT_ID: 'hindsight',
        OIDC_CLIENT_SECRET: 'of the client',
        ...{ CALLER_RATE: '20', CALLER_CONNECTIONS: '60', ADDRESS_RATE: '1000', ADDRESS_CONNECTIONS: '100' },
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
      await gateway.stop();
      for (const server of servers) server.close().closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});
