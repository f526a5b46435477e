/** `hindsight-mcp connect`: writes the client's configuration, with a token if the client cannot sign in itself, and verifies it. */
import {
  type Client,
  CLIENTS,
  type Connection,
  environmentOf,
  type Launch,
  type Setup,
} from '@hindsight/shared-contracts/clients';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import {
  type ClientConfig,
  type ConfigScope,
  nextText,
  readConfig,
  writeConfig,
} from '../config/clientConfig';
import { CliProblem, type CliDeps } from './deps';
import { requestToken } from './grant';
import { programCopyPath, launchFor } from './launch';
import { chooseClient, findClient, installedClients } from './pick';
import { probeServer, probeSignIn } from './probeServer';
import { resolveServiceUrl, createClient, findService, mcpUrl, readServiceUrl } from './service';

type Transport = 'http' | 'stdio';

export interface ConnectOptions {
  client?: string | undefined;
  url?: string;
  transport?: Transport;
  scope?: ConfigScope;
  dryRun?: true;
  /** Whether to open one. */
  browser: boolean;
}

async function pickClient(named: string | undefined, deps: CliDeps): Promise<Client> {
  if (named !== undefined) return findClient(named);
  const found = installedClients(deps);
  deps.print(
    found.length > 0
      ? 'Found on this machine:'
      : 'No supported client was found on this machine. Supported clients:',
  );
  return chooseClient(found.length > 0 ? found : CLIENTS, deps);
}

/** Picks HTTP for clients that sign in themselves; an existing connection keeps its transport. */
function chooseTransport(
  { file, name }: Client,
  { connection }: ClientConfig,
  { transport, scope }: ConnectOptions,
): Transport {
  if (transport === 'http' && !file.remote)
    throw new CliProblem(`${name} can’t sign in to a server on its own. Leave out --transport.`);
  const present = connection && ('url' in connection ? 'http' : 'stdio');
  const chosen = transport ?? present ?? (file.remote ? 'http' : 'stdio');
  if (chosen === 'stdio' && scope === 'project')
    throw new CliProblem(
      `Project files are shared, and ${name} needs a token in this one. Connect it for all your projects instead.`,
    );
  return chosen;
}

/** Whether the file already works: same service, valid token, existing agent. */
async function isConnected({ connection }: ClientConfig, url: string): Promise<boolean> {
  if (connection && 'url' in connection) return connection.url === mcpUrl(url);
  const { HINDSIGHT_API_BASE_URL, HINDSIGHT_API_TOKEN, DEFAULT_AGENT_ID = '' } = connection?.env ?? {};
  if (HINDSIGHT_API_BASE_URL !== url || !HINDSIGHT_API_TOKEN) return false;
  const api = createClient(url, HINDSIGHT_API_TOKEN);
  try {
    await api.call('GET /user-info');
    await api.call('GET /agents/{id}', { params: { id: DEFAULT_AGENT_ID } });
    return true;
  } catch (error) {
    // A path without an id throws before any request.
    if ((error instanceof ApiError && error.status < 500) || error instanceof TypeError) return false;
    throw error;
  }
}

/** Formats code in backticks with quotes, for a terminal. */
const inTerminal = (text: string) => text.replaceAll('`', '"');

async function verifyConnection(
  connection: Connection,
  client: Client,
  deps: CliDeps,
  scope?: ConfigScope,
): Promise<void> {
  const { print, command } = deps;
  if ('url' in connection) {
    const asks = await probeSignIn(connection.url);
    print(`ok     The service answers${asks ? ', and asks to sign in' : ''}.`);
    if (client.signIn) print(`Next: ${inTerminal(client.signIn)}`);
  } else {
    print('Starting the server as the client will …');
    const { email, tools } = await probeServer(connection);
    print(`ok     It answers for ${email}, with ${tools} tools.`);
    print(`Restart ${client.name} to load the new configuration.`);
  }
  if (client.needs) print(`Note: ${inTerminal(client.needs)}`);
  print(`Undo: ${command} disconnect ${client.id}${scope === 'project' ? ' --scope project' : ''}`);
}

/** Gets a token and builds the launch that uses it. */
async function requestLaunch(
  setup: Setup,
  client: Client,
  deps: CliDeps,
  opensBrowser: boolean,
): Promise<Launch> {
  const granted = await requestToken(createClient(setup.serviceUrl, null), client.name, deps, opensBrowser);
  const place = granted.organization_name ?? 'your personal workspace';
  deps.print(
    `ok     Approved: agent ${granted.agent_name} in ${place}, rights: ${granted.scope.replace(' ', ' and ')}.`,
  );
  const filled = { ...setup, secret: granted.access_token, agentId: granted.agent_id };
  const launch = launchFor(deps.machine, environmentOf(filled));
  if (launch.args.includes(programCopyPath(deps.machine))) deps.install();
  return launch;
}

/** @throws CliProblem or ConfigProblem with a message for the person. */
export async function connectClient(options: ConnectOptions, deps: CliDeps): Promise<void> {
  const { machine, print } = deps;
  const client = await pickClient(options.client, deps);
  const config = readConfig(client, machine, options.scope);
  const transport = chooseTransport(client, config, options);
  const service = await findService(resolveServiceUrl(options.url, deps, readServiceUrl(config.connection)));
  const setup: Setup = {
    secret: null,
    agentId: null,
    conversationId: null,
    organizationId: null,
    serviceUrl: service.url,
  };
  const remote = { url: mcpUrl(service.url) };
  // Fail on an unwritable file before asking a person for approval.
  const planned = transport === 'http' ? remote : launchFor(machine, environmentOf(setup));
  const preview = nextText(client, config, planned);
  if (options.dryRun) {
    print(`${config.file} would become:\n`);
    print(config.launch ? preview.replaceAll(/hs_pat_\w+/g, '<another API token>') : preview);
    print('Nothing was changed.');
    return;
  }
  print(`Connecting ${client.name} to ${service.url}`);
  const isSameKind = config.connection && 'url' in config.connection === (transport === 'http');
  if (config.connection && isSameKind && (await isConnected(config, service.url))) {
    print(`ok     ${config.file} is already connected; nothing was changed.`);
    return verifyConnection(config.connection, client, deps, options.scope);
  }
  const written = transport === 'http' ? remote : await requestLaunch(setup, client, deps, options.browser);
  writeConfig(client, config, written);
  print(
    `ok     ${config.file} is written${config.text === null ? '' : `; the previous file is ${config.backup}`}.`,
  );
  await verifyConnection(written, client, deps, options.scope);
}
