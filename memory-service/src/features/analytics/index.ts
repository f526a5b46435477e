/** Statistics of a workspace. */
export { newMemories } from './queries/analytics';
export { analyticsRoutes } from './routes/analytics';
