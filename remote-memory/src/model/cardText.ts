/** The preview of a memory; its title is a rule of the contracts. */
import { truncate, wholeTitleOf } from '@hindsight/shared-contracts/rules';

export { TITLE_LENGTH, titleOf, truncate, wholeTitleOf } from '@hindsight/shared-contracts/rules';

/** The spec's length of a preview, in characters. */
export const PREVIEW_LENGTH = 150;

/** Enough of a text for any preview, so that a text of 200,000 characters is not searched whole. */
const READ_AT_MOST = 2000;

function flat(text: string): string {
  return text.slice(0, READ_AT_MOST).replace(/\s+/g, ' ').trim();
}

/** The preview: what was learned, or the content when nothing was. */
export function previewOf(row: { lesson: string; content: string }): string {
  return truncate(flat(row.lesson) || flat(row.content), PREVIEW_LENGTH);
}

/** A text that begins with the title goes on behind it. */
export const withoutTitle = (text: string, title: string): string =>
  text.startsWith(title.replace(/…$/, '')) ? text.slice(title.length).replace(/^[\s.!?…]+/, '') : text;

/** What a row shows below its title: what was learned, or how the content goes on. */
export const restOf = (row: { lesson: string; content: string }): string =>
  flat(row.lesson) === ''
    ? truncate(withoutTitle(flat(row.content), wholeTitleOf(row)), PREVIEW_LENGTH)
    : previewOf(row);
