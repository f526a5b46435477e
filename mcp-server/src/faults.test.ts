/** @jest-environment node */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { connect } from './connection';
import { createMcpServer } from './server';
import { storedMemory } from './testing/toolsOver';

const defaults = {
  agentId: '0a1b2c3d-0000-4000-8000-000000000001',
  conversationId: '0a1b2c3d-0000-4000-8000-000000000002',
  scope: null,
};
const stored = storedMemory();
const remembered = { outcome: 'stored', memory: stored, similar: [], secrets: { mode: 'mark', found: [] } };

let service: Server | undefined;
let client: Client | undefined;
afterEach(async () => {
  await client?.close();
  service?.closeAllConnections();
  service?.close();
});

/** A service that does `answer` to each request, and a client of the MCP server in front of it. */
async function proxyInFront(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  service = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => service!.once('listening', resolve));
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const api = connect(
    { baseUrl, identity: { Authorization: 'Bearer hs_pat_secret' }, defaults },
    { pausesMs: [1] },
  );
  const logged: string[] = [];
  const log = (message: string, error: unknown) => logged.push(`${message} ${String(error)}`);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer({ api, defaults, version: '1.0.0', log }).connect(far);
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(near);
  return async (name: string, args: Record<string, unknown>) => {
    const result = (await client!.callTool({ name, arguments: args })) as CallToolResult;
    const [content] = result.content;
    const text = content?.type === 'text' ? content.text : '';
    expect(text + logged.join()).not.toMatch(/hs_pat_secret|\n {4}at /);
    return { isError: result.isError ?? false, text };
  };
}

const AWAY =
  /^The memory service didn’t respond\. Check HINDSIGHT_API_BASE_URL and whether the service is running\.$/;

test('a service that is killed in the middle of an answer is named, not a stack', async () => {
  const call = await proxyInFront((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('[{"id":');
    setImmediate(() => response.destroy());
  });
  expect(await call('recall', { query: 'x' })).toEqual({ isError: true, text: expect.stringMatching(AWAY) });
});

test('a write whose answer is lost is sent again by the same key, and is carried out once', async () => {
  const keys: unknown[] = [];
  const call = await proxyInFront((request, response) => {
    keys.push(request.headers['idempotency-key']);
    if (keys.length === 1) request.socket.destroy();
    else response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(remembered));
  });
  const made = await call('create_memory_block', { content: 'x', lessons_learned: 'y' });
  expect(made).toEqual({ isError: false, text: expect.stringContaining(`Stored as ${stored.id}`) });
  expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([2, 1, 'string']);
});

test('a write that gets no answer at all ends with what to do', async () => {
  const call = await proxyInFront((request) => void request.socket.destroy());
  const lost = await call('create_memory_block', { content: 'x', lessons_learned: 'y' });
  expect(lost).toEqual({ isError: true, text: expect.stringMatching(AWAY) });
});

test('a page of a gateway is not mistaken for the service', async () => {
  const call = await proxyInFront((_request, response) => void response.end('<html>Sign in</html>'));
  expect(await call('recall', { query: 'x' })).toEqual({
    isError: true,
    text: 'The server at HINDSIGHT_API_BASE_URL is not the memory service.',
  });
});

test('ten megabytes of text are refused before anything is sent', async () => {
  const call = await proxyInFront(() => {
    throw new Error('A request was sent.');
  });
  const large = await call('create_memory_block', {
    content: 'x'.repeat(10 * 1024 * 1024),
    lessons_learned: 'y',
  });
  expect(large.isError).toBe(true);
  expect(large.text).toContain('A text may have at most 200000 characters: store a summary.');
  expect(large.text.length).toBeLessThan(2000);
});
