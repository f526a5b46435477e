/** The environment of the command, under the names of the public server. */
import { SAMPLE_CONVERSATION_ID } from '@hindsight/shared-contracts/clients';
import type { ActiveScope } from '@hindsight/shared-contracts/events';
import { isUuid, PERSONAL_SCOPE, PUBLIC_SCOPE, randomUuid } from '@hindsight/shared-contracts/rules';

/** What a tool uses when its caller names nothing. */
export interface Defaults {
  agentId: string | null;
  conversationId: string | null;
  /** Null: the service decides by the token. */
  scope: ActiveScope | null;
}

export interface Settings {
  /** Address of the service, without a slash at its end. */
  baseUrl: string;
  /** Header that proves who asks; empty for a guest. */
  identity: Record<string, string>;
  defaults: Defaults;
  /** Whether the tools of earlier versions are listed, too. */
  withEarlierTools: boolean;
  /** What is wrong with the environment without being fatal, in sentences. */
  warnings: string[];
}

/** The conversation of a configuration, or nothing where each start is one of its own. */
export const fixedConversation = (id: string | null | undefined): string | null =>
  id?.trim().toLowerCase() === SAMPLE_CONVERSATION_ID ? null : id || null;

/** By the variable `HINDSIGHT_TOOLS`, or the header `X-Hindsight-Tools` over the network. */
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

/** @throws Error with a sentence for the person who starts the server when the address is missing or is none. */
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
      // What is recorded between two starts belongs together, and what is recorded later does not.
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
