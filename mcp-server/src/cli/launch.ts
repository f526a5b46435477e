/** How a client starts this server on this machine. */
import path from 'node:path';
import {
  type Environment,
  type Launch,
  type Machine,
  SERVER_NAME,
} from '@hindsight/shared-contracts/clients';

/** Folders of PATH that stay: those that npx adds exist while it runs. */
function searchPath({ platform, environment }: Machine): string[] {
  const value = environment['PATH'] ?? environment['Path'] ?? '';
  return value
    .split(platform === 'win32' ? ';' : ':')
    .filter((folder) => folder !== '' && !/[\\/]node_modules[\\/]\.bin$/.test(folder));
}

/** Whether a program can be started by its name. */
export function isOnPath(program: string, machine: Machine): boolean {
  const endings = machine.platform === 'win32' ? ['.cmd', '.exe', '.bat'] : [''];
  return searchPath(machine).some((folder) =>
    endings.some((ending) => machine.exists([folder, program + ending])),
  );
}

/** Where a copy of the program is kept for the clients that start it. */
export const keptProgram = ({ home }: Pick<Machine, 'home'>): string =>
  path.join(home, '.hindsight', `${SERVER_NAME}.mjs`);

/** Beside it, what the hooks of clients start: the same without the server, which is most of the time that a start takes. */
export const keptHook = (machine: Pick<Machine, 'home'>): string =>
  path.join(path.dirname(keptProgram(machine)), HOOK_FILE);
export const HOOK_FILE = 'hindsight-hook.mjs';

/** The installed command; where it is not installed, Node with the copy that is kept: it starts at once, and without the service. */
export function launchFor(machine: Machine, env: Environment): Launch {
  if (isOnPath(SERVER_NAME, machine)) return { command: SERVER_NAME, args: [], env };
  return { command: process.execPath, args: [keptProgram(machine)], env };
}

/** Clients are installed where they left a file, or where their command is. */
export const isInstalled = (
  { traces, program }: { traces(machine: Machine): (readonly string[])[]; program?: string },
  machine: Machine,
): boolean =>
  traces(machine).some((trace) => machine.exists(trace)) ||
  (program !== undefined && isOnPath(program, machine));

/** The parts of a path as the system joins them. */
export const joinPath = (parts: readonly string[]): string => path.join(...parts);
