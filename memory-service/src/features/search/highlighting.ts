/** Adds the passages with the searched words to each found block. */
import type { ScoredBlock } from '@hindsight/shared-contracts/api';
import { MAX_FIELD } from './rules/highlights';
import type { Fields, Wanted } from './rules/highlights';
import { letterForms } from '../../platform/text/rules/letterForms';
import { lowerText } from '../../platform/text/rules/lowerText';
import type { Principal } from '../../platform/auth/rules/principal';
import type { WeightedTerm } from './rules/ranking';
import { isUnspaced } from '../../platform/text/rules/words';
import type { Database } from '../../platform/database/database';
import { areStemsCached, loadStems } from './queries/searchTerms';
import { highlightsInThread, candidateWordsInThread } from './textWork';

/** Last letters of the suffixes that English stemming removes; other words in Latin letters are their own stem. */
const ENDING = /[cdeglmnrsty]$|[^\0-\u024f]/;

const truncateField = (text: string) => text.slice(0, MAX_FIELD);
const truncateOptional = (text: string | null) => (text === null ? null : truncateField(text));

/** The fields of a block to highlight. */
const toFields = ({ content, lessons_learned: lessons, errors, keywords }: ScoredBlock): Fields => ({
  content: truncateField(content),
  lessons_learned: truncateOptional(lessons),
  errors: truncateOptional(errors),
  keywords: keywords.map(({ keyword_text }) => ({ keyword_text })),
});

async function addHighlights(
  blocks: readonly ScoredBlock[],
  wanted: readonly Wanted[],
  stems: ReadonlyMap<string, string> = new Map(),
): Promise<ScoredBlock[]> {
  const highlights = await highlightsInThread(blocks.map(toFields), wanted, stems);
  return blocks.map((block, at) => ({ ...block, highlights: highlights[at] ?? [] }));
}

/**
 * Adds passages with words that match the terms of a ranked search; the database knows the stem of each word. Stems are read after the
 * transaction of the search, so that it stays short.
 */
export async function withHighlights(
  { database, principal }: { database: Database; principal: Principal },
  blocks: readonly ScoredBlock[],
  terms: readonly WeightedTerm[],
): Promise<ScoredBlock[]> {
  const wanted = terms.map(({ term, weight, isPrefix }): Wanted => {
    if (/[^\p{L}\p{M}\p{N}]/u.test(term)) return { text: term, weight, isLiteral: true };
    // A stem ends in i where its words end in y or ies.
    const text = term.replace(/(?<=..)i$/, '');
    return { text, weight, isLiteral: false, stem: isPrefix === true ? undefined : term };
  });
  const like = await candidateWordsInThread(blocks.map(toFields), wanted);
  const words = like.filter((word) => ENDING.test(word) && !isUnspaced(word));
  const stems = areStemsCached(words)
    ? await loadStems(undefined, words)
    : await database.read(principal, (handle) => loadStems(handle, words));
  return addHighlights(blocks, wanted, stems);
}

/** Adds passages with the literal texts, for a substring search. */
export function withLiteralHighlights(
  blocks: readonly ScoredBlock[],
  texts: readonly string[],
): Promise<ScoredBlock[]> {
  const wanted = texts.flatMap(letterForms).map((text): Wanted => ({
    text: lowerText(text),
    weight: 1,
    isLiteral: true,
  }));
  return addHighlights(blocks, wanted);
}
