/** Reads memories from a file or pasted text of any supported tool. Independent of UI, database and network. */
import { decodeText } from './decodeText';
import { EXPORT_KIND, EXPORT_VERSION } from './exportKind';
import { readFields, readItems, readString, readTexts, readTrimmed, type Fields } from './fields';
import { readItem, readKeywords, TEXT_FIELDS, withOurNames, type ImportItem } from './item';
import { claudeMemories, metadataWith, recognizeJson, type Entry } from './jsonFormats';
import { dateText, passageRows, readMarkdown, type MarkdownDocument } from './markdown';
import { readOwnMarkdown } from './ownMarkdown';
import { findLists, readOther } from './otherLists';
import { parseJson, parseJsonLines, type JsonLines } from './parseJson';
import { Unreadable, type Choices, type Question, type Source } from './source';
import { isTable, readTable } from './table';
import { timeStyle } from './times';
import { unpack, type NamedBytes } from './unpack';

export type { Choices, ImportItem, Question };

export interface Reading {
  format: string;
  items: ImportItem[];
  /** Agents and keywords of the exported workspace; empty for other files. */
  agents: { name: string; description: string }[];
  keywords: string[];
  /** Entries that could not be read, with their position. */
  problems: { number: number; reason: string }[];
  /** Sentences on how the file was interpreted. */
  notes: string[];
  /** Ambiguities that the user can resolve. */
  questions: Question[];
}

export interface ReadOptions {
  /** The user's answers to the questions of a first reading. */
  choices?: Choices;
  /** Called between small units of work to keep the page responsive; throws to stop. */
  pause?(): Promise<void> | void;
}

/** The content of one file, with the field names of our own export. */
interface Content {
  format: string;
  entries: Entry[];
  agents?: Reading['agents'];
  keywords?: string[];
  problems?: Reading['problems'];
}

const NO_MEMORIES = 'It contains no list of memories.';

/** @throws Unreadable for our own export in a newer format. */
function requireKnownVersion(version: number): void {
  if (version <= EXPORT_VERSION) return;
  throw new Unreadable(
    `It was exported by a newer version of Hindsight (format ${version}). This version reads formats up to ${EXPORT_VERSION}.`,
  );
}

/** Reads our own export, or a JSON list of entries. */
function readOwn(file: unknown, source: Source): Content {
  const page = readFields(file);
  const isOwn = page['kind'] === EXPORT_KIND;
  if (isOwn) requireKnownVersion(Number(page['version']));
  // A JSON Lines file with a single line is one memory.
  const list: unknown = Array.isArray(file)
    ? file
    : TEXT_FIELDS.some((name) => name in withOurNames(page))
      ? [page]
      : (page['items'] ?? page['memories'] ?? findLists(page, source));
  if (!Array.isArray(list)) throw new Unreadable(NO_MEMORIES);
  return {
    format: isOwn ? 'Hindsight export' : 'JSON list of memories',
    entries: list.map((entry: unknown) => {
      if (typeof entry === 'string') return { content: entry };
      return isOwn ? withOurNames(readFields(entry)) : readOther(readFields(entry), source);
    }),
    agents: readItems(page['agents'])
      .map((agent) => ({
        name: readTrimmed(agent['agent_name']),
        description: readString(agent['description']),
      }))
      .filter(({ name }) => name !== ''),
    keywords: readKeywords(page['keywords']) ?? [],
  };
}

async function readJson(file: unknown, source: Source): Promise<Content> {
  // Some agent files are JSON encoded as a JSON string.
  if (typeof file === 'string') {
    const inner = parseJson(file, source);
    if (typeof inner === 'object' && inner !== null) return readJson(inner, source);
  }
  const texts = claudeMemories(file);
  if (!texts) return recognizeJson(file, source) ?? readOwn(file, source);
  const entries: Entry[] = [];
  for (const text of texts) entries.push(...passageRows(source, await readMarkdown(source, text), false));
  return { format: 'Claude data export', entries };
}

/** `- [decision] Use FTS5 #sqlite`: identifies a note whose permalink is turned off. */
const OBSERVATION = /^[-*] \[[^\]\n]{2,}\] /m;
const CODE = /```[^]*?```|`[^`\n]*`/g;

/** Reads a basic-memory note as one memory: title, observations and relations belong together. */
function readNote({ properties, body }: MarkdownDocument, name: string): Entry | undefined {
  const isTyped = [properties['title'], properties['type']].every((text) => typeof text === 'string');
  if (typeof properties['permalink'] !== 'string' && !(isTyped && OBSERVATION.test(body))) return undefined;
  const { title, type, tags, permalink, created, modified, ...rest } = properties;
  const heading = readTrimmed(title) || name.replace(/^.*\//, '').replace(/\.\w+$/, '');
  const text = body.trim();
  const lesson = text.startsWith(`# ${heading}\n`) ? text.slice(heading.length + 3).trim() : text;
  const inline = lesson.replace(CODE, '').matchAll(/(?<=^|\s)#([\p{L}\p{N}_/-]+)/gu);
  const given = readTexts(tags).map((tag) => tag.replace(/^#/, ''));
  const keywords = [...new Set([...given, ...[...inline].map(([, tag = '']) => tag)])];
  return {
    content: `${heading}: ${lesson}`,
    lessons_learned: lesson,
    category: type === 'note' ? undefined : readTrimmed(type),
    created_at: dateText(created),
    updated_at: dateText(modified),
    metadata_col: metadataWith(rest, { permalink }),
    ...(keywords.length > 0 && { keywords }),
  };
}

/** Mem0's project export in Markdown: blocks of front matter, each followed by the text of a memory. */
const MEM0_BLOCK = /^---\r?\n((?:[a-z_]+:[^\n]*\n)+)---\r?\n([\s\S]*?)(?=^---\r?\nid:|$(?![\s\S]))/gm;

function readMem0Blocks(text: string): Entry[] {
  return [...text.matchAll(MEM0_BLOCK)].map(([, head = '', content = '']) => {
    const fields = Object.fromEntries(
      head.split(/\r?\n/).map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at), line.slice(at + 1).trim()];
      }),
    );
    const { id, created_at, categories, type, confidence, branch, files } = fields;
    const extra = Object.entries({ type, confidence, branch, files }).filter(([, value]) => value);
    const keywords = readTexts(categories);
    return {
      id,
      content: content.trim(),
      created_at,
      ...(extra.length > 0 && { metadata_col: Object.fromEntries(extra) }),
      ...(keywords.length > 0 && { keywords }),
    };
  });
}

async function readText(text: string, source: Source): Promise<Content> {
  if (/^---\r?\nid:/.test(text) && /^categories:/m.test(text))
    return { format: 'Mem0 export', entries: readMem0Blocks(text) };
  const own = await readOwnMarkdown(text, source);
  if (own) {
    requireKnownVersion(own.version);
    const added = passageRows(source, await readMarkdown(source, own.rest), false);
    return { format: 'Hindsight export', entries: [...own.entries, ...added] };
  }
  const document = await readMarkdown(source, text);
  const note = readNote(document, source.name);
  if (note) return { format: 'basic-memory note', entries: [note] };
  const isPlain = !/\.(?:mdc?|markdown)$/i.test(source.name);
  const entries = passageRows(source, document, isPlain);
  if (entries.length === 0) throw new Unreadable('It contains no lessons.');
  const facts = entries.filter((entry) => entry['lessons_learned'] === undefined).length;
  const hasLines = source.questions.some(({ aspect, value }) => aspect === 'lines' && value === 'lines');
  const format = facts > 0 ? 'Dated memory list' : hasLines ? 'List of facts' : 'Markdown';
  return { format, entries };
}

/** Start of JSON with memories: keeps invalid JSON from being read as prose, and prose with a leading bracket as JSON. */
const JSON_START = /^\s*(?:\[\s*)?\{\s*["}]|^\s*\[\s*"/;
const NAMED = /\.(?:csv|tsv|jsonl?|ndjson|af|mdc?|markdown)$/i;

/** Reads one file, recognized by its extension or else by its text. */
async function readFile(text: string, source: Source): Promise<Content> {
  const { name } = source;
  const plain = text.replace(/^\uFEFF/, '');
  const isUnnamed = !NAMED.test(name);
  if (/\.[ct]sv$/i.test(name) || (isUnnamed && isTable(plain))) {
    return { format: 'Table', entries: await readTable(plain, source) };
  }
  const isJson = /\.(?:jsonl?|ndjson|af)$/i.test(name) || (isUnnamed && JSON_START.test(plain));
  if (!isJson) return readText(plain, source);
  const whole = parseJson(plain, source);
  if (whole !== undefined) return readJson(whole, source);
  const lines = await parseJsonLines(plain, source);
  if (!lines) throw new Unreadable('It is not valid JSON.');
  const content = await readJson(lines.values, source);
  return { ...content, problems: [...(content.problems ?? []), ...lines.problems] };
}

/** Merges the two files of an OpenMemory archive, which both contain every memory. */
async function mergeCopies(files: readonly NamedBytes[], source: Source): Promise<string | undefined> {
  const find = (pattern: RegExp) => files.find(({ name }) => pattern.test(name));
  const whole = find(/(?:^|\/)memories\.json$/);
  const lines = find(/(?:^|\/)memories\.jsonl$/);
  if (!whole || !lines) return undefined;
  const page = readFields(parseJson(decodeText(whole.bytes, source), source));
  const rows: JsonLines | undefined = await parseJsonLines(decodeText(lines.bytes, source), source);
  if (!Array.isArray(page['memories']) || !rows) return undefined;
  const toKey = ({ id, content }: Fields) => JSON.stringify([id, content]);
  const known = new Set(readItems(page['memories']).map(toKey));
  const others = readItems(rows.values).filter((row) => !known.has(toKey(row)));
  return JSON.stringify({ ...page, memories: [...readItems(page['memories']), ...others] });
}

/** Reads every file of an archive; unreadable ones are reported with the reason. */
async function readArchive(files: readonly NamedBytes[], source: Source): Promise<Content> {
  const merged = await mergeCopies(files, source);
  if (merged !== undefined) return readFile(merged, { ...source, name: 'memories.json' });
  const contents: Content[] = [];
  const problems: Reading['problems'] = [];
  for (const [index, { name, bytes }] of files.entries()) {
    try {
      contents.push(await readFile(decodeText(bytes, source), { ...source, name }));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push({ number: index + 1, reason: `${name}: ${error.message}` });
    }
  }
  return {
    format: [...new Set(contents.map(({ format }) => format))].join(', ') || 'ZIP archive',
    entries: contents.flatMap(({ entries }) => entries),
    agents: contents.flatMap(({ agents = [] }) => agents),
    keywords: contents.flatMap(({ keywords = [] }) => keywords),
    problems: [...problems, ...contents.flatMap(({ problems: inside = [] }) => inside)],
  };
}

async function readContent(file: Uint8Array | string, source: Source): Promise<Content> {
  if (typeof file === 'string') return readFile(file, source);
  const files = unpack({ name: source.name, bytes: file });
  const [first] = files;
  if (files.length > 1 || !first) return readArchive(files, source);
  return readFile(decodeText(first.bytes, source), { ...source, name: first.name });
}

/**
 * Reads memories from a file: an export of this dashboard or another tool, a table, Markdown, a list of facts, or an archive of these.
 * @param file bytes of the file, or pasted text.
 * @param name file name; empty for pasted text.
 * @returns a reading that lists problems instead of throwing, since a file may be anything. Rejects only when `pause` does.
 */
export async function readImport(
  file: Uint8Array | string,
  name: string,
  { choices = {}, pause = () => undefined }: ReadOptions = {},
): Promise<Reading> {
  const source: Source = { name, choices, pause, notes: new Set(), questions: [] };
  const reading: Reading = {
    format: 'Unknown format',
    items: [],
    agents: [],
    keywords: [],
    problems: [],
    notes: [],
    questions: source.questions,
  };
  try {
    const { format, entries, agents = [], keywords = [], problems = [] } = await readContent(file, source);
    const times = timeStyle(entries, source);
    reading.format = format;
    reading.agents = agents;
    reading.keywords = keywords;
    for (const [index, entry] of entries.entries()) {
      await pause();
      const item = typeof entry === 'string' ? entry : readItem(entry, index + 1, times);
      if (typeof item === 'string') reading.problems.push({ number: index + 1, reason: item });
      else reading.items.push(item);
    }
    reading.problems.push(...problems);
    if (entries.length === 0 && reading.problems.length === 0) throw new Unreadable(NO_MEMORIES);
  } catch (error) {
    // Parsers recurse for each level of nesting.
    if (error instanceof RangeError) reading.problems.push({ number: 1, reason: 'It is nested too deeply.' });
    else if (error instanceof Unreadable) reading.problems.push({ number: 1, reason: error.message });
    else throw error;
  }
  reading.notes = [...source.notes];
  return reading;
}
