/** Splits texts into sentences. */

/** A fenced block of code, to its closing fence or the end of the text. */
const CODE = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t\r]*$|(?![\s\S]))/gm;

const extractProse = (text: string): string[] =>
  text
    // The dot of a list's number ends no sentence.
    .split(/\n+|(?<=[.!?])(?<!^\s*\d{1,3}\.)\s+(?=[\p{Lu}\p{N}"'(`])/mu)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/**
 * Sentences and lines, trimmed, without empty ones. A dot inside a word, a number or a path ends nothing. A fenced block of code is one
 * of them, as it is: a part of it, or its lines without their indentation, would be other code.
 */
export function splitSentences(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    found.push(...extractProse(text.slice(from, index)), code.trimEnd());
    from = index + code.length;
  }
  return [...found, ...extractProse(text.slice(from))];
}
