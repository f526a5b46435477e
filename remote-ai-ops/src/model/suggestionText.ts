/** Title and preview of a suggestion's card. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';

/** Longest preview of the merged text, in characters. */
export const PREVIEW_LENGTH = 220;
/** Longest title. */
export const TITLE_LENGTH = 90;
/** Characters read to derive title and preview. */
const READ_LIMIT = 2000;

/** Longest last word that is dropped rather than split. */
const WORD = 24;

function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
  const space = start.lastIndexOf(' ');
  const whole = /\s/.test(text[length] ?? '') || space < length - WORD ? start : start.slice(0, space);
  return `${whole.replace(/(?<![\s,;:.])[\s,;:.]+$/, '')}…`;
}

function collapseBlanks(text: string): string {
  return text.slice(0, READ_LIMIT).replace(/\s+/g, ' ').trim();
}

/** Uses the first line of the merged text, without Markdown markup, as the title, and the rest as the preview. */
export function suggestionText({
  suggested_content: content,
  suggested_lessons_learned: lesson,
}: Pick<ConsolidationSuggestion, 'suggested_content' | 'suggested_lessons_learned'>): {
  title: string;
  preview: string;
} {
  const text = content.slice(0, READ_LIMIT).trim() || lesson.slice(0, READ_LIMIT).trim();
  const [line = '', ...rest] = text.split('\n');
  const title = collapseBlanks(line.replace(/^[\s#>*`_~-]+/, '')).replace(/\.$/, '');
  if (title === '') return { title: 'Untitled suggestion', preview: '' };
  const following = collapseBlanks(rest.join('\n'));
  return {
    title: truncate(title, TITLE_LENGTH),
    preview: truncate(following || collapseBlanks(lesson), PREVIEW_LENGTH),
  };
}
