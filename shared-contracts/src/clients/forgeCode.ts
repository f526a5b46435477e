/** ForgeCode: the project's MCP file. */
import type { Client, Machine } from './client';
import { entryIn } from './formats';
import { plainEntry } from './server';

/** `~/forge` is the folder of older versions; newer ones keep using it while it exists. */
function folder({ home, environment: { FORGE_CONFIG }, exists }: Machine): string[] {
  if (FORGE_CONFIG) return [FORGE_CONFIG];
  return exists([home, 'forge']) ? [home, 'forge'] : [home, '.forge'];
}

export const forgeCode: Client = {
  id: 'forgecode',
  name: 'ForgeCode',
  tagline: 'Coding agent for the terminal that works with any model',
  status: 'ready',
  summary: 'ForgeCode reads MCP servers from a file at the root of the project.',
  steps: [
    'Create `.mcp.json` at the root of the project, or open the existing one. (`forge mcp import` does the same.)',
    'Insert the entry below and save.',
    'Run `forge mcp list`; `hindsight-mcp` should be listed.',
  ],
  snippets: entryIn('.mcp.json'),
  file: {
    format: 'json',
    keys: ['mcpServers'],
    path: (machine) => [...folder(machine), '.mcp.json'],
    entry: plainEntry,
    traces: (machine) => [folder(machine)],
    program: 'forge',
  },
};
