/** How a client starts this server on this machine. */
import path from 'node:path';
import {
  type Environment,
  type Launch,
  type Machine,
  SERVER_NAME,
} from '@hindsight/shared-contracts/clients';

/** Permanent folders of PATH; those added by npx exist only while it runs. */
function searchPath({ platform, environment }: Machine): string[] {
  const value = environment['PATH'] ?? environment['Path'] ?? '';
  return value
    .split(platform === 'win32' ? ';' : ':')
    .filter((folder) => folder !== '' && !/[\\/]node_modules[\\/]\.bin$/.test(folder));
}

/** Whether a program is on the PATH. */
export function isOnPath(program: string, machine: Machine): boolean {
  const endings = machine.platform === 'win32' ? ['.cmd', '.exe', '.bat'] : [''];
  return searchPath(machine).some((folder) =>
    endings.some((ending) => machine.exists([folder, program + ending])),
  );
}

/** Path of the program's copy that clients start. */
export const programCopyPath = ({ home }: Pick<Machine, 'home'>): string =>
  path.join(home, '.hindsight', `${SERVER_NAME}.mjs`);

/** Path of the program that client hooks start, beside the copy: without the server, which takes most of the start-up time. */
export const hookCopyPath = (machine: Pick<Machine, 'home'>): string =>
  path.join(path.dirname(programCopyPath(machine)), HOOK_FILE);
export const HOOK_FILE = 'hindsight-hook.mjs';

/** The installed command or, without one, Node with the kept copy, which starts at once and without the service. */
export function launchFor(machine: Machine, env: Environment): Launch {
  if (isOnPath(SERVER_NAME, machine)) return { command: SERVER_NAME, args: [], env };
  return { command: process.execPath, args: [programCopyPath(machine)], env };
}

/** A client counts as installed when one of its files or its command exists. */
export const isInstalled = (
  { traces, program }: { traces(machine: Machine): (readonly string[])[]; program?: string },
  machine: Machine,
): boolean =>
  traces(machine).some((trace) => machine.exists(trace)) ||
  (program !== undefined && isOnPath(program, machine));

/** Joins the parts of a path with the system's separator. */
export const joinPath = (parts: readonly string[]): string => path.join(...parts);
