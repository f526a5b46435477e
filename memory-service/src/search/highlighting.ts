/** Adds to each found block the passages that show what was searched for. */
import type { ScoredBlock } from '@hindsight/shared-contracts/api';
import { letterForms } from '../domain/letterForms';
import { lowerText } from '../domain/lowerText';
import { highlightsOf, wordsLike } from '../domain/highlights';
import type { Wanted } from '../domain/highlights';
import type { WeightedTerm } from '../domain/ranking';
import type { Handle } from '../storage/database';
import { stemsOf } from '../storage/searchTerms';

/** Whatever an English word loses to its stem ends in one of these letters; other words are their own stem. */
const ENDING = /[cdeglmnrsty]$/;

/** Passages of the words that stand for the terms of a ranked search: the database knows the stem of each. */
export async function withHighlights(
  handle: Handle,
  blocks: readonly ScoredBlock[],
  terms: readonly WeightedTerm[],
): Promise<ScoredBlock[]> {
  const all = terms.flatMap(({ term, forms = [], weight, isPrefix }) =>
    [term, ...forms].map((form) => ({ form, weight, isPrefix })),
  );
  const likely = all.map(({ form, weight }): Wanted => ({
    // A stem ends in i where its words end in y or ies.
    text: form.replace(/(?<=..)i$/, ''),
    weight,
    isLiteral: false,
    accepts: () => true,
  }));
  const words = new Set(blocks.flatMap((block) => wordsLike(block, likely)));
  const stems = await stemsOf(
    handle,
    [...words].filter((word) => ENDING.test(word)),
  );
  const wanted = likely.map((one, at): Wanted => {
    const { form = '', isPrefix } = all[at] ?? {};
    const accepts = (word: string) => isPrefix === true || word === form || stems.get(word) === form;
    return { ...one, accepts };
  });
  return blocks.map((block) => ({ ...block, highlights: highlightsOf(block, wanted) }));
}

/** Passages of the texts themselves, for a search that matches them as they are. */
export function withLiteralHighlights(
  blocks: readonly ScoredBlock[],
  texts: readonly string[],
): ScoredBlock[] {
  const wanted = texts.flatMap(letterForms).map((text): Wanted => ({
    text: lowerText(text),
    weight: 1,
    isLiteral: true,
    accepts: () => true,
  }));
  return blocks.map((block) => ({ ...block, highlights: highlightsOf(block, wanted) }));
}
