/** Reads tables: our CSV export, also when re-saved by a spreadsheet, and those of other tools. */
import { plainCell } from '@hindsight/shared-contracts/rules';
import Papa from 'papaparse';
import { readString, readTexts, type Fields } from './fields';
import { ALIASES, IMPORTED, TEXT_FIELDS, withOurNames } from './item';
import { parseJson } from './parseJson';
import { resolveChoice, Unreadable, type Source } from './source';

const SEPARATORS = [
  { value: ',', label: 'Commas' },
  { value: ';', label: 'Semicolons' },
  { value: '\t', label: 'Tabs' },
  { value: '|', label: 'Vertical bars' },
];
/** Known columns. Text counts as a table only with two of them: a sentence may contain one and a comma. */
const KNOWN = new Set([
  ...TEXT_FIELDS,
  ...Object.keys(ALIASES),
  'id',
  'agent_id',
  'agent_name',
  'errors',
  'keywords',
  'created_at',
]);
/** Line above the header in which Excel declares the separator. */
const SEP_LINE = /^"?sep=(.)"?\r?\n/i;
/** Rows parsed at once. */
const ROWS = 1000;

/** `Lessons Learned` → `lessons_learned`. */
const displayName = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const firstRow = (text: string, delimiter: string): string[] => {
  const { data } = Papa.parse<string[]>(text.slice(0, 20_000).trimStart(), { delimiter, preview: 1 });
  return (data[0] ?? []).map(displayName);
};

/** Whether the first line is the header of a table with memories. */
export function isTable(text: string): boolean {
  if (SEP_LINE.test(text)) return true;
  return SEPARATORS.some(({ value }) => {
    const names = firstRow(text, value);
    return names.filter((name) => KNOWN.has(name)).length > 1 && names.every((name) => /^\w+$/.test(name));
  });
}

/** Reads keywords separated by semicolons or commas, or given as a JSON array. */
function loadKeywords(cell: string, source: Source): string[] {
  const list = cell.startsWith('[') ? parseJson(cell, source) : undefined;
  if (Array.isArray(list)) return readTexts(list);
  return cell.split(cell.includes(';') ? ';' : ',').filter((text) => text.trim() !== '');
}

/** Converts a row to an entry, or returns the reason why it is unreadable. */
function readRow(names: readonly string[], cells: readonly string[], source: Source): Fields | string {
  if (cells.length > names.length) return 'It has more cells than the table has columns.';
  const row = withOurNames(
    Object.fromEntries(names.map((name, at) => [name, plainCell(cells[at] ?? '')] as const)),
  );
  if ('keywords' in row) row['keywords'] = loadKeywords(readString(row['keywords']), source);
  const metadata = readString(row['metadata_col']);
  row['metadata_col'] = undefined;
  if (metadata !== '') {
    row['metadata_col'] = parseJson(metadata, source);
    if (row['metadata_col'] === undefined) return 'Its metadata is not valid JSON.';
  }
  return { ...row, archived: row['archived'] === 'true' || readString(row['archived_at']) !== '' };
}

/**
 * Reads the rows of a table with the column names of our export or their aliases, in any order.
 * @throws Unreadable when no column holds memories.
 */
export async function readTable(text: string, source: Source): Promise<(Fields | string)[]> {
  const named = SEP_LINE.exec(text);
  let rest = named ? text.slice(named[0].length) : text;
  const fitting = SEPARATORS.filter(({ value }) =>
    firstRow(rest, value).some((name) => TEXT_FIELDS.includes(ALIASES[name] ?? name)),
  );
  let delimiter = named?.[1] ?? fitting[0]?.value ?? ',';
  if (!named && fitting.length > 1)
    delimiter = resolveChoice(source, 'separator', 'Columns are separated by', fitting, delimiter);
  else if (delimiter !== ',') {
    const label = SEPARATORS.find(({ value }) => value === delimiter)?.label ?? delimiter;
    source.notes.add(`Its columns are separated by ${label.toLowerCase()}.`);
  }
  let names: string[] | undefined;
  const rows: (Fields | string)[] = [];
  while (rest !== '') {
    await source.pause();
    // Fast mode, which Papa Parse uses for text without quotes, counts one row too many.
    const { data, errors, meta } = Papa.parse<string[]>(rest, { delimiter, preview: ROWS, fastMode: false });
    const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
    for (const [at, cells] of data.entries()) {
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (!names) {
        names = cells.map(displayName);
        const left = names.filter((name) => name !== '' && !IMPORTED.has(ALIASES[name] ?? name));
        if (left.length > 0) source.notes.add(`Columns not imported: ${left.join(', ')}.`);
        if (!names.some((name) => TEXT_FIELDS.includes(ALIASES[name] ?? name)))
          throw new Unreadable('It has no column “content” or “lessons_learned”.');
      } else if (broken.has(at)) rows.push('It has an unclosed or unescaped quotation mark.');
      else rows.push(readRow(names, cells, source));
    }
    rest = meta.truncated ? rest.slice(meta.cursor) : '';
  }
  if (rows.length === 0) throw new Unreadable('It contains no memories.');
  return rows;
}
