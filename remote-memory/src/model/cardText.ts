/** The preview of a memory; its title is a rule of the contracts. */
import { truncate, fullTitle } from '@hindsight/shared-contracts/rules';

export {
  TITLE_LENGTH,
  memoryTitle as titleOf,
  truncate,
  fullTitle as wholeTitleOf,
} from '@hindsight/shared-contracts/rules';

/** The spec's length of a preview, in characters. */
export const PREVIEW_LENGTH = 150;

/** Enough of a text for any preview, so that a text of 200,000 characters is not searched whole. */
const READ_AT_MOST = 2000;

function collapseBlanks(text: string): string {
  return text.slice(0, READ_AT_MOST).replace(/\s+/g, ' ').trim();
}

/** The preview: what was learned, or the content when nothing was. */
export function previewText(row: { lesson: string; content: string }): string {
  return truncate(collapseBlanks(row.lesson) || collapseBlanks(row.content), PREVIEW_LENGTH);
}

/** A text that begins with the title goes on behind it. */
export const withoutTitle = (text: string, title: string): string =>
  text.startsWith(title.replace(/…$/, '')) ? text.slice(title.length).replace(/^[\s.!?…]+/, '') : text;

/** A content below its title: without the sentence that is the title, unless the title is cut or all there is. */
export function contentBelowTitle(text: string, row: { lesson: string; content: string }): string {
  const title = fullTitle(row);
  return (!title.endsWith('…') && withoutTitle(text, title)) || text;
}

/** What a row shows below its title: what was learned, or how the content goes on. */
export const textAfterTitle = (row: { lesson: string; content: string }): string =>
  collapseBlanks(row.lesson) === ''
    ? truncate(withoutTitle(collapseBlanks(row.content), fullTitle(row)), PREVIEW_LENGTH)
    : previewText(row);
