/** Suggested keywords of memories, and their selection. */
import type { KeywordSuggestion } from '@hindsight/shared-contracts/api';

/** Selected keywords by memory id. */
export type KeywordChoice = Readonly<Record<string, readonly string[]>>;

/** Whether a memory already has a keyword, ignoring case. */
export const isExisting = ({ current_keywords }: KeywordSuggestion, keyword: string): boolean =>
  current_keywords.some((known) => known.toLowerCase() === keyword.toLowerCase());

/** Whether any keyword was suggested. */
export const hasKeywords = (suggestions: readonly KeywordSuggestion[]): boolean =>
  suggestions.some(({ suggested_keywords }) => suggested_keywords.length > 0);

/** Selectable keywords: suggested ones that the memory does not have yet. */
export const newKeywords = (suggestion: KeywordSuggestion): string[] =>
  suggestion.suggested_keywords.filter((keyword) => !isExisting(suggestion, keyword));

/** Preselects the new keywords that describe the topic of their memory. */
export const chooseSignificant = (suggestions: readonly KeywordSuggestion[]): KeywordChoice =>
  Object.fromEntries(
    suggestions.map((suggestion) => {
      const { telling_keywords: telling, memory_block_id: id } = suggestion;
      return [id, newKeywords(suggestion).filter((keyword) => telling?.includes(keyword) ?? true)];
    }),
  );

/** Selects all new keywords. */
export const chooseAll = (suggestions: readonly KeywordSuggestion[]): KeywordChoice =>
  Object.fromEntries(suggestions.map((suggestion) => [suggestion.memory_block_id, newKeywords(suggestion)]));

export const toggleKeyword = (choice: KeywordChoice, blockId: string, keyword: string): KeywordChoice => {
  const chosen = choice[blockId] ?? [];
  return {
    ...choice,
    [blockId]: chosen.includes(keyword) ? chosen.filter((one) => one !== keyword) : [...chosen, keyword],
  };
};

export const countChosen = (choice: KeywordChoice): number =>
  Object.values(choice).reduce((sum, { length }) => sum + length, 0);

export interface KeywordApplication {
  memory_block_id: string;
  selected_keywords: string[];
}

/** Converts a selection to the API's format; memories without a selected keyword are omitted. */
export function toApplications(choice: KeywordChoice): KeywordApplication[] {
  return Object.entries(choice).flatMap(([id, keywords]) =>
    keywords.length === 0 ? [] : [{ memory_block_id: id, selected_keywords: [...keywords] }],
  );
}
