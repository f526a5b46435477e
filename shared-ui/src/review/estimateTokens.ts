/** About how much of a language model's window a text takes. */

/** Signs that are a token or more each: Chinese, Japanese, Korean, and pictures. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu;

/** Characters of other scripts that make one token, on average. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * An estimate, not a count: every model cuts differently. One token for four characters, one for each sign of the dense scripts;
 * for English prose that is within about a tenth of what common models count. 0 for an empty text.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE);
  const denseLength = dense ? dense.join('').length : 0;
  return Math.ceil((dense?.length ?? 0) + (text.length - denseLength) / CHARACTERS_PER_TOKEN);
}
