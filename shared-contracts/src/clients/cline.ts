/** Cline: an entry in the settings file that its panel opens. */
import type { Client, Machine } from './client';
import { entryIn } from './formats';
import { plainEntry, type Launch } from './server';
import { extensionFolder } from './vsCode';

const NAME = 'cline_mcp_settings.json';
const entry = (launch: Launch) => ({ ...plainEntry(launch), disabled: false });
const extension = (machine: Machine) => extensionFolder(machine, 'saoudrizwan.claude-dev');

export const cline: Client = {
  id: 'cline',
  name: 'Cline',
  tagline: 'Coding agent inside the editor',
  status: 'ready',
  summary: 'Cline keeps its MCP servers in one settings file, which you open from its panel.',
  steps: [
    'Open the MCP Servers panel, choose the Configure tab and press Configure MCP Servers.',
    'Add the entry below to `cline_mcp_settings.json` and save.',
    'Turn the server on in the panel, or press Restart Server.',
  ],
  snippets: entryIn('cline_mcp_settings.json', 'mcpServers', entry),
  signIn: 'Press Authenticate beside the server in the MCP Servers panel.',
  file: {
    format: 'json',
    keys: ['mcpServers'],
    /** One file for editors and the terminal; older versions keep it in the extension's folder. */
    path(machine) {
      const own = [machine.home, '.cline'];
      const older = [...extension(machine), 'settings', NAME];
      return machine.exists(older) && !machine.exists(own) ? older : [...own, 'data', 'settings', NAME];
    },
    entry,
    remote: (url) => ({ type: 'streamableHttp', url, disabled: false }),
    traces: (machine) => [[machine.home, '.cline'], extension(machine)],
    program: 'cline',
  },
};
