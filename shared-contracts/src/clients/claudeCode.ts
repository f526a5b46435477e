/** Claude Code: one command. */
import type { Client } from './client';
import { inTerminal, json, powerShellWord, shellWord } from './formats';
import { installedCommand, plainEntry, SERVER_NAME, type Launch } from './server';

const entry = (launch: Launch) => ({ type: 'stdio', ...plainEntry(launch) });

export const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  tagline: "Anthropic's coding agent for the terminal",
  status: 'ready',
  summary: 'Claude Code adds a server with one command that carries its settings as JSON.',
  steps: [
    'Install the client if you do not have it: `npm install -g @anthropic-ai/claude-code`.',
    'Run the command below in the project. Add `--scope user` for all your projects.',
    'Check with `claude mcp list`, or with `/mcp` inside a session.',
  ],
  snippets: (environment) => [
    {
      label: 'Terminal (bash, zsh)',
      language: 'shell',
      text: `claude mcp add-json ${SERVER_NAME} ${shellWord(json(entry(installedCommand(environment))))}`,
    },
    {
      label: 'PowerShell',
      language: 'powershell',
      text: `claude mcp add-json ${SERVER_NAME} ${powerShellWord(JSON.stringify(entry(installedCommand(environment))))}`,
      note: 'For Windows PowerShell 5 and PowerShell before 7.3. Newer ones take the JSON without the backslashes.',
    },
  ],
  own: inTerminal((url) => `claude mcp add --transport http --scope user ${SERVER_NAME} ${url}`),
  signIn: 'Start `claude`, type `/mcp`, choose the server and then Authenticate.',
  file: {
    format: 'json',
    keys: ['mcpServers'],
    // File of the scope `user`.
    path: ({ home, environment: { CLAUDE_CONFIG_DIR } }) => [CLAUDE_CONFIG_DIR || home, '.claude.json'],
    entry,
    remote: (url) => ({ type: 'http', url }),
    project: ['.mcp.json'],
    traces: ({ home }) => [
      [home, '.claude'],
      [home, '.claude.json'],
    ],
    program: 'claude',
  },
};
