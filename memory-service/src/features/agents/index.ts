/** Agents and the rows that belong to them. */
export { changeAgent, countAgentBlocks, deleteAgent, ensureAgent, findAgent } from './queries/agentWrites';
export type { AgentRow } from './queries/agentWrites';
export { agentRoutes } from './routes/agents';
