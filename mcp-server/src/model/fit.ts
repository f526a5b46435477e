/** Keeps an answer within what a model's context can take. */

/** Characters of memories in one answer. */
export const MAX_ANSWER_CHARACTERS = 40_000;
/** Characters of each text of a memory in a list. */
export const MAX_LISTED_CHARACTERS = 2_000;

/** The first rows that fit; always at least one. */
export function fitting<T>(rows: readonly T[], most = MAX_ANSWER_CHARACTERS): T[] {
  let used = 0;
  const kept = rows.findIndex((row) => (used += JSON.stringify(row).length) > most);
  return kept === -1 ? [...rows] : rows.slice(0, Math.max(1, kept));
}
