/** Turns an agent's question into a query for the service's search: plain words, no longer than a URL can carry. */
import { isVisible, MAX_ADDRESS, MAX_SEARCH_TEXT } from '@hindsight/shared-contracts/rules';

/** Search operators meant for people. Agents paste commands and error messages, where hyphens begin a flag; two always do. */
const QUOTES = /["“”„‟«»`]/g;
const LEADING_HYPHENS = /(^|\s)[-‐‑–—−]+(?=(\p{L})|\S)/gu;

/** Maximum length of the URL-encoded query; the rest is for the path and other parameters. */
const MAX_ENCODED = MAX_ADDRESS - 1_000;
/** End of a truncated text, possibly half a word or half a character. Longer ends are not words: some scripts have no blanks. */
const LAST_WORD = /\s\S{0,100}$|[\uD800-\uDBFF]$/;
const MAX_REPEATED = 80;

/** Search settings of agents: only likely answers, and of memories that say the same, the newest. */
export const AS_AGENT = { min_combined_score: 0, least_match: 'likely', fold: 'true' } as const;

export interface Question {
  text: string;
  /** Whether words at the end were dropped. */
  isCut: boolean;
}

const stripSyntax = (text: string) =>
  text
    .replace(QUOTES, ' ')
    .replace(LEADING_HYPHENS, (_, before: string, letter?: string) => before + (letter ? '--' : ''))
    .replace(/\s+/g, ' ')
    .trim();

const encodedLength = (text: string) => new URLSearchParams({ text }).toString().length;

const cutAt = (text: string, length: number) => text.slice(0, length).replace(LAST_WORD, '');

/** The longest beginning that can be searched for. */
function truncateForSearch(text: string): string {
  let kept = text.length > MAX_SEARCH_TEXT ? cutAt(text, MAX_SEARCH_TEXT) : text;
  for (let length; (length = encodedLength(kept)) > MAX_ENCODED;)
    kept = cutAt(kept, Math.floor((kept.length * MAX_ENCODED) / length));
  return kept;
}

/** Extracts the question from any text; empty when it contains no word. */
export function toQuestion(given: string): Question {
  const whole = stripSyntax(given);
  const text = isVisible(whole) ? truncateForSearch(whole) : '';
  return { text, isCut: text.length < whole.length };
}

/** Shortens a question to a few words, to quote it in an answer. */
export const shortenQuestion = (text: string): string =>
  text.length > MAX_REPEATED ? `${cutAt(text, MAX_REPEATED)} …` : text;
