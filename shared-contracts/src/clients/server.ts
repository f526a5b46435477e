/** The memory's command line server as a client starts it: its name and its environment. */

/** Name of the server in a client's list, and of its command. */
export const SERVER_NAME = 'hindsight-mcp';

const TOKEN_PLACEHOLDER = '<your API token>';
/** Shown where a conversation can be set. The server takes it for none: each start stays a conversation of its own. */
export const SAMPLE_CONVERSATION_ID = '12345678-1234-4abc-8def-123456789abc';
const AGENT_PLACEHOLDER = '<your agent ID>';

/** What a person has picked so far; null where nothing is. */
export interface Setup {
  secret: string | null;
  agentId: string | null;
  /** Groups what is remembered when a client names no conversation; null: each start of the server is a conversation of its own. */
  conversationId: string | null;
  /** Where the agent lives; null in a personal workspace. */
  organizationId: string | null;
  /** Address that the server calls, e.g. `https://hindsight.example.org/api`. */
  serviceUrl: string;
}

export type Environment = Readonly<Record<string, string>>;

/** How a client starts the server. */
export interface Launch {
  command: string;
  args: readonly string[];
  env: Environment;
}

/** A server at an address, to which the client signs in by itself. */
export interface Remote {
  url: string;
}

/** How a client reaches the server. */
export type Connection = Launch | Remote;

/** The command as it is called where it is installed. */
export const installedCommand = (env: Environment): Launch => ({ command: SERVER_NAME, args: [], env });

/** Command and environment, with arguments where there are any: what most clients read. */
export const plainEntry = ({ command, args, env }: Launch): Record<string, unknown> => ({
  command,
  ...(args.length > 0 && { args }),
  env,
});

/** The values in the order in which a reader looks for them. */
export function buildEnvironment(setup: Setup): Environment {
  const { secret, agentId, conversationId, organizationId, serviceUrl } = setup;
  return {
    HINDSIGHT_API_TOKEN: secret ?? TOKEN_PLACEHOLDER,
    DEFAULT_AGENT_ID: agentId ?? AGENT_PLACEHOLDER,
    ...(conversationId ? { DEFAULT_CONVERSATION_ID: conversationId } : {}),
    HINDSIGHT_API_BASE_URL: serviceUrl,
    ...(organizationId ? { HINDSIGHT_ORGANIZATION_ID: organizationId } : {}),
  };
}
