/** Activity of agents, recorded from the calls of their tokens. */
export { observeTokenCall } from './agentActivity';
export {
  visibleActivityCondition,
  missedQuestions,
  summarizeActivity,
  unansweredPerDay,
} from './queries/agentActivity';
export { createActivityRecorder } from './recorder';
export { agentActivityRoutes } from './routes/agentActivity';
export { visibleActivity } from './rules/agentActivity';
export type { VisibleActivity } from './rules/agentActivity';
