import { readImport } from '@hindsight/import-formats';
import { csvCell } from '@hindsight/shared-contracts/rules';
import { block, keyword } from '../testing/rows';
import { exportWriter, type ExportFormat } from './exportFormats';
import { toMemory, type Memory } from './memory';

const row = (number: number, rest: object = {}) => toMemory(block(number, rest));
const written = (format: ExportFormat, rows: Memory[]) => {
  const writer = exportWriter(format, '2026-11-21T10:00:00.000Z');
  return writer.start() + writer.rows(rows) + writer.end();
};

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', ' =1', '\u200b=1'])(
  'defuses the formula %j',
  (text) => {
    expect(csvCell(text)).toMatch(/^"?'/);
  },
);

it('defuses and quotes a formula of several lines', () => {
  expect(csvCell('=HYPERLINK("x")\nmore')).toBe('"\'=HYPERLINK(""x"")\nmore"');
});

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [-5, '-5'],
])('writes %j as %s', (value, cell) => expect(csvCell(value)).toBe(cell));

it('writes a table that can be imported again, whatever its texts hold', async () => {
  const full = row(1, {
    content: '=SUM(A1)\r\n"quoted", and, more;',
    lessons_learned: "'-1 is kept",
    errors: '- not a formula',
    metadata_col: { a: ['x, "y"'] },
    keywords: [keyword('one'), keyword('two, three')],
    archived: true,
    archived_at: '2026-03-02T00:00:00Z',
    problem: 'outdated',
  });
  const bare = { ...row(2, { lessons_learned: null }), score: null };
  const fromCsv = await readImport(written('csv', [full, bare]), 'x.csv');
  const fromJson = await readImport(written('json', [full, bare]), 'x.json');
  expect(fromCsv.items).toEqual(fromJson.items);
  expect(fromCsv.items).toHaveLength(2);
  expect((await readImport(written('csv', [full, bare]), '')).items).toEqual(fromJson.items);
});

it('reads a table as a spreadsheet saves it again: semicolons, other columns, local times', async () => {
  const text = 'Notes;Content;keywords;created_at;archived_at\r\n;"a; b";dns;Mar 4 2026 UTC;\r\n';
  expect((await readImport(text, 'x.CSV')).items[0]?.row).toMatchObject({
    content: 'a; b',
    keywords: ['dns'],
    created_at: '2026-03-04T00:00:00.000Z',
    archived: false,
  });
});

it.each([
  ['name,value\r\n1,2', 'It has no column “content” or “lessons_learned”.'],
  ['id,agent_id,content\r\n', 'It contains no memories.'],
  ['content,metadata\r\na,{', 'Its metadata is not valid JSON.'],
  ['content,errors\r\n,a', 'The content must not be empty.'],
])('says why the table %j cannot be imported', async (text, reason) => {
  await expect(readImport(text, 'x.csv')).resolves.toMatchObject({
    items: [],
    problems: [{ number: 1, reason }],
  });
});
