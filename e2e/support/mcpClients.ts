/** The real clients of agents, from the npm registry, in versions that are known to run. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { installPackages } from './npm';

const run = promisify(execFile);

const FOLDER = path.resolve(import.meta.dirname, '../../var/e2e/clients');
const ASK_MS = 120_000;

const VERSIONS = {
  '@anthropic-ai/claude-code': '2.1.197',
  '@openai/codex': '0.171.0',
  '@google/gemini-cli': '0.61.0',
  '@github/copilot': '1.0.102',
  'opencode-ai': '1.18.33',
};

/** Installs what is not there yet. */
export const installClients = () => installPackages('clients', VERSIONS);

/** The program of a client. */
export const clientProgram = (name: string): string => path.join(FOLDER, 'node_modules/.bin', name);

/** What a client says in a home folder; none of them ends with an error here. */
export async function askClient(
  [program = '', ...args]: readonly string[],
  home: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout, stderr } = await run(clientProgram(program), args, {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, NO_COLOR: '1', ...env },
    timeout: ASK_MS,
  });
  // oxlint-disable-next-line no-control-regex -- some color their lines all the same
  return `${stdout}${stderr}`.replace(/\u001b\[[\d;]*m/g, '');
}
