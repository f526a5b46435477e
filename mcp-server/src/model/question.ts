/** What an agent asks for, as the service's search takes it: plain words, no more of them than an address carries. */
import { isVisible, MAX_ADDRESS, MAX_SEARCH_TEXT } from '@hindsight/shared-contracts/rules';

/** Operators of a search that is made for people. Agents paste commands and error messages, in which a hyphen begins a flag, as two always do. */
const QUOTES = /["“”„‟«»`]/g;
const LEADING_HYPHENS = /(^|\s)[-‐‑–—−]+(?=(\p{L})|\S)/gu;

/** Longest query as the address spells it; the rest is for the path and the other parameters. */
const MAX_ENCODED = MAX_ADDRESS - 1_000;
/** The end of a cut text, which may be half a word or half a character. A longer one is no word: some scripts have no blanks. */
const LAST_WORD = /\s\S{0,100}$|[\uD800-\uDBFF]$/;
const MAX_REPEATED = 80;

/** How agents search: what is likely to answer, and of memories that say the same the newest. */
export const AS_AGENT = { min_combined_score: 0, least_match: 'likely', fold: 'true' } as const;

export interface Question {
  text: string;
  /** Whether words of its end were left out. */
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

/** The beginning that can be searched for. */
function searchable(text: string): string {
  let kept = text.length > MAX_SEARCH_TEXT ? cutAt(text, MAX_SEARCH_TEXT) : text;
  for (let length; (length = encodedLength(kept)) > MAX_ENCODED;)
    kept = cutAt(kept, Math.floor((kept.length * MAX_ENCODED) / length));
  return kept;
}

/** The question of any text; its text is empty when there is no word in it. */
export function toQuestion(given: string): Question {
  const whole = stripSyntax(given);
  const text = isVisible(whole) ? searchable(whole) : '';
  return { text, isCut: text.length < whole.length };
}

/** A question as a few words, to name it in an answer. */
export const inShort = (text: string): string =>
  text.length > MAX_REPEATED ? `${cutAt(text, MAX_REPEATED)} …` : text;
