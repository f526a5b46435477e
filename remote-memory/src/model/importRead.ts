/** Reads memories out of a file: an export of this dashboard or of another memory server, or the Markdown that agents are instructed with. */
import { readCsv } from '@hindsight/shared-contracts/rules';
import type { Agent } from './agent';
import { graphOf, openMemoriesOf, readGraph, readOpenMemory, type ForeignEntry } from './foreignMemories';
import { EXPORT_KIND, EXPORT_VERSION } from './exportFormats';
import { fieldsOf, type Fields } from './fields';
import { itemOf, readItem, readKeywords, textOf, type ImportItem } from './importItem';

export interface Reading {
  items: ImportItem[];
  /** The agents and keywords of the workspace that was exported; empty in other files. */
  agents: Pick<Agent, 'name' | 'description'>[];
  keywords: string[];
  /** What could not be read, with its place. */
  problems: { number: number; reason: string }[];
}

/** A reading without anything; a problem of the file as a whole has the number 1. */
const nothing = (reason?: string): Reading => ({
  items: [],
  agents: [],
  keywords: [],
  problems: reason === undefined ? [] : [{ number: 1, reason }],
});

/** The memories of a list, with the reasons for what is left out; an entry may be such a reason already. */
function readEntries(entries: readonly (object | string)[], reading = nothing()): Reading {
  entries.forEach((entry, index) => {
    const item = typeof entry === 'string' ? entry : readItem(entry, index + 1);
    if (typeof item === 'string') reading.problems.push({ number: index + 1, reason: item });
    else reading.items.push(item);
  });
  return reading;
}

/** What another memory server exported. */
const readForeign = (entries: readonly ForeignEntry[]): Reading =>
  entries.length === 0 ? nothing('It contains no list of memories.') : readEntries(entries);

/** A memory has one of them. */
const TEXTS = ['content', 'lessons_learned'];

function readJson(file: unknown): Reading {
  const graph = graphOf(file);
  if (graph) return readForeign(readGraph(graph));
  const memories = openMemoriesOf(file);
  if (memories) return readForeign(readOpenMemory(memories));
  const page = fieldsOf(file);
  const version = Number(page['version']);
  if (page['kind'] === EXPORT_KIND && version > EXPORT_VERSION) {
    return nothing(
      `It was exported by a newer version of Hindsight (format ${version}). This version reads formats up to ${EXPORT_VERSION}.`,
    );
  }
  // A file with one line of JSON has one memory.
  const list = Array.isArray(file) ? file : TEXTS.some((name) => name in page) ? [page] : page['items'];
  if (!Array.isArray(list)) return nothing('It contains no list of memories.');
  const agents = Array.isArray(page['agents']) ? page['agents'].map(fieldsOf) : [];
  return readEntries(list.map(fieldsOf), {
    ...nothing(),
    agents: agents
      .map((agent) => ({
        name: textOf(agent['agent_name']).trim(),
        description: textOf(agent['description']),
      }))
      .filter(({ name }) => name !== ''),
    keywords: readKeywords(page['keywords']) ?? [],
  });
}

/** A row of our CSV export as an entry of JSON, or why it cannot be read. */
function readCsvRow(names: readonly string[], cells: readonly string[]): Fields | string {
  const row: Fields = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  if ('keywords' in row) row['keywords'] = textOf(row['keywords']).split(';').filter(Boolean);
  const metadata = textOf(row['metadata']);
  try {
    if (metadata !== '') row['metadata_col'] = JSON.parse(metadata);
  } catch {
    return 'Its metadata is not valid JSON.';
  }
  return { ...row, archived: textOf(row['archived_at']) !== '' };
}

const namesOf = (head: readonly string[]) => head.map((name) => name.trim().toLowerCase());

/** A table whose columns have the names of our export, in whatever order. */
function readTable(text: string): Reading {
  const [head = [], ...rows] = readCsv(text);
  const names = namesOf(head);
  if (!TEXTS.some((name) => names.includes(name))) {
    return nothing('It has no column “content” or “lessons_learned”.');
  }
  return rows.length === 0
    ? nothing('It contains no memories.')
    : readEntries(rows.map((row) => readCsvRow(names, row)));
}

const HEADING = /^(#{1,6})\s(.*)$/;
/** Signs that close a heading are set off by a blank: `# C#` names C#. */
const CLOSING = /(?<=^|\s)#+$/;
const BULLET = /^(\s*)(?:[-*+]|\d+[.)])\s+(\S.*)?$/;
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
      headings.push((heading[2] ?? '').trim().replace(CLOSING, '').trimEnd());
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
    .map(({ heading, lesson }, index) =>
      itemOf(index + 1, {
        content: heading === '' ? lesson : `${heading}: ${lesson}`,
        lessons_learned: lesson,
      }),
    );
  return items.length === 0 ? nothing('It contains no lessons.') : { ...nothing(), items };
}

/** The values of a file with one JSON object a line; undefined when it is not one. */
function jsonLines(text: string): unknown[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0 || !lines.every((line) => line.trimStart().startsWith('{'))) return undefined;
  try {
    return lines.map((line) => JSON.parse(line) as unknown);
  } catch {
    return undefined;
  }
}

/** Columns of which a table without a name has at least two: a sentence may contain one of them and a comma. */
const COLUMNS = new Set([
  ...TEXTS,
  'id',
  'agent_id',
  'agent_name',
  'errors',
  'keywords',
  'created_at',
  'timestamp',
]);

/** Whether the first line is the head of a table with memories. */
function isTable(text: string): boolean {
  const names = namesOf(readCsv(text.trimStart().split(/\r?\n/, 1)[0] ?? '')[0] ?? []);
  const known = names.filter((name) => COLUMNS.has(name));
  return known.length > 1 && names.every((name) => /^\w+$/.test(name));
}

/** The value of a text of JSON or of lines of JSON; undefined when it is neither. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return jsonLines(text);
  }
}

/** How JSON with memories begins, so that a broken file is not taken for prose, and prose that begins with a bracket not for JSON. */
const JSON_START = /^\s*(?:\[\s*)?\{\s*["}]/;

/**
 * Recognised by its name, and by its content where the name says nothing: an export of this dashboard (JSON or CSV), the graph of the
 * reference memory server, OpenMemory's export, else Markdown.
 * @param name of the file; a pasted text has none.
 * @returns problems instead of throwing: a file may be anything.
 */
export function readImport(text: string, name: string): Reading {
  const plain = text.replace(/^\uFEFF/, '');
  const isUnnamed = !/\.(?:csv|jsonl?|ndjson|md|markdown)$/i.test(name);
  if (/\.csv$/i.test(name) || (isUnnamed && isTable(plain))) return readTable(plain);
  const isJson = /\.(?:jsonl?|ndjson)$/i.test(name) || (isUnnamed && JSON_START.test(plain));
  if (!isJson) return readMarkdown(text);
  const file = jsonOf(plain);
  return file === undefined ? nothing('It is not valid JSON.') : readJson(file);
}
