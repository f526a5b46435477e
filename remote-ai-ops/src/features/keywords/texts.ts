/** Texts of the keyword dialogs. Most messages about outcomes are given by the specification. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { memories } from '../../model/block';

const keywords = (count: number) => (count === 1 ? '1 keyword' : `${formatNumber(count)} keywords`);

export const keywordTexts = {
  title: 'Keyword Suggestions',
  description: 'Select the keywords that fit. Nothing is saved until you apply them.',
  nothing: 'No memory blocks to process',
  reading: 'Reading the memory',
  estimating: 'Estimating the cost',
  start: 'Suggest keywords',
  suggested: 'Keywords suggested successfully',
  suggestFailed: 'Failed to suggest keywords',
  cancelled: 'Keyword generation cancelled',
  restart: 'Start again',
  noneSuggested: 'No keyword suggestions could be generated for the selected memory blocks',
  noneChosen: 'Please select at least one keyword to apply',
  suggestions: 'Memories with suggestions',
  withoutSuggestions: 'Memories without suggestions',
  failures: 'Failed memories',
  selectAll: 'Select all',
  selectNone: 'Select none',
  allTextsFor: (id: string) => `All new keywords for memory ${id}`,
  loadKeywords: (id: string) => `Keywords for memory ${id}`,
  existing: (keyword: string) => `${keyword} (existing)`,
  noneOfMemory: 'No suggestions.',
  apply: (count: number) => `Apply ${keywords(count)}`,
  applying: 'Applying keywords',
  retryFailed: (count: number) => `Retry failed (${count})`,
  applied: (succeeded: number, failed: number, total: number) =>
    `Keywords applied to ${memories(succeeded)} of ${formatNumber(total)}${failed > 0 ? `; ${failed} failed.` : '.'}`,
  added: (count: number, blocks: number) => `Added ${keywords(count)} to ${memories(blocks)}.`,
  addedPartly: (sentence: string, failed: number) => `${sentence} ${failed} failed.`,
  applyCancelled: (succeeded: number, failed: number, left: number) =>
    `Apply cancelled. Keywords applied to ${memories(succeeded)}, ${formatNumber(failed)} failed, ${formatNumber(left)} not processed.`,
  applyFailed: (reason: string) => `Failed to apply keywords: ${reason}`,
  undone: 'Removed the added keywords.',
  undoFailed: (count: number, reason: string) =>
    `Couldn’t remove the added keywords of ${memories(count)}: ${reason}`,
  signIn: 'Sign in to apply keywords.',
};
