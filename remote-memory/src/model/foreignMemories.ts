/** Reads what other memory servers export: the reference memory server's graph, and memories of OpenMemory. */
import type { ImportRow } from '@hindsight/shared-contracts/api';
import { fieldsOf, type Fields } from './fields';

/** What became of one entry of a file; a text is the reason why it is left out. */
export type ForeignEntry = ImportRow | string;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(textOf).filter((text) => text !== '') : [];

/** A time in ISO-8601, in seconds or in milliseconds; null for anything else. */
function timeOf(value: unknown): string | null {
  const moment =
    typeof value === 'number'
      ? new Date(value < 1e11 ? value * 1000 : value)
      : new Date(textOf(value) || NaN);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

const isEntity = ({ entityType, observations, name }: Fields) =>
  textOf(name) !== '' && (typeof entityType === 'string' || Array.isArray(observations));
const isRelation = ({ from, to, relationType }: Fields) =>
  [from, to, relationType].every((text) => textOf(text) !== '');

/** One memory for each entity, with what was observed about it and how it is related to others. */
export function readGraph(entries: readonly Fields[]): ForeignEntry[] {
  const relations = entries.filter(isRelation);
  const entities = entries.filter(isEntity);
  const names = new Set(entities.map(({ name }) => textOf(name)));
  const sentence = ({ from, to, relationType }: Fields) =>
    `${textOf(from)} ${textOf(relationType)} ${textOf(to)}`;
  return entries.flatMap((entry): ForeignEntry[] => {
    if (isEntity(entry)) {
      const name = textOf(entry['name']);
      const type = textOf(entry['entityType']);
      const observations = textsOf(entry['observations']);
      const related = relations.filter(({ from }) => textOf(from) === name).map(sentence);
      const lines = [...observations, ...related];
      if (lines.length === 0) return [`“${name}” has neither observations nor relations.`];
      const content = `${name}${type && ` (${type})`}: ${lines.join('\n')}`;
      return [{ content, lessons_learned: lines.join('\n'), ...(type && { keywords: [type] }) }];
    }
    if (!isRelation(entry)) return ['It is neither an entity nor a relation.'];
    // A relation is told with the entity that it begins at.
    if (names.has(textOf(entry['from']))) return [];
    return [{ content: sentence(entry), lessons_learned: null }];
  });
}

/** The entries of a graph, or undefined when the file is something else. */
export function graphOf(file: unknown): Fields[] | undefined {
  if (Array.isArray(file)) {
    const entries = file.map(fieldsOf);
    return entries.some(({ type }) => type === 'entity' || type === 'relation') ? entries : undefined;
  }
  const { entities, relations } = fieldsOf(file);
  return Array.isArray(entities) ? [...listOf(entities), ...listOf(relations)] : undefined;
}

const MARKS = ['state', 'app', 'app_id', 'app_name', 'categories'];

/** An OpenMemory export: its memories, and the names of its applications and categories by their ids. */
export interface OpenMemories {
  memories: Fields[];
  names: ReadonlyMap<string, string>;
}

/** The OpenMemory export in a file, or undefined when the file is something else. */
export function openMemoriesOf(file: unknown): OpenMemories | undefined {
  const page = fieldsOf(file);
  const list = Array.isArray(file) ? file : (page['memories'] ?? page['results']);
  const memories = listOf(list);
  const isKnown = (entry: Fields) =>
    typeof entry['memory'] === 'string' || ('content' in entry && MARKS.some((mark) => mark in entry));
  if (!memories.some(isKnown)) return undefined;
  const named = [...listOf(page['apps']), ...listOf(page['categories'])];
  return { memories, names: new Map(named.map(({ id, name }) => [textOf(id), textOf(name)])) };
}

/** One memory for each entry; those that were deleted there are left out. */
export function readOpenMemory({ memories, names }: OpenMemories): ForeignEntry[] {
  const nameOf = (id: unknown) => names.get(textOf(id)) ?? '';
  return memories.map((entry) => {
    const content = textOf(entry['content']) || textOf(entry['memory']);
    if (content === '') return 'It has no text.';
    const state = textOf(entry['state']);
    if (state === 'deleted') return 'It was deleted in OpenMemory.';
    const categories = [
      ...textsOf(entry['categories']),
      ...textsOf(entry['category_ids']).flatMap((id) => nameOf(id) || []),
    ];
    return {
      content,
      lessons_learned: null,
      agent_name: textOf(entry['app_name']) || textOf(entry['app']) || nameOf(entry['app_id']) || null,
      metadata_col: fieldsOf(entry['metadata'] ?? entry['metadata_']),
      archived: state === 'archived',
      archived_at: state === 'archived' ? timeOf(entry['archived_at']) : null,
      created_at: timeOf(entry['created_at']),
      updated_at: timeOf(entry['updated_at']),
      ...(categories.length > 0 && { keywords: categories }),
    };
  });
}
