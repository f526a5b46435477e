/** Named views of the memory list, and those pinned to the sidebar. */
export { pinnedViewRoutes } from './routes/pinnedViews';
export { savedViewRoutes } from './routes/savedViews';
