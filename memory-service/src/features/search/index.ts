/** Full-text and semantic search. */
export { isEnglish } from './english';
export { indexOlderLetters } from './queries/letterMigration';
export { foldTerms, termFrequencies } from './queries/searchTerms';
export { toAgentFilter, recall, recallWithMisses } from './recall';
export { searchRoutes, searchTools } from './routes/search';
export type { SearchTools } from './search';
export { createSemantic } from './semantic';
export type { Semantic } from './semantic';
