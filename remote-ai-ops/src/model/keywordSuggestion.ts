/** Keywords that were suggested for a memory, and the choice of them. */
import type { KeywordSuggestion } from '@hindsight/shared-contracts/api';

/** The chosen keywords of each memory, by its id. */
export type KeywordChoice = Readonly<Record<string, readonly string[]>>;

/** Whether a memory has a keyword already, whatever its case. */
export const isExisting = ({ current_keywords }: KeywordSuggestion, keyword: string): boolean =>
  current_keywords.some((known) => known.toLowerCase() === keyword.toLowerCase());

/** Whether anything at all was suggested. */
export const hasKeywords = (suggestions: readonly KeywordSuggestion[]): boolean =>
  suggestions.some(({ suggested_keywords }) => suggested_keywords.length > 0);

/** What can be chosen: what is suggested and not there yet. */
export const newKeywords = (suggestion: KeywordSuggestion): string[] =>
  suggestion.suggested_keywords.filter((keyword) => !isExisting(suggestion, keyword));

/** The new keywords chosen that say what their memory is about. */
export const chooseTelling = (suggestions: readonly KeywordSuggestion[]): KeywordChoice =>
  Object.fromEntries(
    suggestions.map((suggestion) => {
      const { telling_keywords: telling, memory_block_id: id } = suggestion;
      return [id, newKeywords(suggestion).filter((keyword) => telling?.includes(keyword) ?? true)];
    }),
  );

/** Every new keyword chosen. */
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

/** The wire's form of a choice; memories without a chosen keyword are left out. */
export function toApplications(choice: KeywordChoice): KeywordApplication[] {
  return Object.entries(choice).flatMap(([id, keywords]) =>
    keywords.length === 0 ? [] : [{ memory_block_id: id, selected_keywords: [...keywords] }],
  );
}
