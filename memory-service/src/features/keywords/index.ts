/** The keyword catalogue: suggestions, likeness, cleanup. */
export { deleteOldKeywordChanges } from './queries/keywordChanges';
export { keywordCleanupRoutes } from './routes/keywordCleanup';
export { keywordRoutes } from './routes/keywords';
