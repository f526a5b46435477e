/** Keywords derived from the content of a memory that has none. */

/** Words without information. Words shorter than four letters are never keywords. */
const STOP_WORDS = new Set(
  (
    'about above after again against also although always another anything around away back because been before ' +
    'behind being below between both cannot could does doing done down during each either else even ever every ' +
    'everything from further gets give given goes going have having here hers herself himself however into itself ' +
    'just keep kept last less like made make many might more most much must myself need needs neither never next ' +
    'none nothing once only onto other others otherwise ours ourselves over please rather really same shall should ' +
    'since some something still such sure take taken than that their theirs them themselves then there therefore ' +
    'these they thing things this those though through thus together toward under until upon used uses using very ' +
    'want wants well went were what when where whether which while whom whose will with within without would your ' +
    'yours yourself'
  ).split(' '),
);

const LEAST_LETTERS = 4;
/** Maximum length of a keyword; longer tokens are data, not words. */
const LONGEST_KEYWORD = 255;
/** Number shown in a block's details. */
export const DETAIL_KEYWORDS = 8;
/** Number shown on a card. */
export const CARD_KEYWORDS = 5;

/**
 * First distinct words of a text with more than 3 letters, lowercase and without stop words. Parts of contractions
 * (“doesn’t”) do not count.
 * Stops at the last word needed, so long texts cost nothing.
 */
export function deriveKeywords(content: string, count: number = CARD_KEYWORDS): string[] {
  const found = new Set<string>();
  for (const { 0: word, index } of content.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (found.size === count) break;
    const end = index + word.length;
    if (/n$/i.test(word) && /^['’]t\b/i.test(content.slice(end, end + 3))) continue;
    // JavaScript lowercases İ to i with an extra combining dot.
    const lower = word.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i');
    const letters = lower.match(/\p{L}/gu)?.length ?? 0;
    const isWord = letters >= LEAST_LETTERS && lower.length <= LONGEST_KEYWORD;
    if (isWord && !STOP_WORDS.has(lower)) found.add(lower);
  }
  return [...found];
}
