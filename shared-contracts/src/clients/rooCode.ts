/** Roo Code: an array of servers, or an object in newer versions. */
import type { Client, Machine } from './client';
import { json, mcpServers } from './formats';
import { installedCommand, plainEntry, SERVER_NAME } from './server';
import { extensionFolder } from './vsCode';

const extension = (machine: Machine) => extensionFolder(machine, 'rooveterinaryinc.roo-cline');

export const rooCode: Client = {
  id: 'roocode',
  name: 'Roo Code',
  tagline: 'A team of coding agents inside the editor',
  status: 'ready',
  summary:
    'Roo Code opens its MCP settings from its panel. Older versions list servers in an array, newer ones by name.',
  steps: [
    'Open the MCP panel and press Edit MCP Settings.',
    'Insert the entry below into the `servers` array, or under `mcpServers` if your file has that.',
    'Save and reload the servers.',
  ],
  snippets: (environment) => [
    {
      label: 'cline_mcp_settings.json',
      language: 'json',
      text: json({
        servers: [{ name: SERVER_NAME, transport: 'stdio', command: SERVER_NAME, env: environment }],
      }),
      note: 'If the settings have a servers array.',
    },
    {
      label: '.roo/mcp.json',
      language: 'json',
      text: mcpServers(plainEntry(installedCommand(environment))),
      note: 'Newer versions: in the project, or the same entry in mcp_settings.json for all projects.',
    },
  ],
  file: {
    format: 'json',
    keys: ['mcpServers'],
    path: (machine) => [...extension(machine), 'settings', 'mcp_settings.json'],
    entry: plainEntry,
    traces: (machine) => [extension(machine)],
  },
};
