/** MCP clients and their configuration, as the guide shows it and `hindsight-mcp connect` writes it. */
export { CLIENTS, FIRST_CLIENT } from './clients';
export type { Client, ClientFile, Machine, Path, Snippet } from './client';
export { codexTable } from './formats';
export {
  buildEnvironment as environmentOf,
  SAMPLE_CONVERSATION_ID,
  SERVER_NAME,
  type Connection,
  type Environment,
  type Launch,
  type Remote,
  type Setup,
} from './server';
