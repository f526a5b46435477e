/** How a client starts this server on this machine. */
import path from 'node:path';
import {
  type Environment,
  type Launch,
  type Machine,
  SERVER_NAME,
} from '@hindsight/shared-contracts/clients';

/** Folders of PATH that stay: those that npx adds exist while it runs. */
function foldersOf({ platform, environment }: Machine): string[] {
  const value = environment['PATH'] ?? environment['Path'] ?? '';
  return value
    .split(platform === 'win32' ? ';' : ':')
    .filter((folder) => folder !== '' && !/[\\/]node_modules[\\/]\.bin$/.test(folder));
}

/** Whether a program can be started by its name. */
function isOnPath(program: string, machine: Machine): boolean {
  const endings = machine.platform === 'win32' ? ['.cmd', '.exe', '.bat'] : [''];
  return foldersOf(machine).some((folder) =>
    endings.some((ending) => machine.exists([folder, program + ending])),
  );
}

/** The installed command; where it is not installed, npx with the service's own copy, which needs no installation. */
export function launchFor(machine: Machine, serviceUrl: string, env: Environment): Launch {
  if (isOnPath(SERVER_NAME, machine)) return { command: SERVER_NAME, args: [], env };
  const args = ['--yes', `${serviceUrl}/downloads/${SERVER_NAME}.tgz`];
  // npx is a script there, which programs cannot start by themselves.
  return machine.platform === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', ...args], env }
    : { command: 'npx', args, env };
}

/** Clients are installed where they left a file, or where their command is. */
export const isInstalled = (
  { traces, program }: { traces(machine: Machine): (readonly string[])[]; program?: string },
  machine: Machine,
): boolean =>
  traces(machine).some((trace) => machine.exists(trace)) ||
  (program !== undefined && isOnPath(program, machine));

/** The parts of a path as the system joins them. */
export const joined = (parts: readonly string[]): string => path.join(...parts);
