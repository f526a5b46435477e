/** The title of a memory, which has no field of its own. */

const UNTITLED = 'Untitled memory';

/** Longest title: one or two lines of a card. */
export const TITLE_LENGTH = 80;

/** Enough of a text for any title, so that a text of 200,000 characters is not searched whole. */
const READ_AT_MOST = 2000;

/** The first characters of a text with an ellipsis when something was left out. Never cuts a character in two. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.trimEnd()}…`;
}

/** The first line of a block of code, which names no more than its language. */
const FENCE = /^[\s>]*(?:```|~~~)[^`]*$/;

/** What Markdown puts before a line: of a heading, a quote or a list, and a rule, which is a line of its own. */
const LINE_MARKS = /^(?:\s|#{1,6}(?:\s|$)|>|[-*+](?:\s|$)|[-*_~]{3,}$)+/;
/** Emphasis around words. An asterisk within code or a formula stands beside a blank or a sign. */
const EMPHASIS =
  /(?<![\p{L}\p{N}*_])(\*{1,3}|~~|_(?!_))(?=[\p{L}\p{N}\p{Pi}"'([])([^*~]*?[\p{L}\p{N}\p{P}])\1(?![\p{L}\p{N}*_])/gu;
const CODE_SPAN = /(`{1,3}[^`]+`{1,3})/;

/** A line as it reads: code keeps its signs. */
const stripMarkdown = (line: string): string =>
  line
    .split(CODE_SPAN)
    .map((part, at) => (at % 2 === 1 ? part.replaceAll('`', '') : part.replace(EMPHASIS, '$2')))
    .join('');

/** The first line of a text that says something, without the marks of Markdown. */
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

/** Where there is room for a whole sentence. */
const WHOLE_TITLE_LENGTH = 300;

/** The title with as many words as a heading can take. */
export const fullTitle = (row: { lesson: string; content: string }): string =>
  firstWords(firstLine(row.content) || firstLine(row.lesson), WHOLE_TITLE_LENGTH) || UNTITLED;

/**
 * The title: the first words of the content, or of the lesson when there is no content. The preview below it shows
 * the lesson, so the two are seldom the same.
 */
export function memoryTitle(row: { lesson: string; content: string }): string {
  return firstWords(firstLine(row.content) || firstLine(row.lesson), TITLE_LENGTH) || UNTITLED;
}
