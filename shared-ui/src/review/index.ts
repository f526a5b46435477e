/** Entry point for reviewing text changes, loaded with the first visible proposal. */
export * from './BeforeAfter';
export * from './estimateTokens';
export * from './SizeChange';
export * from './WordDiff';
