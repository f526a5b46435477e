/** Goose: an extension in its configuration. */
import type { Client, Machine } from './client';
import { installedCommand, SERVER_NAME, type Environment, type Launch } from './server';
import { userFolder } from './vsCode';

const folder = (machine: Machine) =>
  machine.platform === 'win32'
    ? [...userFolder(machine), 'Block', 'goose', 'config']
    : [machine.home, '.config', 'goose'];

/** Timeout of a tool call, in seconds. */
const TIMEOUT = 300;
const common = { name: SERVER_NAME, enabled: true, timeout: TIMEOUT };

const entry = ({ command, args, env }: Launch) => ({
  ...common,
  type: 'stdio',
  cmd: command,
  args: [...args],
  envs: env,
});

const formatEnvironment = (environment: Environment) =>
  Object.entries(environment).map(([name, value]) => `      ${name}: ${JSON.stringify(value)}`);

/** An extension in the format of `goose configure`. */
const yamlExtension = (environment: Environment) =>
  [
    'extensions:',
    `  ${SERVER_NAME}:`,
    `    name: ${SERVER_NAME}`,
    '    enabled: true',
    `    timeout: ${TIMEOUT}`,
    '    type: stdio',
    `    cmd: ${installedCommand(environment).command}`,
    '    args: []',
    '    envs:',
    ...formatEnvironment(environment),
  ].join('\n');

export const goose: Client = {
  id: 'goose',
  name: 'Goose',
  tagline: 'Open-source agent for terminal and desktop',
  status: 'ready',
  summary: 'Goose keeps MCP servers as extensions in its configuration.',
  steps: [
    'Open `~/.config/goose/config.yaml`, or run `goose configure` and choose Add Extension.',
    'Add the entry below to `extensions` and save.',
    'Start a session; Goose lists the extension on startup.',
  ],
  snippets: (environment) => [{ label: 'config.yaml', language: 'yaml', text: yamlExtension(environment) }],
  own: (url) => ({
    label: 'Link',
    language: 'shell',
    text: `goose://extension?type=streamable_http&id=${SERVER_NAME}&name=${SERVER_NAME}&url=${encodeURIComponent(url)}`,
    note: 'For Goose on the desktop: paste it into the address bar of your browser.',
  }),
  signIn: 'Start a session; Goose opens the browser to sign in.',
  file: {
    format: 'yaml',
    keys: ['extensions'],
    path: (machine) => [...folder(machine), 'config.yaml'],
    entry,
    remote: (uri) => ({ ...common, type: 'streamable_http', uri }),
    traces: (machine) => [folder(machine)],
    program: 'goose',
  },
};
