/** Reads JSON lists of tools without a dedicated reader. */
import { readItems, readString, readTexts, readTrimmed, type Fields } from './fields';
import { IMPORTED, withOurNames } from './item';
import { metadataWith } from './jsonFormats';
import type { Source } from './source';

/** Further names of text, times and keywords, in addition to `ALIASES`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  narrative: 'content',
  value: 'content',
  note: 'content',
  body: 'content',
  createdAt: 'created_at',
  created: 'created_at',
  updatedAt: 'updated_at',
  updated: 'updated_at',
  concepts: 'keywords',
};
const TITLES = ['title', 'key', 'name', 'subject'];
/** Fields with additional sentences. */
const SENTENCES = ['facts', 'observations'];
const SHORTEST_VECTOR = 16;

/** Renames the fields of an entry to ours, except where the target is already set. */
function renamed(entry: Fields): Fields {
  const named = withOurNames(entry);
  for (const [name, ours] of Object.entries(OTHER_NAMES)) {
    if (!(name in named) || ours in named) continue;
    named[ours] = named[name];
    delete named[name];
  }
  return named;
}

const isVector = (value: unknown) =>
  Array.isArray(value) && value.length >= SHORTEST_VECTOR && value.every((one) => typeof one === 'number');

/** The lists of an object with at least one text, once `read` has renamed the fields. */
const listsWithText = (page: Fields, read: (entry: Fields) => Fields) =>
  Object.entries(page).filter(([, list]) =>
    readItems(list).some((entry) => readTrimmed(read(entry)['content']) !== ''),
  );

/** All lists of an object whose entries have texts; undefined without any. Ambiguous names, such as a tag's `value`, are a fallback. */
export function findLists(page: Fields, { notes }: Source): unknown[] | undefined {
  const certain = listsWithText(page, withOurNames);
  const lists = certain.length > 0 ? certain : listsWithText(page, renamed);
  if (lists.length === 0) return undefined;
  notes.add(`Memories are read from ${lists.map(([name]) => `“${name}”`).join(' and ')}.`);
  return lists.flatMap(([, list]) => list as unknown[]);
}

/** Converts a whole entry: title and sentences are joined with the text, and unmapped fields become metadata. */
export function readOther(entry: Fields, { notes }: Source): Fields {
  const named = renamed(entry);
  // Responses of our own service have more fields than an import accepts.
  if ('visibility_scope' in entry) return named;
  const rest = Object.entries(named).filter(
    ([name, value]) => !IMPORTED.has(name) && name !== 'lesson' && value !== null && !isVector(value),
  );
  if (Object.values(entry).some(isVector))
    notes.add('Vectors are not imported; the service computes them again.');
  const extra = Object.fromEntries(rest);
  const text = readString(named['content']);
  if (text.trim() !== '') {
    const name = TITLES.find((one) => readTrimmed(extra[one]) !== '');
    const title = name === undefined ? '' : readTrimmed(extra[name]);
    if (name !== undefined) delete extra[name];
    const sentences = SENTENCES.flatMap((one) => {
      const found = Array.isArray(extra[one]) ? readTexts(extra[one]) : [];
      if (found.length > 0) delete extra[one];
      return found.map((sentence) => `- ${sentence}`);
    });
    const whole = [text, ...sentences].join('\n');
    named['content'] = title === '' || text.startsWith(title) ? whole : `${title}: ${whole}`;
  }
  if (typeof named['keywords'] === 'string') named['keywords'] = readTexts(named['keywords']);
  return { ...named, metadata_col: metadataWith(named['metadata_col'], extra) ?? undefined };
}
