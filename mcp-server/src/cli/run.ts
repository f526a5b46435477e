/** The commands beside the server itself, out of the command line. */
import { parseArgs } from 'node:util';
import type { ConfigScope } from '../config/clientConfig';
import { ConfigProblem } from '../config/problem';
import { isUnforeseen, toolErrorText } from '../toolErrors';
import { connectClient } from './connect';
import { CliProblem, type CliDeps } from './deps';
import { disconnectClient } from './disconnect';
import { doctor } from './doctor';

export const COMMANDS_USAGE = `  connect [client]     connects a coding agent: writes its configuration and tests it
    --url <address>    of the dashboard, e.g. https://hindsight.example.org
    --transport <kind> http: the client signs in on its own (default where supported); stdio: it starts this program
    --scope <scope>    user: all your projects, the default; project: the one of this folder
    --dry-run          shows what would be written
    --no-browser       only prints the address
  doctor [client]      finds problems with a connection; --fix repairs what it can
  disconnect [client]  removes the configuration and revokes its token`;

const OPTIONS = {
  url: { type: 'string' },
  transport: { type: 'string' },
  scope: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'no-browser': { type: 'boolean' },
  fix: { type: 'boolean' },
} as const;

const TAKEN: Readonly<Record<string, readonly string[]>> = {
  connect: ['url', 'transport', 'scope', 'dry-run', 'no-browser'],
  doctor: ['fix'],
  disconnect: ['scope'],
};

function scopeNamed(scope: string | undefined): ConfigScope | undefined {
  if (scope === undefined || scope === 'user' || scope === 'project') return scope;
  throw new CliProblem('--scope is user or project.');
}

function parseCommand(command: string, args: readonly string[]) {
  const taken = TAKEN[command]!;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const unknown = Object.keys(values).find((name) => !taken.includes(name));
    if (unknown) throw new CliProblem(`${command} has no option --${unknown}.`);
    if (positionals.length > 1)
      throw new CliProblem(`Pass only one client, not ${positionals.join(' and ')}.`);
    return { ...values, scope: scopeNamed(values.scope), client: positionals[0] };
  } catch (error) {
    throw error instanceof CliProblem ? error : new CliProblem((error as Error).message);
  }
}

/** The sentence of a failure. */
export function errorSentence(error: unknown): string {
  if (error instanceof CliProblem || error instanceof ConfigProblem) return error.message;
  return isUnforeseen(error) ? `It failed: ${(error as Error).message}` : toolErrorText(error);
}

export const isCommand = (name: string): boolean => name in TAKEN;

/** Carries a command out; the exit code. */
export async function runCommand(command: string, args: readonly string[], deps: CliDeps): Promise<number> {
  try {
    const { client, url, transport, scope, fix, ...flags } = parseCommand(command, args);
    if (command === 'doctor') return (await doctor({ client, fix: fix === true }, deps)) ? 0 : 1;
    if (command === 'disconnect') await disconnectClient({ client, scope }, deps);
    else
      await connectClient(
        {
          client,
          url,
          transport,
          ...(scope && { scope }),
          dryRun: flags['dry-run'] === true,
          noBrowser: flags['no-browser'] === true,
        },
        deps,
      );
    return 0;
  } catch (error) {
    deps.print(`Error: ${errorSentence(error)}`);
    return 1;
  }
}
