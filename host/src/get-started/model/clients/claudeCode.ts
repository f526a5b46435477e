/** Claude Code: one command. */
import type { Client } from '../client';
import { json, powerShellWord, shellWord } from '../formats';
import { SERVER_NAME, type Environment } from '../server';

const settings = (environment: Environment) => ({ type: 'stdio', command: SERVER_NAME, env: environment });

export const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  tagline: "Anthropic's coding agent for the terminal",
  status: 'ready',
  summary: 'Claude Code adds a server by a command that carries its settings as JSON.',
  steps: [
    'Install the client if you do not have it: `npm install -g @anthropic-ai/claude-code`.',
    'Run the command below in the project. Add `--scope user` for all your projects.',
    'Check with `claude mcp list`, or with `/mcp` inside a session.',
  ],
  snippets: (environment) => [
    {
      label: 'Terminal (bash, zsh)',
      language: 'shell',
      text: `claude mcp add-json ${SERVER_NAME} ${shellWord(json(settings(environment)))}`,
    },
    {
      label: 'PowerShell',
      language: 'powershell',
      text: `claude mcp add-json ${SERVER_NAME} ${powerShellWord(JSON.stringify(settings(environment)))}`,
      note: 'For Windows PowerShell 5 and PowerShell before 7.3. Newer ones take the JSON without the backslashes.',
    },
  ],
};
