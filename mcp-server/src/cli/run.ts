/** The commands that connect coding agents. */
import { type Command, CommanderError, Option } from 'commander';
import { ConfigProblem } from '../config/problem';
import { isUnforeseen, toolErrorText } from '../toolErrors';
import { connectClient, type ConnectOptions } from './connect';
import { CliProblem, type CliDeps } from './deps';
import { disconnectClient } from './disconnect';
import { doctor } from './doctor';

const scope = () =>
  new Option(
    '--scope <scope>',
    'user: all your projects, the default; project: the one of this folder',
  ).choices(['user', 'project']);

/** @param hidden whether to leave them out of the help. */
export function addConnectionCommands(program: Command, deps: CliDeps, hidden: boolean): void {
  program
    .command('connect [client]', { hidden })
    .description('connects a coding agent: writes its configuration and tests it')
    .option('--url <address>', 'of the dashboard, e.g. https://hindsight.example.org')
    .addOption(
      new Option(
        '--transport <kind>',
        'http: the client signs in on its own (default where supported); stdio: it starts this program',
      ).choices(['http', 'stdio']),
    )
    .addOption(scope())
    .option('--dry-run', 'shows what would be written')
    .option('--no-browser', 'only prints the address')
    .action((client: string | undefined, options: Omit<ConnectOptions, 'client'>) =>
      connectClient({ client, ...options }, deps),
    );
  program
    .command('doctor [client]', { hidden })
    .description('finds problems with a connection')
    .option('--fix', 'repairs what it can')
    .action(async (client: string | undefined, { fix = false }: { fix?: boolean }) => {
      if (!(await doctor({ client, fix }, deps))) throw new CommanderError(1, 'doctor', '');
    });
  program
    .command('disconnect [client]', { hidden })
    .description('removes the configuration and revokes its token')
    .addOption(scope())
    .action((client: string | undefined, options: Pick<ConnectOptions, 'scope'>) =>
      disconnectClient({ client, ...options }, deps),
    );
}

function errorSentence(error: unknown): string {
  if (error instanceof CliProblem || error instanceof ConfigProblem) return error.message;
  return isUnforeseen(error) ? `It failed: ${(error as Error).message}` : toolErrorText(error);
}

/** Runs a command and returns the exit code. Errors go to stderr, so programs read either a complete answer or nothing. */
export async function runProgram(
  program: Command,
  args: readonly string[],
  { complain }: Pick<CliDeps, 'complain'>,
): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Already printed by the library.
    if (error instanceof CommanderError) return error.exitCode;
    complain(`Error: ${errorSentence(error)}`);
    return 1;
  }
}
