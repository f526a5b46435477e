/** Splits texts into sentences. */

/** A fenced code block, up to its closing fence or the end of the text. */
const CODE = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t\r]*$|(?![\s\S]))/gm;

const extractProse = (text: string): string[] =>
  text
    // The dot of a list number does not end a sentence.
    .split(/\n+|(?<=[.!?])(?<!^\s*\d{1,3}\.)\s+(?=[\p{Lu}\p{N}"'(`])/mu)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/**
 * Returns trimmed sentences and lines, without empty ones. A dot inside a word, a number or a path ends nothing. A fenced code block counts
 * as one sentence and stays verbatim: a part of it, or lines without indentation, would be different code.
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
