/** Derives the title of a memory, which has no title field. */

const UNTITLED = 'Untitled memory';

/** Maximum title length: one or two lines of a card. */
export const TITLE_LENGTH = 80;

/** Enough text for any title, so that a text of 200,000 characters is not scanned whole. */
const READ_AT_MOST = 2000;

/** Shortens a text, with an ellipsis if anything was cut. Never splits a surrogate pair. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.trimEnd()}…`;
}

/** First line of a code block, which names at most its language. */
const FENCE = /^[\s>]*(?:```|~~~)[^`]*$/;

/** Markdown prefixes of headings, quotes and lists, and a horizontal rule. */
const LINE_MARKS = /^(?:\s|#{1,6}(?:\s|$)|>|[-*+](?:\s|$)|[-*_~]{3,}$)+/;
/** Emphasis around words. An asterisk in code or a formula is next to a space or a symbol. */
const EMPHASIS =
  /(?<![\p{L}\p{N}*_])(\*{1,3}|~~|_(?!_))(?=[\p{L}\p{N}\p{Pi}"'([])([^*~]*?[\p{L}\p{N}\p{P}])\1(?![\p{L}\p{N}*_])/gu;
const CODE_SPAN = /(`{1,3}[^`]+`{1,3})/;

/** A line as rendered: asterisks and the like in code spans are kept. */
const stripMarkdown = (line: string): string =>
  line
    .split(CODE_SPAN)
    .map((part, at) => (at % 2 === 1 ? part.replaceAll('`', '') : part.replace(EMPHASIS, '$2')))
    .join('');

/** The first nonempty line of a text, without Markdown. */
function firstLine(text: string): string {
  const lines = text
    .slice(0, READ_AT_MOST)
    .split('\n')
    .filter((one) => !FENCE.test(one));
  const line = lines.map((one) => one.replace(LINE_MARKS, '').trim()).find((one) => one !== '') ?? '';
  return stripMarkdown(line).replace(/\s+/g, ' ');
}

function firstWords(text: string, length: number): string {
  const sentence = /^(.+?[.!?])(?=\s|$)/u.exec(text)?.[1];
  if (sentence !== undefined && sentence.length <= length) return sentence.replace(/\.$/, '');
  if (text.length <= length) return text;
  const cut = truncate(text, length).slice(0, -1);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/, '')}…`;
}

/** Maximum length where there is room for a whole sentence. */
const WHOLE_TITLE_LENGTH = 300;

/** A longer title, for headings. */
export const fullTitle = (row: { lesson: string; content: string }): string =>
  firstWords(firstLine(row.content) || firstLine(row.lesson), WHOLE_TITLE_LENGTH) || UNTITLED;

/**
 * The first words of the content, or of the lesson if there is no content. The preview below it shows the lesson, so the two rarely match.
 */
export function memoryTitle(row: { lesson: string; content: string }): string {
  return firstWords(firstLine(row.content) || firstLine(row.lesson), TITLE_LENGTH) || UNTITLED;
}
