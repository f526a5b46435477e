/** Groups keywords that are variants of one word. */
import type { KeywordCleanup, Likeness } from '@hindsight/shared-contracts/api';
import { compareKeywords } from './rules/keywordLikeness';
import { isEnglish } from '../search';
import type { CandidatePair, KeywordUse } from './queries/keywordCleanup';
import type { Distinction } from './queries/keywordDistinctions';

/** Groups per response, fewer than one call can change. Resolving these reveals more. */
const MAX_GROUPS = 400;

type Groups = KeywordCleanup['duplicates'];

/** Most used first, ties by age. */
const byUse = (a: KeywordUse, b: KeywordUse) =>
  b.memories - a.memories || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Disjoint sets of connected keywords. Refuses to connect sets that contain a pair from `apart`. */
function createSets(apart: ReadonlySet<string>) {
  const sets = new Map<string, Set<string>>();
  const groupById = (id: string) => {
    const known = sets.get(id) ?? new Set([id]);
    sets.set(id, known);
    return known;
  };
  return {
    groupById,
    connect(a: string, b: string): void {
      const [into, from] = [groupById(a), groupById(b)];
      if (into === from) return;
      if (
        apart.size > 0 &&
        [...from].some((one) => [...into].some((other) => apart.has(pairKey(one, other))))
      )
        return;
      for (const id of from) {
        into.add(id);
        sets.set(id, into);
      }
    },
    all: () => [...new Set(sets.values())],
  };
}

/**
 * Groups the pairs, most used first; the keyword to keep comes first in each group. Keywords that a person marked as different never share
 * a group, even when a third resembles both.
 */
export async function groupKeywords(
  pairs: readonly CandidatePair[],
  distinctions: readonly Distinction[] = [],
): Promise<Groups> {
  const rows = new Map(pairs.flatMap(({ a, b }) => [a, b]).map((row) => [row.id, row]));
  const sets = createSets(new Set(distinctions.map(({ first, second }) => pairKey(first, second))));
  const kinds = new Map<string, Likeness>();
  const slips: { wrong: KeywordUse; right: KeywordUse }[] = [];
  for (const { a, b } of pairs) {
    const found = await compareKeywords(a, b, isEnglish);
    if (found === null) continue;
    if (found.likeness === 'spelling') {
      slips.push(found.isFirstWrong ? { wrong: a, right: b } : { wrong: b, right: a });
    } else {
      sets.connect(a.id, b.id);
      kinds.set(pairKey(a.id, b.id), found.likeness);
    }
  }
  // A misspelled keyword joins only one other: two similar ones may be different words.
  const misspelled = new Set<string>();
  const corrections = new Set<string>();
  for (const { wrong, right } of slips.sort((a, b) => byUse(a.right, b.right))) {
    if (misspelled.has(wrong.id) || misspelled.has(right.id) || corrections.has(wrong.id)) continue;
    if (sets.groupById(wrong.id).size > 1) continue;
    sets.connect(right.id, wrong.id);
    misspelled.add(wrong.id);
    corrections.add(right.id);
  }
  const groups = sets
    .all()
    .filter(({ size }) => size > 1)
    .map((ids) => {
      const members = [...ids].flatMap((id) => rows.get(id) ?? []);
      const rank = (row: KeywordUse) => (misspelled.has(row.id) ? 1 : 0);
      return members.sort((a, b) => rank(a) - rank(b) || byUse(a, b));
    })
    .sort(([a], [b]) => (a && b ? byUse(a, b) : 0));
  return groups.slice(0, MAX_GROUPS).map(([kept, ...others]) => ({
    keywords: kept
      ? [
          toWire(kept, null),
          ...others.map((row) =>
            toWire(
              row,
              misspelled.has(row.id) ? 'spelling' : (kinds.get(pairKey(kept.id, row.id)) ?? 'plural'),
            ),
          ),
        ]
      : [],
  }));
}

const toWire = ({ id, text, memories }: KeywordUse, likeness: Likeness | null) => ({
  keyword_id: id,
  keyword_text: text,
  memories,
  likeness,
});
