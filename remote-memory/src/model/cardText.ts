/** Preview of a memory; its title is defined by the contracts. */
import { truncate, fullTitle } from '@hindsight/shared-contracts/rules';

export { TITLE_LENGTH, memoryTitle, truncate, fullTitle } from '@hindsight/shared-contracts/rules';

/** Maximum characters of a preview, as specified. */
export const PREVIEW_LENGTH = 150;

/** Enough text for any preview, so texts of 200,000 characters are not scanned in full. */
const READ_AT_MOST = 2000;

function collapseBlanks(text: string): string {
  return text.slice(0, READ_AT_MOST).replace(/\s+/g, ' ').trim();
}

/** Preview: the lesson, or the content if there is no lesson. */
export function previewText(row: { lesson: string; content: string }): string {
  return truncate(collapseBlanks(row.lesson) || collapseBlanks(row.content), PREVIEW_LENGTH);
}

/** Removes the title from the start of a text. */
export const withoutTitle = (text: string, title: string): string =>
  text.startsWith(title.replace(/…$/, '')) ? text.slice(title.length).replace(/^[\s.!?…]+/, '') : text;

/** Content below its title: omits the title sentence, unless the title is truncated or the whole content. */
export function contentBelowTitle(text: string, row: { lesson: string; content: string }): string {
  const title = fullTitle(row);
  return (!title.endsWith('…') && withoutTitle(text, title)) || text;
}

/** Text below a row's title: the lesson, or the rest of the content. */
export const textAfterTitle = (row: { lesson: string; content: string }): string =>
  collapseBlanks(row.lesson) === ''
    ? truncate(withoutTitle(collapseBlanks(row.content), fullTitle(row)), PREVIEW_LENGTH)
    : previewText(row);
