/** Estimates how many tokens of a language model a text takes. */

/** Characters of one or more tokens each: Chinese, Japanese, Korean, and emoji. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu;

/** Average characters per token in other scripts. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * An estimate: every model tokenizes differently. One token per four characters, and one per character of the dense scripts; for English
 * prose this is within about 10% of common models. 0 for an empty text.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE);
  const denseLength = dense ? dense.join('').length : 0;
  return Math.ceil((dense?.length ?? 0) + (text.length - denseLength) / CHARACTERS_PER_TOKEN);
}
