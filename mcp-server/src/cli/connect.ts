/** `hindsight-mcp connect`: gets a token, writes the client's configuration and proves it. */
import {
  type Client,
  CLIENTS,
  environmentOf,
  type Launch,
  type Setup,
} from '@hindsight/shared-contracts/clients';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { type ClientConfig, nextText, readConfig, writeConfig } from '../config/clientConfig';
import type { CliDeps } from './deps';
import { requestToken } from './grant';
import { launchFor } from './launch';
import { chooseClient, clientNamed, installedClients } from './pick';
import { prove } from './prove';
import { addressOf, clientOf, findService } from './service';

export interface ConnectOptions {
  client?: string | undefined;
  url?: string | undefined;
  dryRun?: boolean;
  noBrowser?: boolean;
}

async function pickClient(named: string | undefined, deps: CliDeps): Promise<Client> {
  if (named !== undefined) return clientNamed(named);
  const found = installedClients(deps);
  deps.print(found.length > 0 ? 'Found on this machine:' : 'No client was found on this machine. Known are:');
  return chooseClient(found.length > 0 ? found : CLIENTS, deps);
}

/** Whether what the file says works already: the same service, a token that is accepted, an agent that is there. */
async function isConnected({ launch }: ClientConfig, url: string): Promise<boolean> {
  const { HINDSIGHT_API_BASE_URL, HINDSIGHT_API_TOKEN, DEFAULT_AGENT_ID = '' } = launch?.env ?? {};
  if (HINDSIGHT_API_BASE_URL !== url || !HINDSIGHT_API_TOKEN) return false;
  const api = clientOf(url, HINDSIGHT_API_TOKEN);
  try {
    await api.call('GET /user-info');
    await api.call('GET /agents/{id}', { params: { id: DEFAULT_AGENT_ID } });
    return true;
  } catch (error) {
    // A path without an id is no call at all.
    if ((error instanceof ApiError && error.status < 500) || error instanceof TypeError) return false;
    throw error;
  }
}

async function proveIt(launch: Launch, client: Client, { print }: CliDeps): Promise<void> {
  print('Starting the server as the client will …');
  const { email, tools } = await prove(launch);
  print(`ok     It answers for ${email}, with ${tools} tools.`);
  print(
    `Restart ${client.name} so that it reads its configuration. "hindsight-mcp disconnect" takes it back.`,
  );
}

/** @throws CliProblem or ConfigProblem with a sentence for the person. */
export async function connectClient(options: ConnectOptions, deps: CliDeps): Promise<void> {
  const { machine, print } = deps;
  const client = await pickClient(options.client, deps);
  const config = readConfig(client, machine);
  const service = await findService(
    addressOf(options.url, deps, config.launch?.env['HINDSIGHT_API_BASE_URL']),
  );
  const setup: Setup = {
    secret: null,
    agentId: null,
    conversationId: null,
    organizationId: null,
    serviceUrl: service.url,
  };
  const launch = (filled: Setup) => launchFor(machine, service.url, environmentOf(filled));
  // What cannot be written is found out before a person is asked to approve anything.
  const preview = nextText(client, config, launch(setup));
  if (options.dryRun) {
    print(`${config.file} would become:\n`);
    print(config.launch ? preview.replaceAll(/hs_pat_\w+/g, '<another API token>') : preview);
    print('Nothing was changed.');
    return;
  }
  print(`Connecting ${client.name} to ${service.url}`);
  if (config.launch && (await isConnected(config, service.url))) {
    print(`ok     ${config.file} is connected already; nothing was changed.`);
    return proveIt(config.launch, client, deps);
  }
  const granted = await requestToken(clientOf(service.url, null), client.name, deps, !options.noBrowser);
  const place = granted.organization_name ?? 'your personal workspace';
  print(
    `ok     Approved: agent ${granted.agent_name} in ${place}, rights: ${granted.scope.replace(' ', ' and ')}.`,
  );
  const written = launch({ ...setup, secret: granted.access_token, agentId: granted.agent_id });
  writeConfig(client, config, written);
  print(
    `ok     ${config.file} is written${config.text === null ? '' : `; the file before is ${config.backup}`}.`,
  );
  await proveIt(written, client, deps);
}
