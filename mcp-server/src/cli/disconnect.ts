/** `hindsight-mcp disconnect`: removes the entry from the client's file and revokes its token. */
import type { Client, Launch } from '@hindsight/shared-contracts/clients';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { type ConfigScope, readConfig, removeConfig } from '../config/clientConfig';
import { toolErrorText } from '../toolErrors';
import { CliProblem, type CliDeps } from './deps';
import { chooseClient, findClient, connectedClients } from './pick';
import { createClient } from './service';

/** Revokes the token; returns a message when that failed, else null. */
async function revoke({ env }: Launch): Promise<string | null> {
  const { HINDSIGHT_API_BASE_URL: url, HINDSIGHT_API_TOKEN: token } = env;
  if (!url || !token) return null;
  try {
    await createClient(url, token).call('DELETE /users/me/tokens/current');
    return null;
  } catch (error) {
    // A rejected token has already ended.
    if (error instanceof ApiError && error.status === 401) return null;
    return toolErrorText(error);
  }
}

async function pick(named: string | undefined, deps: CliDeps, scope: ConfigScope): Promise<Client> {
  if (named !== undefined) return findClient(named);
  const found = connectedClients(deps, scope);
  if (found.length === 0) throw new CliProblem('No client on this machine is connected.');
  return found.length === 1 ? found[0]! : chooseClient(found, deps);
}

/** @throws CliProblem when the token could not be revoked; the entry is removed all the same. */
export async function disconnectClient(
  { client: named, scope = 'user' }: { client?: string | undefined; scope?: ConfigScope | undefined },
  deps: CliDeps,
): Promise<void> {
  const client = await pick(named, deps, scope);
  const config = readConfig(client, deps.machine, scope);
  if (config.connection === null) throw new CliProblem(`${config.file} does not name this server.`);
  const problem = config.launch && (await revoke(config.launch));
  const outcome = removeConfig(client, config);
  deps.print(
    outcome === 'restored'
      ? `ok     ${config.file} is back to its previous state.`
      : `ok     The entry was removed from ${config.file}; other changes in it are kept.`,
  );
  if (config.launch === null) {
    deps.print('Access that was granted is listed under API Tokens on the dashboard. Revoke it there.');
    return;
  }
  if (problem !== null)
    throw new CliProblem(
      `Couldn't revoke the token: ${problem} Revoke it under API Tokens on the dashboard.`,
    );
  deps.print('ok     Its token is revoked.');
}
