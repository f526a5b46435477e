/** Selects the client that a command is about. */
import { type Client, CLIENTS } from '@hindsight/shared-contracts/clients';
import { type ConfigScope, readConfig } from '../config/clientConfig';
import { ConfigProblem } from '../config/problem';
import { CliProblem, type CliDeps } from './deps';
import { isInstalled } from './launch';

const IDS = CLIENTS.map(({ id }) => id).join(', ');

/** Finds a client by its id, name or command, as people type it. */
export function findClient(typed: string): Client {
  const wanted = typed.trim().toLowerCase();
  const exact = CLIENTS.find(({ id, name, file }) => [id, name.toLowerCase(), file.program].includes(wanted));
  const similar = CLIENTS.filter(
    ({ id, name }) => id.startsWith(wanted) || name.toLowerCase().startsWith(wanted),
  );
  const found = exact ?? (similar.length === 1 ? similar[0] : undefined);
  if (found && wanted !== '') return found;
  throw new CliProblem(`Unknown client "${typed}". Clients: ${IDS}`);
}

/** Asks which of several clients to use; a single one needs no question. */
export async function chooseClient(
  clients: readonly Client[],
  { print, ask, command }: Pick<CliDeps, 'print' | 'ask' | 'command'>,
): Promise<Client> {
  clients.forEach(({ id, name }, index) => print(`  ${index + 1}  ${name} (${id})`));
  const answer = await ask('Which one? Number or name: ');
  if (answer === null) throw new CliProblem(`Name the client, e.g. ${command} connect ${clients[0]!.id}`);
  return clients[Number(answer) - 1] ?? findClient(answer);
}

/** Clients that left traces on this machine. */
export const installedClients = ({ machine }: Pick<CliDeps, 'machine'>): Client[] =>
  CLIENTS.filter(({ file }) => isInstalled(file, machine));

/** Clients that reach this server, or whose file is unreadable and might. */
export function connectedClients({ machine }: Pick<CliDeps, 'machine'>, scope: ConfigScope): Client[] {
  return CLIENTS.filter((client) => {
    if (scope === 'project' && !client.file.project) return false;
    try {
      return readConfig(client, machine, scope).connection !== null;
    } catch (error) {
      if (error instanceof ConfigProblem) return true;
      throw error;
    }
  });
}
