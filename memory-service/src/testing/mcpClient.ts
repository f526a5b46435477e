/** An agent's client of `/mcp`, over the network. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** Where the app listens; it begins to with the first call. */
async function requestOrigin(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A structured result without the tags of its fence. */
const unfenced = (data: unknown): unknown =>
  data && JSON.parse(JSON.stringify(data).replace(/<\/?memory-[0-9a-f]{8}>/g, ''));

/** A client with a token, or without one. `call` answers the result of a tool in parts. */
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
