/** Agents and what belongs to them. */
export {
  changeAgent,
  countAgentBlocks as countBlocksOf,
  deleteAgent,
  ensureAgent,
  findAgent,
  findAgentNamed,
} from './queries/agentWrites';
export type { AgentRow } from './queries/agentWrites';
export { agentRoutes, createAgent } from './routes/agents';
