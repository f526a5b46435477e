/** Memory blocks: reading, writing, import, moves, feedback, successors and versions. */
export { applyKeywords, applyOne, editKeywords } from './applyKeywords';
export type { KeywordApplication } from './applyKeywords';
export { recordFeedback, restoreMark } from './queries/blockFeedback';
export {
  SUPERSEDED,
  indexedColumnConditions,
  dependsOnRetrievals,
  isNarrowed,
  toNarrowing,
  narrowingCondition,
  filterConditions as within,
} from './queries/blockFilter';
export type { Narrowing, SearchFilter } from './queries/blockFilter';
export { moveBlock } from './queries/blockMoves';
export type { CallerCache } from './queries/blockPages';
export { requireAnswerable } from './queries/blockRows';
export { READ_FOR_TITLE, deriveTitle, loadTitles } from './queries/blockTitles';
export {
  loadStateBeforeCompaction,
  blocksAtVersion,
  saveVersions,
  lastVersion,
} from './queries/blockVersions';
export {
  MISSING,
  auditBlock,
  changeBlock,
  deleteBlock,
  insertBlock,
  lockBlock,
  setArchived,
  textColumns,
  updateBlock,
} from './queries/blockWrites';
export type { BlockRow } from './queries/blockWrites';
export { deleteOldEdits } from './queries/bulkEdits';
export { countUses, countWithKeyword } from './queries/keywordCounts';
export {
  blocksWithKeyword,
  changeKeyword,
  deleteKeywords,
  removeKeywordLinks,
  findKeyword,
  insertKeyword,
  keywordToWire,
  linkKeywords,
  listKeywords,
  unlinkKeywords,
} from './queries/keywords';
export type { KeywordRow } from './queries/keywords';
export { blocksByIds, findBlock, firstBlocks, rankingFacts } from './queries/memoryBlocks';
export { listRetrievals, storeRetrievals } from './queries/retrievals';
export type { RetrievalEvent } from './queries/retrievals';
export { checkRows, suspectRows } from './queries/rowSecrets';
export { effectiveDate } from './queries/effectiveDate';
export { blockContains } from './queries/searchText';
export { maskStored, readStoredAhead, scanBlock } from './queries/storedSecrets';
export {
  anySuperseded,
  hasSuperseded,
  chainReaches,
  lockChains,
  successorsWithin,
} from './queries/successors';
export { unusedBlocks } from './queries/staleBlocks';
export { createRetrievalRecorder } from './retrievalRecorder';
export { bulkBlockRoutes, changeEach } from './routes/bulkBlocks';
export { bulkEditRoutes } from './routes/bulkEdits';
export { editBlockRoutes } from './routes/editBlocks';
export { feedbackRoutes } from './routes/feedback';
export { importBlockRoutes, readRow } from './routes/importBlocks';
export { memoryBlockRoutes } from './routes/memoryBlocks';
export { MISSING_BLOCK, createBlock, memoryWriteRoutes } from './routes/memoryWrites';
export { visitRoutes } from './routes/visits';
export { HIGH_SCORE, NEUTRAL_SCORE } from './rules/feedback';
export { streamedPage } from './streamedPage';
