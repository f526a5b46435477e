/** Finds the service behind the address that a person knows: the dashboard's or the service's own. */
import type { BuildInfo } from '@hindsight/shared-contracts/api';
import type { Connection } from '@hindsight/shared-contracts/clients';
import { type ApiClient, isServiceAway } from '@hindsight/shared-contracts/api/client';
import { connect } from '../connection';
import { toolErrorText } from '../toolErrors';
import { CliProblem, type CliDeps } from './deps';

export interface FoundService {
  /** URL of the service, without a trailing slash. */
  url: string;
  build: BuildInfo;
  /** Milliseconds by which this machine's clock is ahead; null when the service sends no time. */
  clockAhead: number | null;
}

const DOWNLOAD = /\/downloads\/[^/]+\.tgz$/;

/** A client of the service, with or without a token. */
export const createClient = (url: string, token: string | null): ApiClient =>
  connect({
    baseUrl: url,
    identity: token === null ? {} : { Authorization: `Bearer ${token}` },
    defaults: { agentId: null, conversationId: null, scope: null },
  });

/** The service's MCP endpoint. */
export const mcpUrl = (serviceUrl: string): string => `${serviceUrl}/mcp`;

/** The service that a connection points to. */
export const readServiceUrl = (connection: Connection | null): string | undefined =>
  connection && 'url' in connection
    ? connection.url.replace(/\/mcp$/, '')
    : connection?.env['HINDSIGHT_API_BASE_URL'];

/** @throws CliProblem when there is no memory service at the address. */
export async function findService(address: string): Promise<FoundService> {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new CliProblem(`"${address}" isn’t a URL. Pass --url https://hindsight.example.org`);
  const { origin, pathname } = new URL(address);
  const base = (origin + pathname).replace(/(?<!\/)\/+$/, '');
  let last: unknown;
  for (const url of /\/api$/.test(base) ? [base] : [`${base}/api`, base]) {
    try {
      let date: string | null = null;
      const build = await createClient(url, null).call('GET /build-info', {
        onHeaders: (headers) => (date = headers.get('date')),
      });
      if (typeof build.service_name !== 'string') continue;
      return { url, build, clockAhead: date && Date.now() - Date.parse(date) };
    } catch (error) {
      last = error;
      if (isServiceAway(error)) break;
    }
  }
  throw new CliProblem(
    isServiceAway(last)
      ? `${base} can’t be reached. Check the address and your network.`
      : `There is no Hindsight at ${base}. ${last === undefined ? '' : toolErrorText(last)}`.trim(),
  );
}

/** The URL for a command: the one passed, the origin of this copy, or a known one. */
export function resolveServiceUrl(
  given: string | undefined,
  { source, machine }: Pick<CliDeps, 'source' | 'machine'>,
  known?: string,
): string {
  const address =
    given ?? source?.replace(DOWNLOAD, '') ?? known ?? machine.environment['HINDSIGHT_API_BASE_URL'];
  if (address) return address;
  throw new CliProblem('Which dashboard? Pass its address: --url https://hindsight.example.org');
}
