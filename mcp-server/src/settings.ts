/** Environment settings of the command, under the public server's variable names. */
import { SAMPLE_CONVERSATION_ID } from '@hindsight/shared-contracts/clients';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { isUuid, PERSONAL_SCOPE, PUBLIC_SCOPE, randomUuid } from '@hindsight/shared-contracts/rules';

/** Values for tools whose caller names none. */
export interface Defaults {
  agentId: string | null;
  conversationId: string | null;
  /** Null when the service decides by the token. */
  scope: ActiveScope | null;
}

export interface Settings {
  /** URL of the service, without a trailing slash. */
  baseUrl: string;
  /** Header that authenticates the caller; empty for a guest. */
  identity: Record<string, string>;
  defaults: Defaults;
  /** Whether to list the tools of earlier versions too. */
  withEarlierTools: boolean;
  /** Non-fatal problems of the environment, in sentences. */
  warnings: string[];
}

/** The configured conversation, or null when each start begins a new one. */
export const fixedConversation = (id: string | null | undefined): string | null =>
  id?.trim().toLowerCase() === SAMPLE_CONVERSATION_ID ? null : id || null;

/** Set by the variable `HINDSIGHT_TOOLS`, or by the header `X-Hindsight-Tools` over the network. */
export const listsEarlierTools = (setting: unknown): boolean =>
  typeof setting === 'string' && setting.trim().toLowerCase() === 'all';

type Environment = Record<string, string | undefined>;

function toScope(scope: string, organizationId: string, warnings: string[]): ActiveScope | null {
  if (organizationId !== '' && (scope === '' || scope === 'organization')) {
    if (isUuid(organizationId)) return { scope: 'organization', organizationId };
    warnings.push('HINDSIGHT_ORGANIZATION_ID is not a UUID and is ignored.');
    return null;
  }
  if (scope === 'personal') return PERSONAL_SCOPE;
  if (scope === 'public') return PUBLIC_SCOPE;
  if (scope === 'organization')
    warnings.push(
      'HINDSIGHT_ACTIVE_SCOPE is organization, but HINDSIGHT_ORGANIZATION_ID is not set. Both are ignored.',
    );
  else if (scope !== '')
    warnings.push('HINDSIGHT_ACTIVE_SCOPE must be personal, organization or public; it is ignored.');
  return null;
}

/** @throws Error with a message for the person who starts the server, when the URL is missing or invalid. */
export function readSettings(environment: Environment): Settings {
  const read = (name: string) => environment[name]?.trim() ?? '';
  const warnings: string[] = [];
  const address = read('HINDSIGHT_API_BASE_URL');
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new Error(
      'Set HINDSIGHT_API_BASE_URL to the address of your memory service, e.g. https://hindsight.example.org/api.',
    );

  const key = read('HINDSIGHT_API_KEY');
  const token = read('HINDSIGHT_API_TOKEN') || key;
  if (token === '') warnings.push('HINDSIGHT_API_TOKEN is not set: only public memories can be read.');

  const readId = (name: string) => {
    const id = read(name);
    if (id === '' || isUuid(id)) return id || null;
    warnings.push(`${name} is not a UUID and is ignored.`);
    return null;
  };
  return {
    baseUrl: address.replace(/(?<!\/)\/+$/, ''),
    identity: token === '' ? {} : key === '' ? { Authorization: `Bearer ${token}` } : { 'X-API-Key': token },
    defaults: {
      agentId: readId('DEFAULT_AGENT_ID'),
      // One conversation per start: memories recorded between two starts belong together.
      conversationId: fixedConversation(readId('DEFAULT_CONVERSATION_ID')) ?? randomUuid(),
      scope: toScope(
        read('HINDSIGHT_ACTIVE_SCOPE').toLowerCase(),
        read('HINDSIGHT_ORGANIZATION_ID'),
        warnings,
      ),
    },
    withEarlierTools: listsEarlierTools(read('HINDSIGHT_TOOLS')),
    warnings,
  };
}
