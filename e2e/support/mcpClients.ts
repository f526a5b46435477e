/** The real clients of agents, from the npm registry, in versions that are known to run. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Outside of the workspace: they are large, and nothing of ours is built with them. */
const FOLDER = path.resolve(import.meta.dirname, '../../var/e2e/clients');
const INSTALL_MS = 600_000;
const ASK_MS = 120_000;

const VERSIONS = {
  '@anthropic-ai/claude-code': '2.1.197',
  '@openai/codex': '0.171.0',
  '@google/gemini-cli': '0.61.0',
  '@github/copilot': '1.0.102',
  'opencode-ai': '1.18.33',
};

/** npm may be set up to run no scripts of packages; two of the clients unpack their program by one. */
async function unpack(name: string): Promise<void> {
  const cwd = path.join(FOLDER, 'node_modules', name);
  const { scripts } = JSON.parse(await readFile(path.join(cwd, 'package.json'), 'utf8')) as {
    scripts?: { postinstall?: string };
  };
  const script = /^node (\S+)$/.exec(scripts?.postinstall ?? '')?.[1];
  if (script) await run(process.execPath, [script], { cwd, timeout: INSTALL_MS });
}

/** Installs what is not there yet. */
export async function installClients(): Promise<void> {
  const wanted = JSON.stringify({ private: true, dependencies: VERSIONS });
  const manifest = path.join(FOLDER, 'package.json');
  const done = path.join(FOLDER, 'installed.json');
  if (existsSync(done) && (await readFile(done, 'utf8')) === wanted) return;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(manifest, wanted);
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: FOLDER, timeout: INSTALL_MS });
  for (const name of Object.keys(VERSIONS)) await unpack(name);
  await writeFile(done, wanted);
}

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
  // eslint-disable-next-line no-control-regex -- some color their lines all the same
  return `${stdout}${stderr}`.replace(/\u001b\[[\d;]*m/g, '');
}
