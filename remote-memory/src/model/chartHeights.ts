/** How high each chart is, in pixels: known before its code is there, so that nothing moves when it is drawn. */
export const DAILY_HEIGHT = 220;
export const FEEDBACK_HEIGHT = 172;
const AGENT_ROW = 28;
const AGENT_AXIS = 40;

/** One row for each agent, and the axis. */
export const agentsHeight = (agents: number) => agents * AGENT_ROW + AGENT_AXIS;
