/** `hindsight-mcp doctor`: diagnoses a connection step by step and suggests fixes. */
import { statSync } from 'node:fs';
import type { UserInfo } from '@hindsight/shared-contracts/api';
import type { Client, Connection, Launch } from '@hindsight/shared-contracts/clients';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { type ClientConfig, closeConfig, readConfig } from '../config/clientConfig';
import { ConfigProblem } from '../config/problem';
import { fixedConversation } from '../settings';
import { toolErrorText } from '../toolErrors';
import { connectClient } from './connect';
import { CliProblem, type CliDeps } from './deps';
import { findClient, connectedClients } from './pick';
import { probeServer, probeSignIn } from './probeServer';
import { createClient, findService, readServiceUrl } from './service';

/** With a larger clock skew, tokens expire early or late. */
const MAX_CLOCK_MS = 5 * 60_000;

/** One check: its result and, for a problem, the remedy. */
interface Step {
  name: string;
  isOk: boolean;
  text: string;
  advice?: string;
  /** The repair that `--fix` applies. */
  fix?: 'connect' | 'close';
}

const ok = (name: string, text: string): Step => ({ name, isOk: true, text });
const fault = (name: string, text: string, advice: string, fix?: Step['fix']): Step => ({
  name,
  isOk: false,
  text,
  advice,
  ...(fix && { fix }),
});

/** The service's own message, without the advice for agents. */
const describeError = (error: unknown) =>
  error instanceof ApiError ? `${error.detail ?? 'refused'} (HTTP ${error.status})` : toolErrorText(error);

function fileStep({ file }: ClientConfig, { machine }: CliDeps): Step {
  const isOpen = machine.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  return isOpen
    ? fault('File', `${file} is readable by others and contains a token.`, `chmod 600 ${file}`, 'close')
    : ok('File', file);
}

function clockStep(clockAhead: number | null): Step[] {
  if (clockAhead === null) return [];
  if (Math.abs(clockAhead) <= MAX_CLOCK_MS) return [ok('Clock', "agrees with the service's")];
  const minutes = Math.round(Math.abs(clockAhead) / 60_000);
  const direction = clockAhead > 0 ? 'ahead of' : 'behind';
  return [
    fault(
      'Clock',
      `This machine is ${minutes} minutes ${direction} the service.`,
      'Set the clock by the network (NTP).',
    ),
  ];
}

function versionStep(offered: string | undefined, own: string, url: string): Step {
  if (!offered || offered === own) return ok('Version', own);
  return fault(
    'Version',
    `This command is version ${own}; the service offers ${offered}.`,
    `npm install --global ${url}/downloads/hindsight-mcp.tgz`,
  );
}

function rightsStep({ pat }: UserInfo): Step {
  const scopes = pat?.scopes ?? [];
  if (scopes.includes('write')) return ok('Rights', 'read and write');
  if (scopes.includes('read')) return ok('Rights', 'read-only: this agent can’t record memories');
  return fault(
    'Rights',
    'The token can neither read nor write.',
    'Connect again to get a new one.',
    'connect',
  );
}

const RECONNECT = 'Connect again, or run doctor with --fix.';

async function agentStep(
  api: ReturnType<typeof createClient>,
  { env }: Launch,
  { memberships, pat }: UserInfo,
): Promise<Step> {
  const id = env['DEFAULT_AGENT_ID'];
  if (!id) return fault('Agent', 'DEFAULT_AGENT_ID is not set.', RECONNECT, 'connect');
  try {
    const agent = await api.call('GET /agents/{id}', { params: { id } });
    const home = agent.organization_id ?? null;
    const place = memberships.find(({ organization_id }) => organization_id === home);
    if (place && !place.can_write && pat?.scopes.includes('write')) {
      const advice = 'Ask an admin of the organization, or connect to another workspace.';
      return fault(
        'Agent',
        `You have read-only access to ${place.organization_name}, where ${agent.agent_name} is.`,
        advice,
      );
    }
    return ok('Agent', `${agent.agent_name}, in ${place?.organization_name ?? 'your personal workspace'}`);
  } catch (error) {
    const reason =
      error instanceof ApiError && error.status === 404
        ? 'no longer exists, or the token can’t access it'
        : describeError(error);
    return fault('Agent', `${id}: ${reason}`, RECONNECT, 'connect');
  }
}

/** Earlier versions of `connect` and of the guide put everything ever recorded into one conversation. */
const conversationStep = ({ env }: Launch): Step[] =>
  fixedConversation(env['DEFAULT_CONVERSATION_ID'])
    ? [ok('Conversation', 'one per start; set DEFAULT_CONVERSATION_ID to keep one conversation')]
    : [];

/** Checks one way to start the server, up to the first problem that makes the rest pointless. */
async function examine(connection: Connection, { version }: Pick<CliDeps, 'version'>): Promise<Step[]> {
  const url = readServiceUrl(connection) ?? '';
  const service = await findService(url).catch((error: unknown) => {
    if (error instanceof CliProblem) return error.message;
    throw error;
  });
  if (typeof service === 'string')
    return [fault('Reachable', service, 'connect --url <address> sets another one.')];
  const reached = [ok('Reachable', service.url), ...clockStep(service.clockAhead)];
  if ('url' in connection) {
    const refusal = await probeSignIn(connection.url).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
    const advice = 'Ask an administrator of the service, or connect with --transport stdio.';
    return [
      ...reached,
      refusal ? fault('Sign-in', refusal, advice) : ok('Sign-in', 'offered; the client manages it'),
    ];
  }
  const launch = connection;
  const { HINDSIGHT_API_TOKEN: token } = launch.env;
  const steps = [...reached, versionStep(service.build.mcp_server?.version, version, service.url)];
  if (!token) return [...steps, fault('Token', 'HINDSIGHT_API_TOKEN is not set.', RECONNECT, 'connect')];
  const api = createClient(service.url, token);
  const person = await api.call('GET /user-info').catch((error: unknown) => describeError(error));
  if (typeof person === 'string') return [...steps, fault('Token', person, RECONNECT, 'connect')];
  steps.push(
    ok('Token', `accepted, of ${person.email}`),
    rightsStep(person),
    await agentStep(api, launch, person),
    ...conversationStep(launch),
  );
  const proof = await probeServer(launch).catch((error: unknown) => (error as Error).message);
  steps.push(
    typeof proof === 'string'
      ? fault('Server', proof, `Start it manually to see why: ${[launch.command, ...launch.args].join(' ')}`)
      : ok('Server', `starts and answers, with ${proof.tools} tools`),
  );
  return steps;
}

async function examineClient(client: Client, deps: CliDeps): Promise<Step[]> {
  try {
    const config = readConfig(client, deps.machine);
    if (config.connection === null)
      return [
        fault(
          'File',
          `${config.file} does not name this server.`,
          `${deps.command} connect ${client.id}`,
          'connect',
        ),
      ];
    const file = config.launch ? fileStep(config, deps) : ok('File', config.file);
    return [file, ...(await examine(config.connection, deps))];
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    return [fault('File', error.message, 'Fix the file by hand, or restore the backup next to it.')];
  }
}

function report(steps: readonly Step[], { print }: CliDeps): void {
  for (const { name, isOk, text, advice } of steps) {
    print(`  ${isOk ? 'ok   ' : 'error'}  ${name}: ${text}`);
    if (advice) print(`         ${advice}`);
  }
}

async function applyFixes(client: Client, steps: readonly Step[], deps: CliDeps): Promise<Step[]> {
  const fixes = new Set(steps.map(({ fix }) => fix));
  if (fixes.has('close')) closeConfig(readConfig(client, deps.machine));
  if (fixes.has('connect')) {
    const url = readServiceUrl(readConfig(client, deps.machine).connection);
    await connectClient({ client: client.id, browser: true, ...(url !== undefined && { url }) }, deps);
  }
  deps.print(`${client.name}, after repair`);
  const after = await examineClient(client, deps);
  report(after, deps);
  return after;
}

/** Checks one client, or every client that starts this server. @returns whether all checks pass. */
export async function doctor(
  { client: named, fix = false }: { client?: string | undefined; fix?: boolean },
  deps: CliDeps,
): Promise<boolean> {
  const clients = named === undefined ? connectedClients(deps, 'user') : [findClient(named)];
  if (clients.length === 0)
    throw new CliProblem(`No client on this machine is connected. Run: ${deps.command} connect`);
  let isWell = true;
  for (const client of clients) {
    deps.print(client.name);
    let steps = await examineClient(client, deps);
    report(steps, deps);
    if (fix && steps.some((step) => step.fix)) steps = await applyFixes(client, steps, deps);
    isWell &&= steps.every(({ isOk }) => isOk);
  }
  return isWell;
}
