/** Cline: an entry in the settings that its panel opens. */
import type { Client } from '../client';
import { mcpServers } from '../formats';
import { SERVER_NAME } from '../server';

export const cline: Client = {
  id: 'cline',
  name: 'Cline',
  tagline: 'Coding agent inside the editor',
  status: 'ready',
  summary: 'Cline keeps its MCP servers in one settings file, which its panel opens for you.',
  steps: [
    'Open the MCP Servers panel, choose the Configure tab and press Configure MCP Servers.',
    'Add the entry below to `cline_mcp_settings.json` and save.',
    'Switch the server on in the panel, or press Restart Server.',
  ],
  snippets: (environment) => [
    {
      label: 'cline_mcp_settings.json',
      language: 'json',
      text: mcpServers({ command: SERVER_NAME, env: environment, disabled: false }),
    },
  ],
};
