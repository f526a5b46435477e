/** Adds to the terms of a query what else its words may be called. */
import type { QueryTerm } from '../domain/ranking';
import { SYNONYMS } from '../domain/synonyms';
import type { Handle } from '../storage/database';
import { knownTerms, stemsOf } from '../storage/searchTerms';

/** The synonyms of each term that has any: their terms, each with one of its words. */
type Synonyms = Map<string, Map<string, string>>;

let synonyms: Promise<Synonyms> | undefined;

async function readSynonyms(handle: Handle): Promise<Synonyms> {
  const stems = await stemsOf(handle, [...new Set(SYNONYMS.flat())]);
  const found: Synonyms = new Map();
  for (const group of SYNONYMS) {
    const members = group.map((word): [string, string] => [stems.get(word) ?? word, word]);
    for (const [term] of members) found.set(term, new Map([...(found.get(term) ?? []), ...members]));
  }
  return found;
}

/** The database makes the terms of the words, which stay the same, so they are read once. */
function allSynonyms(handle: Handle): Promise<Synonyms> {
  synonyms ??= readSynonyms(handle).catch((error: unknown) => {
    synonyms = undefined;
    throw error;
  });
  return synonyms;
}

/**
 * For each term one more that stands for those of its synonyms which the tenants' blocks contain. What was asked for itself is no synonym
 * of another word, and no synonym counts for two words.
 */
export async function synonymTerms(
  handle: Handle,
  tenants: readonly string[],
  asked: readonly QueryTerm[],
): Promise<QueryTerm[]> {
  const all = await allSynonyms(handle);
  const wanted = asked.map(
    ({ term, forms = [] }) => new Map([term, ...forms].flatMap((form) => [...(all.get(form) ?? [])])),
  );
  const words = [...new Set(wanted.flatMap((synonymsOf) => [...synonymsOf.values()]))];
  const known = words.length === 0 ? [] : await knownTerms(handle, tenants, words);
  const taken = new Set(asked.flatMap(({ term, forms = [] }) => [term, ...forms]));
  return asked.flatMap(({ term, positions, documents, isEveryday = false }, at) => {
    const found = known.filter((one) => wanted[at]?.has(one.term) === true && !taken.has(one.term));
    for (const one of found) taken.add(one.term);
    const [first, ...others] = found.map((one) => one.term);
    if (first === undefined) return [];
    const mentions = found.reduce((sum, one) => sum + one.documents, 0);
    // A rare synonym tells no more than the word that was typed.
    const counted = Math.max(documents, mentions);
    return [{ term: first, forms: others, positions, documents: counted, isEveryday, synonymOf: term }];
  });
}
