/** JSON exports of other tools: recognizes each format and maps its entries to memories. */
import { readFields, readItems, readString, readTexts, readTrimmed, type Fields } from './fields';
import { parseJson } from './parseJson';
import { Unreadable, type Source } from './source';

/** An entry with the field names of our own export, or the reason why it is skipped. */
export type Entry = Fields | string;

/** A file whose format was recognized. */
export interface Recognized {
  format: string;
  entries: Entry[];
}

/** @returns undefined for a file of another format. */
type Recognizer = (file: unknown, source: Source) => Recognized | undefined;

const NO_TEXT = 'It has no text.';

/** The entries of a file that is an array or has one under any of `names`. */
function readEntries(file: unknown, ...names: string[]): Fields[] {
  if (Array.isArray(file)) return readItems(file);
  const page = readFields(file);
  return readItems(names.map((name) => page[name]).find(Array.isArray));
}

/** Reads all entries if at least one is recognized as this format. */
function readList(
  format: string,
  entries: readonly Fields[],
  isKnown: (entry: Fields) => boolean,
  read: (entry: Fields) => Entry,
): Recognized | undefined {
  return entries.some(isKnown) ? { format, entries: entries.map(read) } : undefined;
}

/** Metadata as an object; some databases store it as a JSON string. */
function metadataFields(metadata: unknown): Fields {
  const text = readTrimmed(metadata);
  if (text === '') return readFields(metadata);
  const parsed = parseJson(text, { notes: new Set() });
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return isObject ? readFields(parsed) : { metadata: text };
}

/** Metadata merged with the non-empty values of `extra`; null when empty. */
export function metadataWith(metadata: unknown, extra: Fields = {}): Fields | null {
  const kept = Object.entries(extra).filter(([, value]) => (value ?? '') !== '');
  const all = { ...metadataFields(metadata), ...Object.fromEntries(kept) };
  return Object.keys(all).length > 0 ? all : null;
}

const keywordsIn = (...lists: unknown[]): Fields => {
  const keywords = [...new Set(lists.flatMap(readTexts))];
  return keywords.length > 0 ? { keywords } : {};
};

/* Knowledge graph of the reference memory server: entities with observations, and relations between them. */

const isEntity = ({ entityType, observations, name }: Fields) =>
  readTrimmed(name) !== '' && (typeof entityType === 'string' || Array.isArray(observations));
const isRelation = ({ from, to, relationType }: Fields) =>
  [from, to, relationType].every((text) => readTrimmed(text) !== '');
const formatSentence = ({ from, to, relationType }: Fields) =>
  `${readTrimmed(from)} ${readTrimmed(relationType)} ${readTrimmed(to)}`;

/** One memory per entity, with its observations and outgoing relations. */
function readGraph(entries: readonly Fields[]): Entry[] {
  const names = new Set(entries.filter(isEntity).map(({ name }) => readTrimmed(name)));
  const related = new Map<string, string[]>();
  for (const relation of entries.filter(isRelation)) {
    const from = readTrimmed(relation['from']);
    const sentences = related.get(from);
    if (sentences) sentences.push(formatSentence(relation));
    else related.set(from, [formatSentence(relation)]);
  }
  return entries.flatMap((entry): Entry[] => {
    if (isEntity(entry)) {
      const name = readTrimmed(entry['name']);
      const type = readTrimmed(entry['entityType']);
      const lines = [...listTexts(entry['observations']), ...(related.get(name) ?? [])];
      related.delete(name);
      if (lines.length === 0) return [`“${name}” has neither observations nor relations.`];
      const lesson = lines.join('\n');
      return [
        {
          content: `${name}${type && ` (${type})`}: ${lesson}`,
          lessons_learned: lesson,
          ...(type && { keywords: [type] }),
        },
      ];
    }
    if (!isRelation(entry)) return ['It is neither an entity nor a relation.'];
    // A relation belongs to the memory of its source entity.
    return names.has(readTrimmed(entry['from'])) ? [] : [{ content: formatSentence(entry) }];
  });
}

/** Reads observations: strings, or objects with a text. */
const listTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [])
    .map(
      (one: unknown) =>
        readTrimmed(one) || readTrimmed(readFields(one)['content']) || readTrimmed(readFields(one)['text']),
    )
    .filter((text) => text !== '');

const graph: Recognizer = (file) => {
  const format = 'Reference MCP memory server';
  const page = readFields(file);
  const entries = Array.isArray(file) ? readItems(file) : [];
  const isGraph = entries.some(
    (one) => (one['type'] === 'entity' && isEntity(one)) || (one['type'] === 'relation' && isRelation(one)),
  );
  if (isGraph) return { format, entries: readGraph(entries) };
  if (!Array.isArray(page['entities'])) return undefined;
  return { format, entries: readGraph([...readItems(page['entities']), ...readItems(page['relations'])]) };
};

/* OpenMemory: memories.json of its backup, and memories.jsonl.gz. */

const OPEN_MEMORY_MARKS = ['state', 'app', 'app_id', 'app_name'];

const openMemory: Recognizer = (file, { notes }) => {
  const page = readFields(file);
  const named = [...readItems(page['apps']), ...readItems(page['categories'])];
  const names = new Map(named.map(({ id, name }) => [readTrimmed(id), readTrimmed(name)]));
  const displayName = (id: unknown) => names.get(readTrimmed(id)) ?? '';
  const read = (entry: Fields): Entry => {
    const content = readString(entry['content']);
    const state = readTrimmed(entry['state']);
    if (state === 'deleted') return 'It was deleted in OpenMemory.';
    if (content.trim() === '') return NO_TEXT;
    // Clients do not receive paused memories, which corresponds to our archived state.
    if (state === 'paused') notes.add('Memories that were paused in OpenMemory are imported as archived.');
    const isArchived = state === 'archived' || state === 'paused';
    return {
      id: entry['id'],
      content,
      agent_name: readTrimmed(entry['app_name']) || readTrimmed(entry['app']) || displayName(entry['app_id']),
      metadata_col: metadataWith(entry['metadata'] ?? entry['metadata_']),
      archived: isArchived,
      archived_at: isArchived ? entry['archived_at'] : undefined,
      created_at: entry['created_at'],
      updated_at: entry['updated_at'],
      ...keywordsIn(entry['categories'], readTexts(entry['category_ids']).map(displayName)),
    };
  };
  return readList(
    'OpenMemory export',
    readEntries(file, 'memories', 'results', 'items'),
    (entry) =>
      'content' in entry && !('content_hash' in entry) && OPEN_MEMORY_MARKS.some((mark) => mark in entry),
    read,
  );
};

/* Mem0: results of get_all and search, and the project's export page. */

const mem0: Recognizer = (file) =>
  readList(
    'Mem0 export',
    readEntries(file, 'results', 'memories', 'data'),
    ({ memory }) => typeof memory === 'string',
    (entry) => {
      const content = readString(entry['memory']) || readString(entry['content']);
      if (content.trim() === '') return NO_TEXT;
      return {
        id: entry['id'],
        content,
        agent_name: readTrimmed(entry['agent_id']) || readTrimmed(entry['app_id']),
        metadata_col: metadataWith(entry['metadata'], { expiration_date: entry['expiration_date'] }),
        // Snake case from the platform and the Python package, camel case from the Node package.
        created_at: entry['created_at'] ?? entry['createdAt'],
        updated_at: entry['updated_at'] ?? entry['updatedAt'],
        ...keywordsIn(entry['categories']),
      };
    },
  );

/* mcp-memory-service: times in seconds, tags as keywords, memory types as categories. */

/** Placeholder tag of an untagged memory. */
const NO_TAG = 'untagged';

const mcpMemoryService: Recognizer = (file) =>
  readList(
    'mcp-memory-service export',
    readEntries(file, 'memories', 'results'),
    (entry) => 'content' in entry && ('content_hash' in entry || 'memory_type' in entry),
    (entry) => {
      const content = readString(entry['content']);
      if (content.trim() === '') return NO_TEXT;
      return {
        content,
        category: readTrimmed(entry['memory_type']),
        metadata_col: metadataWith(entry['metadata']),
        created_at: entry['created_at'] ?? entry['created_at_iso'],
        updated_at: entry['updated_at'] ?? entry['updated_at_iso'],
        ...keywordsIn(readTexts(entry['tags']).filter((tag) => tag !== NO_TAG)),
      };
    },
  );

/* Letta: memory blocks of agent files, and archival memory passages. */

const lettaBlock = (block: Fields, agent: string): Entry => {
  const value = readString(block['value']).trim();
  const label = readTrimmed(block['label']);
  if (value === '') return label === '' ? NO_TEXT : `The block “${label}” is empty.`;
  return {
    content: label === '' ? value : `${label}: ${value}`,
    lessons_learned: value,
    agent_name: agent,
    metadata_col: metadataWith(block['metadata'] ?? block['metadata_'], {
      description: block['description'],
    }),
    created_at: block['created_at'],
    updated_at: block['updated_at'],
    ...keywordsIn(label === '' ? [] : [label], block['tags']),
  };
};

const letta: Recognizer = (file) => {
  const page = readFields(file);
  const format = 'Letta agent file';
  if (Array.isArray(page['core_memory'])) {
    const name = readTrimmed(page['name']);
    return { format, entries: readItems(page['core_memory']).map((block) => lettaBlock(block, name)) };
  }
  if (Array.isArray(page['agents']) && Array.isArray(page['blocks'])) {
    const owners = new Map(
      readItems(page['agents']).flatMap((agent) =>
        readTexts(agent['block_ids']).map((id) => [id, readTrimmed(agent['name'])] as const),
      ),
    );
    const entries = readItems(page['blocks']).map((block) =>
      lettaBlock(block, owners.get(readTrimmed(block['id'])) ?? ''),
    );
    return { format, entries };
  }
  const blocks = readList(
    'Letta memory blocks',
    readEntries(file, 'blocks'),
    (entry) => typeof entry['value'] === 'string' && typeof entry['label'] === 'string',
    (entry) => lettaBlock(entry, ''),
  );
  return (
    blocks ??
    readList(
      'Letta archival memory',
      readEntries(file, 'passages', 'results'),
      (entry) =>
        typeof entry['text'] === 'string' &&
        (readTrimmed(entry['id']).startsWith('passage-') ||
          'archive_id' in entry ||
          'embedding_config' in entry),
      (entry) => {
        const content = readString(entry['text']);
        if (content.trim() === '') return NO_TEXT;
        return {
          content,
          metadata_col: metadataWith(entry['metadata'] ?? entry['metadata_']),
          created_at: entry['created_at'],
          updated_at: entry['updated_at'],
          ...keywordsIn(entry['tags']),
        };
      },
    )
  );
};

/* Zep: facts (the edges of its graph) and node summaries. */

const zep: Recognizer = (file) => {
  const page = readFields(file);
  const entries = Array.isArray(file)
    ? readItems(file)
    : [...readEntries(file, 'edges', 'facts', 'relevant_facts'), ...readItems(page['nodes'])];
  return readList(
    'Zep facts',
    entries,
    (entry) => typeof entry['fact'] === 'string',
    (entry) => {
      const summary = readTrimmed(entry['summary']);
      const name = readTrimmed(entry['name']);
      const content = readString(entry['fact']) || (summary && `${name}: ${summary}`);
      if (content.trim() === '') return NO_TEXT;
      const { valid_at, invalid_at, expired_at } = entry;
      return {
        content,
        // A replaced or invalidated fact.
        problem: (invalid_at ?? expired_at) ? 'outdated' : undefined,
        metadata_col: metadataWith(entry['attributes'], {
          ...('fact' in entry && { relation: name }),
          valid_at,
          invalid_at,
        }),
        created_at: entry['created_at'],
        ...keywordsIn(entry['labels']),
      };
    },
  );
};

/* Recognition of all formats above. */

const hasConversations = (file: unknown) =>
  readItems(file).some((entry) => 'mapping' in entry || 'chat_messages' in entry);

/** In the order of trial: the first ones have unambiguous marks. */
const RECOGNIZERS: readonly Recognizer[] = [graph, letta, zep, mcpMemoryService, openMemory, mem0];

/**
 * Recognizes the export of another tool; undefined for anything else.
 * @throws Unreadable for exports of conversations instead of memories.
 */
export function recognizeJson(file: unknown, source: Source): Recognized | undefined {
  if (hasConversations(file)) throw new Unreadable('It contains conversations, not memories.');
  // A single object may be the only line of a JSON Lines file.
  for (const one of Array.isArray(file) ? [file] : [file, [file]]) {
    for (const recognize of RECOGNIZERS) {
      const found = recognize(one, source);
      if (found) return found;
    }
  }
  return undefined;
}

/** Markdown texts of Claude's data export; undefined for anything else. */
export function claudeMemories(file: unknown): string[] | undefined {
  const accounts = readItems(Array.isArray(file) ? file : [file]).filter(
    (entry) => 'conversations_memory' in entry || 'project_memories' in entry,
  );
  if (accounts.length === 0) return undefined;
  return accounts
    .flatMap((entry) => [
      entry['conversations_memory'],
      ...Object.values(readFields(entry['project_memories'])),
    ])
    .map(readString)
    .filter((text) => text.trim() !== '');
}
