/** The memory's command line server as a client starts it: its name and its environment. */

/** Name of the server in a client's list, and of its command. */
export const SERVER_NAME = 'hindsight-mcp';

const TOKEN_PLACEHOLDER = '<your API token>';
const AGENT_PLACEHOLDER = '<your agent ID>';

/** What a person has picked so far; null where nothing is. */
export interface Setup {
  secret: string | null;
  agentId: string | null;
  /** Groups what is remembered when a client names no conversation: one for each copy, so that no two set-ups share theirs. */
  conversationId: string;
  /** Where the agent lives; null in a personal workspace. */
  organizationId: string | null;
  /** Address that the server calls, e.g. `https://hindsight.example.org/api`. */
  serviceUrl: string;
}

export type Environment = Readonly<Record<string, string>>;

/** The values in the order in which a reader looks for them. */
export function environmentOf(setup: Setup): Environment {
  const { secret, agentId, conversationId, organizationId, serviceUrl } = setup;
  return {
    HINDSIGHT_API_TOKEN: secret ?? TOKEN_PLACEHOLDER,
    DEFAULT_AGENT_ID: agentId ?? AGENT_PLACEHOLDER,
    DEFAULT_CONVERSATION_ID: conversationId,
    HINDSIGHT_API_BASE_URL: serviceUrl,
    ...(organizationId ? { HINDSIGHT_ORGANIZATION_ID: organizationId } : {}),
  };
}

/** The absolute address of the service out of the configured base, which may be a path of this site. */
export function serviceUrlOf(apiBase: string, origin: string): string {
  return new URL(apiBase, origin).toString().replace(/\/$/, '');
}

/** A secret as a screen may show it: its public beginning and its end. */
export function masked(secret: string): string {
  return `${secret.slice(0, 15)}…${secret.slice(-4)}`;
}
