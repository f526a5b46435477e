/** MCP client of an agent, over HTTP. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** Origin of the app; starts listening on the first call. */
async function requestOrigin(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Removes the fence tags from a structured result. */
const unfenced = (data: unknown): unknown =>
  data && JSON.parse(JSON.stringify(data).replace(/<\/?memory-[0-9a-f]{8}>/g, ''));

/** Connects a client, with or without a token. `call` returns the parts of a tool's result. */
export async function mcpClient(app: FastifyInstance, token?: string, more: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { headers: { ...more, ...(token && { authorization: `Bearer ${token}` }) } };
  const url = new URL(`${await requestOrigin(app)}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: headers }) as never);
  return {
    close: () => client.close(),
    async call<T>(name: string, args: Record<string, unknown> = {}) {
      const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
      const [content] = result.content;
      return {
        isError: result.isError ?? false,
        text: content?.type === 'text' ? content.text : '',
        data: unfenced(result.structuredContent) as T,
      };
    },
  };
}
