/** GitHub Copilot CLI: the workspace's MCP file, with a different name and key since version 1.0.37. */
import type { Client, Machine } from './client';
import { inTerminal, json, mcpServers } from './formats';
import { installedCommand, SERVER_NAME, type Environment, type Launch } from './server';

const settings = (environment: Environment) => ({ type: 'stdio', command: SERVER_NAME, env: environment });

const folder = ({ home, environment: { COPILOT_HOME } }: Machine) =>
  COPILOT_HOME ? [COPILOT_HOME] : [home, '.copilot'];

/** Entry for versions that read `.mcp.json`. */
const entry = ({ command, args, env }: Launch) => ({ type: 'stdio', command, env, args, tools: ['*'] });

export const githubCopilotCli: Client = {
  id: 'github-copilot-cli',
  name: 'GitHub Copilot CLI',
  tagline: "GitHub's coding agent for the terminal",
  status: 'ready',
  summary:
    'Copilot reads MCP servers from a file in the workspace. Newer versions of the CLI read .mcp.json instead of the VS Code file.',
  steps: [
    'In VS Code run “MCP: Add Server” from the command palette, or edit `.vscode/mcp.json` yourself.',
    'Newer versions of the CLI: put the second snippet into `.mcp.json` at the root of the project, or use `/mcp add`.',
    'Save, then check with “MCP: Show Installed Servers”, or with `/mcp show` in the CLI.',
  ],
  snippets: (environment) => [
    {
      label: '.vscode/mcp.json',
      language: 'json',
      text: json({ servers: { [SERVER_NAME]: settings(environment) } }),
      note: 'VS Code, and the CLI before version 1.0.37.',
    },
    {
      label: '.mcp.json',
      language: 'json',
      text: mcpServers(entry(installedCommand(environment))),
      note: 'CLI 1.0.37 and later; for all projects, use ~/.copilot/mcp-config.json instead.',
    },
  ],
  own: inTerminal((url) => `copilot mcp add --transport http ${SERVER_NAME} ${url}`),
  signIn: 'Start `copilot` and type `/mcp`; it opens the browser to sign in.',
  file: {
    format: 'json',
    keys: ['mcpServers'],
    path: (machine) => [...folder(machine), 'mcp-config.json'],
    entry,
    remote: (url) => ({ type: 'http', url, tools: ['*'] }),
    project: ['.mcp.json'],
    traces: (machine) => [folder(machine)],
    program: 'copilot',
  },
};
