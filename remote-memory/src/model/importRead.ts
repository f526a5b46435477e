/** Reads memories out of a file: an export of this dashboard, or the Markdown that agents are instructed with. */
import { isUuid, MAX_TEXT } from '@hindsight/shared-contracts/rules';

/** Something that could become a memory block. */
export interface ImportItem {
  /** Place in the file, from 1. */
  number: number;
  content: string;
  lesson: string;
  errors: string;
  externalLink: string;
  score: number | null;
  metadata: Record<string, unknown> | null;
  keywords: string[];
  /** As in the file; empty when missing. */
  agentId: string;
  agentName: string;
  conversationId: string;
}

export interface Reading {
  items: ImportItem[];
  /** What could not be read, with its place. */
  problems: { number: number; reason: string }[];
}

const NOTHING: Omit<ImportItem, 'number' | 'content' | 'lesson'> = {
  errors: '',
  externalLink: '',
  score: null,
  metadata: null,
  keywords: [],
  agentId: '',
  agentName: '',
  conversationId: '',
};

type Fields = Record<string, unknown>;

/** The value as an object; an empty one for anything else: a file may hold anything. */
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readKeywords(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.map((one) => (typeof one === 'string' ? one : textOf(fieldsOf(one)['keyword_text'])));
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}

function readItem(value: unknown, number: number): ImportItem | string {
  const block = fieldsOf(value);
  const content = textOf(block['content']);
  const lesson = textOf(block['lessons_learned']) || textOf(block['lesson']);
  const errors = textOf(block['errors']);
  if (content === '' && lesson === '') return 'It has neither content nor a lesson.';
  if (Math.max(content.length, lesson.length, errors.length) > MAX_TEXT) {
    return `A text is longer than ${MAX_TEXT.toLocaleString()} characters.`;
  }
  const score = block['feedback_score'];
  const conversationId = textOf(block['conversation_id']).trim();
  const metadata = block['metadata_col'];
  return {
    number,
    content: content || lesson,
    lesson,
    errors,
    externalLink: textOf(block['external_history_link']),
    score: typeof score !== 'number' ? null : Math.min(100, Math.max(0, Math.round(score))),
    metadata: typeof metadata === 'object' && metadata !== null ? fieldsOf(metadata) : null,
    keywords: readKeywords(block['keywords']),
    agentId: textOf(block['agent_id']).trim(),
    agentName: textOf(block['agent_name']).trim(),
    conversationId: isUuid(conversationId) ? conversationId : '',
  };
}

function readJson(text: string): Reading {
  const file: unknown = JSON.parse(text);
  const page = fieldsOf(file);
  const list = Array.isArray(file) ? file : page['items'];
  if (!Array.isArray(list))
    return { items: [], problems: [{ number: 1, reason: 'It contains no list of memories.' }] };
  const reading: Reading = { items: [], problems: [] };
  list.forEach((value, index) => {
    const item = readItem(value, index + 1);
    if (typeof item === 'string') reading.problems.push({ number: index + 1, reason: item });
    else reading.items.push(item);
  });
  return reading;
}

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const BULLET = /^(\s*)(?:[-*+]|\d+[.)])\s+(.*)$/;
const FENCE = /^\s*(```|~~~)/;

/** Removes comments; one that does not end is kept as text. */
function withoutComments(text: string): string {
  let plain = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    const end = start < 0 ? -1 : text.indexOf('-->', start);
    if (end < 0) return plain + text.slice(from);
    plain += text.slice(from, start);
    from = end + 3;
  }
}

/**
 * Bullets become lessons; so does a paragraph under no bullet. The headings above give the context of each. A code fence
 * belongs to the lesson before it.
 */
function readMarkdown(text: string): Reading {
  const headings: string[] = [];
  const found: { heading: string; lines: string[] }[] = [];
  let open: { heading: string; lines: string[] } | null = null;
  let isFenced = false;
  let isBullet = false;
  const start = (line: string, bullet: boolean) => {
    open = { heading: headings.filter(Boolean).join(' › '), lines: [line] };
    isBullet = bullet;
    found.push(open);
  };
  const plain = withoutComments(text).replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '');
  for (const line of plain.split(/\r?\n/)) {
    const last = open as { lines: string[] } | null;
    if (FENCE.test(line)) {
      isFenced = !isFenced;
      if (last) last.lines.push(line.trim());
      else start(line.trim(), false);
      continue;
    }
    const heading = isFenced ? null : HEADING.exec(line);
    const bullet = isFenced ? null : BULLET.exec(line);
    if (heading) {
      const level = heading[1]?.length ?? 1;
      headings.length = Math.min(headings.length, level - 1);
      while (headings.length < level - 1) headings.push('');
      headings.push(heading[2] ?? '');
      open = null;
    } else if (bullet && (bullet[1] === '' || !last)) start(bullet[2] ?? '', true);
    else if (isFenced) last?.lines.push(line);
    else if (line.trim() === '') {
      if (!isBullet) open = null;
      else last?.lines.push('');
    } else if (last && (!isBullet || /^\s/.test(line)))
      last.lines.push(isBullet ? line.replace(/^ {1,4}/, '') : line);
    else start(line.trim(), false);
  }
  const items = found
    .map(({ heading, lines }) => ({ heading, lesson: lines.join('\n').trim() }))
    .filter(({ lesson }) => /[\p{L}\p{N}]/u.test(lesson))
    .map(({ heading, lesson }, index) => ({
      ...NOTHING,
      number: index + 1,
      lesson,
      content: heading === '' ? lesson : `${heading}: ${lesson}`,
    }));
  return { items, problems: items.length === 0 ? [{ number: 1, reason: 'It contains no lessons.' }] : [] };
}

/**
 * @param name of the file, to distinguish JSON from Markdown; a pasted text has none.
 * @returns problems instead of throwing: a file may be anything.
 */
export function readImport(text: string, name: string): Reading {
  const isJson = /\.json$/i.test(name) || (name === '' && /^\s*[[{]/.test(text));
  if (!isJson) return readMarkdown(text);
  try {
    return readJson(text.replace(/^\uFEFF/, ''));
  } catch {
    return { items: [], problems: [{ number: 1, reason: 'It is not valid JSON.' }] };
  }
}
