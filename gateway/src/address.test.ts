import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { startHarness } from './gatewayHarness';
import type { Harness } from './gatewayHarness';

describe('address', () => {
  let harness: Harness;
  beforeAll(async () => (harness = await startHarness()));
  beforeEach(() => (harness.seen.length = 0));
  afterAll(() => harness.stop());

  /** Sends a path and Host header exactly as given; `fetch` would normalize both. */
  function send(path: string, host?: string, body?: { type: string; text: string }) {
    const { hostname, port } = new URL(harness.origin);
    const headers = { ...(host ? { Host: host } : {}), ...(body ? { 'Content-Type': body.type } : {}) };
    return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const request = httpRequest(
        { hostname, port, path, method: body ? 'POST' : 'GET', headers },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => (text += part));
          answer.on('end', () => resolve({ status: answer.statusCode, text }));
        },
      );
      request.on('error', reject).end(body?.text);
    });
  }

  test.each([
    ...['/..%2f', '/x/../api/health', '/%/../api/health', '/api/%2E%2e%2Fhealth', '/api/x%', '/./x'],
    ...['/guest-api/%ff', '/assets/%zz', '/x%0d%0ay', '/api/%00', '/%7f'],
  ])('refuses a malformed address like %s on every route', async (path) => {
    expect(await send(path)).toEqual({
      status: 400,
      text: '{"detail":"The address or a header of the request is malformed."}',
    });
    expect(harness.seen).toEqual([]);
  });

  test.each(['/%', '/memory-blocks/%', '/%zz/x', '/%ff', '/x%c0%ae', '/%e2%82', '/%?search=%'])(
    'serves the document of an unknown page for an address like %s',
    async (path) => {
      const answer = await send(path);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe((await send('/nowhere')).text);
      expect(harness.seen).toEqual([]);
    },
  );

  test('serves no page, registry or data under a foreign host name; health checks accept any name', async () => {
    for (const path of ['/dashboard', '/registry.json', '/api/outbox', '/oauth2/sign_in']) {
      const answer = await send(path, 'rebound.example:3000');
      expect([answer.status, answer.text]).toEqual([
        421,
        '{"detail":"This server doesn’t serve the host name of this request."}',
      ]);
    }
    expect(harness.seen).toEqual([]);
    expect((await send('/healthz', 'rebound.example')).status).toBe(200);
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'Dashboard.test'])
      expect((await send('/registry.json', host)).status).toBe(200);
  });

  test.each([
    ['a whole address', 'GET http://localhost/api/metrics HTTP/1.1\r\nHost: localhost', 400],
    ['a whole address of a way that is kept', 'GET http://x.test/oauth/x HTTP/1.1\r\nHost: localhost', 400],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost', 400],
    ['two hosts', 'GET /api/x HTTP/1.1\r\nHost: localhost\r\nHost: evil.test', 400],
    ['no host', 'GET /api/x HTTP/1.1', 421],
  ])('refuses a request with %s and says why', async (_what, head, status) => {
    const socket = connect(Number(new URL(harness.origin).port), '127.0.0.1');
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
    const answer = Buffer.concat(await socket.toArray()).toString();
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"detail":"`, 's'));
    expect(harness.seen).toEqual([]);
  });

  test('ignores an unknown Expect header', async () => {
    const socket = connect(Number(new URL(harness.origin).port), '127.0.0.1');
    socket.write('GET /api/x HTTP/1.1\r\nHost: localhost\r\nExpect: banana\r\nConnection: close\r\n\r\n');
    expect(Buffer.concat(await socket.toArray()).toString()).toMatch(/^HTTP\/1.1 200 OK/);
    expect(harness.seen[0]?.headers['expect']).toBeUndefined();
  });

  test('does not serve the page as a file, where it would run without its policy', async () => {
    expect((await send('/assets/index.html')).status).toBe(404);
  });

  test('refuses a body of another type without echoing the type', async () => {
    expect(await send('/oauth2/sign_in', undefined, { type: 'text/<b>plain', text: 'x' })).toEqual({
      status: 415,
      text: '{"detail":"This content type isn’t accepted here."}',
    });
  });

  test('accepts paths in any script', async () => {
    for (const path of ['/api/caf%C3%A9', '/api/%E5%8C%97%E4%BA%AC', '/api/%F0%9F%8C%9F'])
      expect((await send(path)).status).toBe(200);
  });
});
