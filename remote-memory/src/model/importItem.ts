/** One entry of a file as a memory that could be stored: its fields in every shape that services and people give them. */
import type { ImportRow } from '@hindsight/shared-contracts/api';
import { formatNumber, isUuid, MAX_TEXT } from '@hindsight/shared-contracts/rules';
import type { Texts } from './duplicates';
import { fieldsOf, type Fields } from './fields';
import { safeLink } from './memory';

/** Something that could become a memory block. */
export interface ImportItem extends Texts {
  /** Place in the file, from 1. */
  number: number;
  /** By which other rows of the file name it; null where the file has none. */
  id: string | null;
  /** What is sent, as the file has it. */
  row: ImportRow;
  /** Fields that the file has and that cannot be read, by name. */
  unread: readonly string[];
}

/** A text as it is; empty for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A whole number from 0, which may be written as text. */
function numberOf(value: unknown, most: number): number | null {
  const number = typeof value === 'number' ? value : Number(textOf(value).trim() || NaN);
  return Number.isFinite(number) ? Math.min(most, Math.max(0, Math.round(number))) : null;
}

const uuidOf = (value: unknown): string | null => (isUuid(textOf(value)) ? textOf(value).trim() : null);
const problemOf = (value: unknown) => (value === 'wrong' || value === 'outdated' ? value : null);
const ISO = /^\d{4}-\d\d-\d\dT/;
/** A time that can be read, in ISO-8601; null for anything else. */
function timeOf(value: unknown): string | null {
  const text = textOf(value);
  const time = Date.parse(text);
  if (Number.isNaN(time)) return null;
  return ISO.test(text) ? text : new Date(time).toISOString();
}

/** Keywords as texts or as objects; undefined when none can be read. */
export function readKeywords(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((one) => {
    const { keyword_text: text, keyword = text } = fieldsOf(one);
    return textOf(typeof one === 'string' ? one : keyword).trim();
  });
  const found = [...new Set(texts.filter((text) => text !== ''))];
  return value.length > 0 && found.length === 0 ? undefined : found;
}

/** The item of a row; what is compared of it is what would be stored. */
export function itemOf(
  number: number,
  row: ImportRow,
  id: string | null = null,
  unread: readonly string[] = [],
): ImportItem {
  return {
    number,
    id,
    row,
    unread,
    content: row.content,
    lesson: row.lessons_learned ?? '',
    errors: row.errors ?? '',
  };
}

const MOST_RETRIEVALS = 2 ** 31 - 1;

/** The item of an entry, or why it is none. @param number its place in the file, from 1. */
export function readItem(value: unknown, number: number): ImportItem | string {
  const given = fieldsOf(value);
  const block: Fields = { ...given, created_at: given['created_at'] ?? given['timestamp'] };
  const text = (name: string) => textOf(block[name]) || null;
  const lesson = text('lessons_learned') ?? text('lesson');
  const content = textOf(block['content']);
  const errors = text('errors');
  if (content === '' && lesson === null) return 'It has neither content nor a lesson.';
  if (Math.max(content.length, lesson?.length ?? 0, errors?.length ?? 0) > MAX_TEXT) {
    return `A text is longer than ${formatNumber(MAX_TEXT)} characters.`;
  }
  const metadata = block['metadata_col'];
  const row: ImportRow = {
    content: 'content' in block ? content : (lesson ?? ''),
    lessons_learned: lesson,
    errors,
    summary: text('summary'),
    external_history_link: safeLink(textOf(block['external_history_link'])),
    priority: text('priority'),
    category: text('category'),
    metadata_col: typeof metadata === 'object' && metadata !== null ? fieldsOf(metadata) : null,
    agent_name: textOf(block['agent_name']).trim() || null,
    agent_id: uuidOf(block['agent_id']),
    conversation_id: uuidOf(block['conversation_id']),
    feedback_score: numberOf(block['feedback_score'], 100),
    problem: problemOf(block['problem']),
    retrieval_count: numberOf(block['retrieval_count'], MOST_RETRIEVALS),
    keywords: readKeywords(block['keywords']),
    archived: block['archived'] === true,
    archived_at: timeOf(block['archived_at']),
    created_at: timeOf(block['created_at']),
    updated_at: timeOf(block['updated_at']),
  };
  const unread = Object.entries(row)
    .filter(([name, read]) => read == null && (block[name] ?? '') !== '')
    .map(([name]) => name);
  return itemOf(number, row, uuidOf(block['id']), unread);
}
