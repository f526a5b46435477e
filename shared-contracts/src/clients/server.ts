/** How a client starts the MCP server from the command line: its name and environment. */

/** Name of the server in clients, and of its command. */
export const SERVER_NAME = 'hindsight-mcp';

const TOKEN_PLACEHOLDER = '<your API token>';
/** Sample value. The server ignores it, so each start remains a separate conversation. */
export const SAMPLE_CONVERSATION_ID = '12345678-1234-4abc-8def-123456789abc';
const AGENT_PLACEHOLDER = '<your agent ID>';

/** The person's selections; null where nothing is selected. */
export interface Setup {
  secret: string | null;
  agentId: string | null;
  /** Conversation for memories whose client names none; null: each start of the server is a separate conversation. */
  conversationId: string | null;
  /** Organization of the agent; null for a personal workspace. */
  organizationId: string | null;
  /** Base URL of the service, e.g. `https://hindsight.example.org/api`. */
  serviceUrl: string;
}

export type Environment = Readonly<Record<string, string>>;

/** Local command that starts the server. */
export interface Launch {
  command: string;
  args: readonly string[];
  env: Environment;
}

/** A remote server, which the client signs in to by itself. */
export interface Remote {
  url: string;
}

/** How a client reaches the server. */
export type Connection = Launch | Remote;

/** Launch command where the server is installed. */
export const installedCommand = (env: Environment): Launch => ({ command: SERVER_NAME, args: [], env });

/** Command, environment and any arguments: the format of most clients. */
export const plainEntry = ({ command, args, env }: Launch): Record<string, unknown> => ({
  command,
  ...(args.length > 0 && { args }),
  env,
});

/** The environment variables, in the order in which a reader looks for them. */
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
