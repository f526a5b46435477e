/** @jest-environment node */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { onOneEngine } from '../../testing/engines';
import { ids, tokenFor } from '../../testing/testApp';
import { copyCommand } from '../../testing/testDatabase';
import { registerDownloads } from './downloads';

const run = promisify(execFile);
const mcpServer = path.resolve(__dirname, '../../../../mcp-server');

/** The eleven tools of the public server, with typical inputs of its clients. */
const PUBLIC_TOOLS: readonly [string, (made: { id: string }) => Record<string, unknown>][] = [
  [
    'create_memory_block',
    () => ({ content: 'A queue grew.', lessons_learned: 'Bound it.', metadata: { pr: 7 } }),
  ],
  ['create_agent', () => ({ agent_name: 'Another' })],
  ['retrieve_relevant_memories', () => ({ keywords: ['queue', 'bound'], limit: 5 })],
  ['retrieve_relevant_memories', () => ({ keywords: 'queue,bound' })],
  ['retrieve_all_memory_blocks', () => ({ limit: 50 })],
  ['retrieve_memory_blocks_by_conversation_id', () => ({ limit: 5 })],
  [
    'report_memory_feedback',
    ({ id }) => ({ memory_block_id: id, feedback_type: 'neutral', comment: 'read' }),
  ],
  ['get_memory_details', ({ id }) => ({ memory_block_id: id })],
  ['search_agents', () => ({ query: 'another' })],
  [
    'advanced_search_memories',
    () => ({ search_query: 'queue', search_type: 'hybrid', include_archived: false }),
  ],
  ['show_capture_checklist', () => ({})],
  ['whoami', () => ({})],
];

onOneEngine('clients of the MCP server', (world) => {
  async function origin(): Promise<string> {
    if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' });
    return `http://localhost:${(world.app.server.address() as AddressInfo).port}`;
  }

  test('serves the tools of the public server over stdio, and reports configuration errors', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hindsight-mcp-'));
    const command = path.join(folder, 'hindsight-mcp.mjs');
    try {
      await copyCommand(folder);
      const app = Fastify();
      const download = registerDownloads(app, folder);
      const { rawPayload } = await app.inject('/downloads/hindsight-mcp.tgz');
      const hash = createHash('sha512').update(rawPayload).digest('base64');
      expect(download).toMatchObject({ name: 'hindsight-mcp', integrity: `sha512-${hash}` });

      const { stdout } = await run(process.execPath, [command, '--version']);
      expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
      await expect(run(process.execPath, [command], { env: {} })).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('Set HINDSIGHT_API_BASE_URL'),
      });

      const client = new Client({ name: 'test', version: '1.0.0' });
      const env = {
        HINDSIGHT_API_BASE_URL: await origin(),
        HINDSIGHT_API_TOKEN: await tokenFor(world.app, 'owner@x.test'),
        DEFAULT_AGENT_ID: ids.agent(3),
        DEFAULT_CONVERSATION_ID: ids.conversation(77),
        HINDSIGHT_TOOLS: 'all',
      };
      await client.connect(new StdioClientTransport({ command: process.execPath, args: [command], env }));
      const offered = new Set((await client.listTools()).tools.map((tool) => tool.name));
      let made = { id: '' };
      for (const [name, input] of PUBLIC_TOOLS) {
        expect(offered).toContain(name);
        const result = (await client.callTool({ name, arguments: input(made) })) as CallToolResult;
        expect({ name, ...result }).toMatchObject({ name, content: [{ type: 'text' }] });
        expect({ name, isError: result.isError ?? false }).toEqual({ name, isError: false });
        if (name === 'create_memory_block') made = result.structuredContent as { id: string };
        if (name.startsWith('retrieve')) expect(JSON.stringify(result.structuredContent)).toContain(made.id);
      }
      // Far above the size limits: the error is reported and the connection survives.
      const large = 'x'.repeat(11_000_000);
      for (const [input, refusal] of [
        [{ content: large }, /A text may have at most 200000 characters: store a summary\./],
        [{ content: 'x', metadata: { large } }, /The request is larger than 2 MB\. Send less text/],
      ] as const) {
        const result = (await client.callTool({
          name: 'create_memory_block',
          arguments: { lessons_learned: 'y', ...input },
        })) as CallToolResult;
        expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(refusal) }] });
      }
      expect((await client.callTool({ name: 'whoami', arguments: {} })).isError ?? false).toBe(false);
      await client.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("lists and calls tools from the official inspector's command line over stdio", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hindsight-mcp-'));
    const command = path.join(folder, 'hindsight-mcp.mjs');
    try {
      await copyCommand(folder);
      const program = path.join(mcpServer, 'node_modules/@modelcontextprotocol/inspector-cli/build/cli.js');
      const token = await tokenFor(world.app, 'owner@x.test');
      const environment = [`HINDSIGHT_API_BASE_URL=${await origin()}`, `HINDSIGHT_API_TOKEN=${token}`];
      const inspect = async (...args: string[]) => {
        const server = environment.flatMap((variable) => ['-e', variable]);
        const given = [program, '--cli', ...server, process.execPath, command, ...args];
        // The inspector reads its version from the parent of the working directory.
        const { stdout } = await run(process.execPath, given, { cwd: path.dirname(program) });
        return JSON.parse(stdout) as unknown;
      };
      const { tools } = (await inspect('--method', 'tools/list')) as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['recall', 'whoami']));
      const result = await inspect('--method', 'tools/call', '--tool-name', 'whoami');
      expect(result).toMatchObject({ structuredContent: { email: 'owner@x.test' } });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
