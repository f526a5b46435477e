/** Full-text and semantic search. */
export { isEnglish } from './english';
export { indexOlderLetters } from './queries/olderLetters';
export { foldTerms, termFrequencies } from './queries/searchTerms';
export { asAgent, recall, recallWithMisses } from './recall';
export { searchRoutes, searchTools as toolsOf } from './routes/search';
export type { SearchTools } from './search';
export { createSemantic } from './semantic';
export type { Semantic } from './semantic';
