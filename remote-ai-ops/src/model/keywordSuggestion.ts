/** Keywords that were suggested for a block, and the choice of them. */
import { fields, firstText } from '@hindsight/shared-contracts/api/client';
import { readMethod, type Method } from './method';

export interface KeywordSuggestion {
  blockId: string;
  preview: string;
  current: string[];
  suggested: string[];
  method: Method;
}

/** The chosen keywords of each block, by its id. */
export type KeywordChoice = Readonly<Record<string, readonly string[]>>;

const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? [...new Set(value.filter((one): one is string => typeof one === 'string' && one.trim() !== ''))]
    : [];

/** Null without a block. */
export function readKeywordSuggestion(value: unknown): KeywordSuggestion | null {
  const row = fields(value);
  const blockId = firstText(row['memory_block_id']);
  if (blockId === '') return null;
  return {
    blockId,
    preview: firstText(row['memory_block_content_preview']),
    current: texts(row['current_keywords']),
    suggested: texts(row['suggested_keywords']),
    method: readMethod(row['generated_by']),
  };
}

/** Whether a block has a keyword already, whatever its case. */
export const isExisting = ({ current }: KeywordSuggestion, keyword: string): boolean =>
  current.some((known) => known.toLowerCase() === keyword.toLowerCase());

/** Whether anything at all was suggested. */
export const hasKeywords = (suggestions: readonly KeywordSuggestion[]): boolean =>
  suggestions.some(({ suggested }) => suggested.length > 0);

/** What can be chosen: what is suggested and not there yet. */
export const newKeywords = (suggestion: KeywordSuggestion): string[] =>
  suggestion.suggested.filter((keyword) => !isExisting(suggestion, keyword));

/** Every new keyword chosen. */
export const chooseAll = (suggestions: readonly KeywordSuggestion[]): KeywordChoice =>
  Object.fromEntries(suggestions.map((suggestion) => [suggestion.blockId, newKeywords(suggestion)]));

export const toggled = (choice: KeywordChoice, blockId: string, keyword: string): KeywordChoice => {
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

/** The wire's form of a choice; blocks without a chosen keyword are left out. */
export function applicationsOf(choice: KeywordChoice): KeywordApplication[] {
  return Object.entries(choice).flatMap(([id, keywords]) =>
    keywords.length === 0 ? [] : [{ memory_block_id: id, selected_keywords: [...keywords] }],
  );
}

export const NONE_CHOSEN = 'Please select at least one keyword to apply';
export const NONE_SUGGESTED = 'No keyword suggestions could be generated for the selected memory blocks';
