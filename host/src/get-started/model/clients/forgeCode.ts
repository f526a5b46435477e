/** ForgeCode: the project's MCP file. */
import type { Client } from '../client';
import { mcpServers } from '../formats';
import { SERVER_NAME } from '../server';

export const forgeCode: Client = {
  id: 'forgecode',
  name: 'ForgeCode',
  tagline: 'Coding agent for the terminal that works with any model',
  status: 'ready',
  summary: 'ForgeCode reads MCP servers from a file at the root of the project.',
  steps: [
    'Create `.mcp.json` at the root of the project, or open the one that is there. (`forge mcp import` does the same.)',
    'Insert the entry below and save.',
    'Run `forge mcp list`: `hindsight-mcp` is in it.',
  ],
  snippets: (environment) => [
    {
      label: '.mcp.json',
      language: 'json',
      text: mcpServers({ command: SERVER_NAME, env: environment }),
    },
  ],
};
