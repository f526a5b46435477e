/** Compaction, consolidation, conflicts, pruning and optimization. */
export { compactionSteps, keywordSteps } from './blockSteps';
export { storeCompact } from './compaction';
export { acceptedTexts, takeBack } from './compactionDecisions';
export type { CompactedTexts } from './compactionDecisions';
export { keywordApplicationSteps, pruningSteps } from './confirmedSteps';
export { rejectSuggestion, reopenSuggestion, validateSuggestion } from './consolidationDecisions';
export { consolidationSteps } from './consolidationSteps';
export { decidePair } from './contradictionDecisions';
export type { Kept } from './contradictionDecisions';
export { createContradictionFinder } from './contradictionFinder';
export { createJudge } from './judge';
export { mergeBlocks, readMergeAhead } from './mergeBlocks';
export { spent } from './queries/consolidation';
export { withinReach } from './queries/consolidationSuggestions';
export {
  OF_ITS_PAIR,
  PAIR_CURRENT,
  expectNoOlder,
  loadEffectiveDates as saidAtOf,
} from './queries/contradictions';
export { prune } from './pruning';
export { createRewriter } from './rewriter';
export { compactionRoutes } from './routes/compaction';
export { consolidationRoutes } from './routes/consolidation';
export { languageModelCostRoutes } from './routes/languageModelCosts';
export { mergeRoutes } from './routes/merge';
export { optimizationRoutes } from './routes/optimization';
export { pruningRoutes } from './routes/pruning';
export { rememberRoutes } from './routes/remember';
