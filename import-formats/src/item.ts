/** Converts one entry of a file to an importable memory. */
import type { BlockFieldValues, ImportRow } from '@hindsight/shared-contracts/api';
import {
  BLOCK_FIELD_NAMES,
  BLOCK_FIELDS,
  EMPTY_MEMORY,
  formatNumber,
  isUuid,
  isVisible,
  MAX_TEXT,
  safeLink,
} from '@hindsight/shared-contracts/rules';
import { readFields, readString, readTrimmed, type Fields } from './fields';
import { readTime, type TimeStyle } from './times';

/** An importable memory. */
export interface ImportItem {
  /** 1-based position in the file. */
  number: number;
  /** The id by which other rows of the file refer to it; null without one. */
  id: string | null;
  content: string;
  lesson: string;
  errors: string;
  /** The row to send, with the values of the file. */
  row: ImportRow;
  /** Names of fields that are present in the file but unreadable. */
  unread: readonly string[];
}

/** Field names of other tools → ours. */
export const ALIASES: Readonly<Record<string, string>> = {
  memory: 'content',
  text: 'content',
  fact: 'content',
  lesson: 'lessons_learned',
  tags: 'keywords',
  labels: 'keywords',
  categories: 'keywords',
  metadata: 'metadata_col',
  timestamp: 'created_at',
};

/** A memory needs at least one of these. */
export const TEXT_FIELDS = ['content', 'lessons_learned'];

/** Imported fields other than those that an author writes. */
const OTHERS = [
  'id',
  'agent_id',
  'agent_name',
  'conversation_id',
  'feedback_score',
  'problem',
  'retrieval_count',
];
/** Names of all imported fields. */
export const IMPORTED: ReadonlySet<string> = new Set<string>([
  ...BLOCK_FIELD_NAMES,
  ...OTHERS,
  ...['keywords', 'archived', 'archived_at', 'created_at', 'updated_at'],
]);

/** Renames the fields of an entry to ours; of two synonyms, the first non-empty one wins. */
export function withOurNames(entry: Fields): Fields {
  const named: Fields = {};
  for (const [name, value] of Object.entries(entry)) {
    const ours = ALIASES[name] ?? name;
    if ((named[ours] ?? '') === '') named[ours] = value;
  }
  return named;
}

/** A non-negative integer, possibly given as a string. */
function readNumber(value: unknown, most: number): number | null {
  const number = typeof value === 'number' ? value : Number(readString(value).trim() || NaN);
  return Number.isFinite(number) ? Math.min(most, Math.max(0, Math.round(number))) : null;
}

const readUuid = (value: unknown): string | null =>
  isUuid(readString(value)) ? readString(value).trim() : null;
const findProblem = (value: unknown) => (value === 'wrong' || value === 'outdated' ? value : null);

/** Reads keywords given as strings or objects; undefined when none is readable. */
export function readKeywords(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((one) => {
    const { keyword_text: text, keyword = text } = readFields(one);
    return readString(typeof one === 'string' ? one : keyword).trim();
  });
  const found = [...new Set(texts.filter((text) => text !== ''))];
  return value.length > 0 && found.length === 0 ? undefined : found;
}

const MOST_RETRIEVALS = 2 ** 31 - 1;
/** A lone surrogate as JSON escapes it, after an even number of backslashes. */
const HALF_A_CHARACTER = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;
/** Slightly below the nesting limit of the service for requests. */
const MAX_METADATA_DEPTH = 24;

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((one) => isDeeper(one, depth - 1)));

/** Fields that an author writes; null when missing or unreadable. */
const authorFields = (block: Fields): BlockFieldValues =>
  Object.fromEntries(
    BLOCK_FIELD_NAMES.map((name) => {
      const { kind } = BLOCK_FIELDS[name];
      const value = block[name];
      if (kind === 'object')
        return [name, typeof value === 'object' && value !== null ? readFields(value) : null];
      return [name, kind === 'link' ? safeLink(readString(value)) : readString(value) || null];
    }),
  ) as BlockFieldValues;

/** Reads an entry. @param number its 1-based position in the file. @returns the item, or the reason why it is rejected. */
export function readItem(block: Fields, number: number, times: TimeStyle): ImportItem | string {
  const fields = authorFields(block);
  const { errors } = fields;
  const lesson = fields.lessons_learned ?? (readString(block['lesson']) || null);
  const given = readString(block['content']);
  const content = isVisible(given) ? given : (lesson ?? '');
  if (!isVisible(content)) return EMPTY_MEMORY;
  if (Math.max(content.length, lesson?.length ?? 0, errors?.length ?? 0) > MAX_TEXT) {
    return `A text is longer than ${formatNumber(MAX_TEXT)} characters.`;
  }
  if (isDeeper(block['metadata_col'], MAX_METADATA_DEPTH)) return 'Its metadata is nested too deeply.';
  const row: ImportRow = {
    ...fields,
    content,
    lessons_learned: lesson,
    agent_name: readTrimmed(block['agent_name']) || null,
    agent_id: readUuid(block['agent_id']),
    conversation_id: readUuid(block['conversation_id']),
    feedback_score: readNumber(block['feedback_score'], 100),
    problem: findProblem(block['problem']),
    retrieval_count: readNumber(block['retrieval_count'], MOST_RETRIEVALS),
    keywords: readKeywords(block['keywords']),
    archived: block['archived'] === true,
    archived_at: readTime(block['archived_at'], times),
    created_at: readTime(block['created_at'], times),
    updated_at: readTime(block['updated_at'], times),
  };
  if (HALF_A_CHARACTER.test(JSON.stringify(row))) {
    return 'The text contains an invalid character (lone surrogate).';
  }
  const unread = Object.entries(row)
    .filter(([name, read]) => read == null && (block[name] ?? '') !== '')
    .map(([name]) => name);
  return {
    number,
    id: readUuid(block['id']),
    row,
    unread,
    content,
    lesson: lesson ?? '',
    errors: errors ?? '',
  };
}
