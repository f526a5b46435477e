/** Real agent clients from the npm registry, in versions known to work. */
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

/** Installs missing clients. */
export const installClients = () => installPackages('clients', VERSIONS);

/** Path of a client's program. */
export const clientProgram = (name: string): string => path.join(FOLDER, 'node_modules/.bin', name);

/** Output of a client in a home folder; none of them exits with an error here. */
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
