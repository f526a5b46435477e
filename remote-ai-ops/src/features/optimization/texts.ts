/** Texts of the optimization center. Failures, `No memory blocks found …` and the stale memory are given by the specification. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { memories } from '../../model/block';

export const SUGGESTION = { one: 'suggestion', many: 'suggestions' };

const suggestions = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? SUGGESTION.one : SUGGESTION.many}`;

export const optimizationTexts = {
  title: 'Memory Optimization Center',
  back: 'Back to Memory Blocks',
  refresh: 'Refresh Analysis',
  signIn: 'Sign in to execute optimizations.',
  loadFailed: 'Failed to fetch optimization suggestions',
  stale: 'Failed to fetch optimization suggestions. The list may be out of date.',
  noAccess: 'You don’t have access to this workspace’s suggestions',
  analyzed: (count: number) => `${memories(count)} analyzed`,
  noMatch: {
    title: 'No suggestions match',
    description: 'No suggestions in this workspace match the filters.',
  },
  empty: {
    title: 'No memories yet',
    description: 'Suggestions appear here once this workspace has memories.',
  },
  nothing: {
    title: 'Nothing new to suggest',
    description: 'There is nothing more to compact, merge, tag or archive in this workspace.',
  },
  counters: {
    total: 'Total Suggestions',
    high: 'High Priority',
    selected: 'Selected',
    completed: 'Completed',
  },
  filters: {
    agent: 'Agent ID',
    allAgents: 'All agents',
    priority: 'Priority',
    allPriorities: 'All priorities',
    range: 'Date Range',
    allTime: 'All time',
  },
  executeSelected: 'Execute Selected',
  count: suggestions,
  executeCount: (count: number) => `Execute ${suggestions(count)}`,
  executeDetail: 'Open a suggestion to preview its result. You can undo all of it.',
  execute: 'Execute Optimization',
  details: 'Optimization details',
  affected: 'Affected memories',
  affectedCount: (count: number) => `Affected memory blocks (${formatNumber(count)})`,
  copyIds: 'Copy all memory IDs',
  viewDetails: 'View Details',
  searchInList: 'Search in List',
  notFound: (id: string) => `Memory block not found: ${id.slice(0, 8)}... This might be a stale suggestion.`,
  viewFailed: (reason: string) => `Unable to open memory block details: ${reason}`,
  toMerge: 'Memories to merge',
  originalsFailed: (reason: string) => `Failed to load the memories: ${reason}`,
  previewFailed: (reason: string) => `Failed to load the merged text: ${reason}`,
  mergedUnknown: 'The merged text is generated when someone with edit access opens this page.',
  compactedText: 'Compacted text',
  compactedLater:
    'A language model writes each text during execution, and its wording may differ from the preview. Review it afterward.',
  generatePreview: 'Generate preview',
  position: (number: number, total: number) => `${formatNumber(number)} of ${formatNumber(total)}`,
  outcome: {
    keywords: 'You choose from the suggested keywords in the next step. Nothing is saved until then.',
    archive: 'The memories no longer appear in lists and searches. You can restore them under Archived.',
  },
  review: 'Review one by one',
  reviewFailed: (reason: string) => `Failed to send the memories to Review: ${reason}`,
  noBlocks: 'No memory blocks found to process',
  executeFailed: (title: string) => `Failed to execute: ${title}`,
  done: (title: string) => `${title}: done.`,
  executed: (count: number) => `${suggestions(count)} executed.`,
  partlyExecuted: (done: number, failed: number) =>
    `${suggestions(done)} executed. ${formatNumber(failed)} failed; each card says why.`,
  undoAll: 'Undo all',
  restored: (count: number) => `${memories(count)} restored.`,
  restoreFailed: (count: number, reason: string) => `Couldn’t restore ${memories(count)}: ${reason}`,
  archiveMergedFailed: (reason: string) => `Couldn’t archive the merged memory: ${reason}`,
  compacted: (count: number) => `Compacted ${memories(count)}.`,
  keywordsApplied: (count: number) => `Keywords applied to ${memories(count)}.`,
  noKeywordsApplied: 'Couldn’t apply any keywords.',
};
