/** Entry point of reviews: what a change does to a text, loaded with the first proposal that is shown. */
export * from './BeforeAfter';
export * from './estimateTokens';
export * from './SizeChange';
export * from './WordDiff';
