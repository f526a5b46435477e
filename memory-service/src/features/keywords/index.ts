/** Keyword catalog: suggestions, similarity and cleanup. */
export { deleteOldKeywordChanges } from './queries/keywordChanges';
export { keywordCleanupRoutes } from './routes/keywordCleanup';
export { keywordRoutes } from './routes/keywords';
