/** What a suggestion card says: title and preview. */

/** Longest preview of the merged text, in characters. */
export const PREVIEW_LENGTH = 220;
/** Longest title. */
export const TITLE_LENGTH = 90;
const READ_AT_MOST = 2000;

/** Longest last word that is left out rather than cut in two. */
const WORD = 24;

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
  const space = start.lastIndexOf(' ');
  const whole = /\s/.test(text[length] ?? '') || space < length - WORD ? start : start.slice(0, space);
  return `${whole.replace(/[\s,;:.]+$/, '')}…`;
}

function flat(text: string): string {
  return text.slice(0, READ_AT_MOST).replace(/\s+/g, ' ').trim();
}

/** The first line of the merged text stands as the title, without its marks of Markdown; the rest follows in the preview. */
export function suggestionText(row: { content: string; lesson: string }): { title: string; preview: string } {
  const text = row.content.slice(0, READ_AT_MOST).trim() || row.lesson.slice(0, READ_AT_MOST).trim();
  const [line = '', ...rest] = text.split('\n');
  const title = flat(line.replace(/^[\s#>*`_~-]+/, '')).replace(/\.$/, '');
  if (title === '') return { title: 'Untitled suggestion', preview: '' };
  const following = flat(rest.join('\n'));
  return { title: cut(title, TITLE_LENGTH), preview: cut(following || flat(row.lesson), PREVIEW_LENGTH) };
}
