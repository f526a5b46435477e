/** Starts the server from a client's configuration, as the client would, and asks for its identity. */
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Launch } from '@hindsight/shared-contracts/clients';
import { CliProblem } from './deps';

const START_TIMEOUT_MS = 120_000;

/**
 * Sends a request like a client that is not signed in.
 * @returns whether the server requires sign-in.
 * @throws CliProblem when the response does not lead to sign-in.
 */
export async function probeSignIn(url: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const answer = await fetch(url, { method: 'POST', headers, body }).catch((error: unknown) => {
    throw new CliProblem(`${url} cannot be reached: ${(error as Error).message}`);
  });
  if (answer.ok) return false;
  if (/resource_metadata=/.test(answer.headers.get('www-authenticate') ?? '')) return true;
  throw new CliProblem(
    `${url} doesn’t say how to sign in (HTTP ${answer.status}). Connect with --transport stdio.`,
  );
}

/** @throws CliProblem with the server's output when it does not start or refuses. */
export async function probeServer({ command, args, env }: Launch): Promise<{ email: string; tools: number }> {
  const client = new Client({ name: 'hindsight-mcp connect', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...getDefaultEnvironment(), ...env },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-2000)));
  const timeout = { timeout: START_TIMEOUT_MS };
  try {
    await client.connect(transport, timeout).catch((error: unknown) => {
      const reason = said.trim().split('\n').at(-1) || (error as Error).message;
      throw new CliProblem(`The server didn't start: ${reason}`);
    });
    const { tools } = await client.listTools(undefined, timeout);
    const result = (await client.callTool({ name: 'whoami' }, timeout)) as CallToolResult;
    const [content] = result.content;
    if (result.isError)
      throw new CliProblem(
        `The server returned an error: ${content?.type === 'text' ? content.text : 'no reason given'}`,
      );
    return { email: (result.structuredContent as { email: string }).email, tools: tools.length };
  } finally {
    await client.close();
  }
}
