import { csvCell, readCsv } from '@hindsight/shared-contracts/rules';
import { block, keyword } from '../testing/rows';
import { exportWriter, type ExportFormat } from './exportFormats';
import { readImport } from './importRead';
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

it('writes a table that can be imported again, whatever its texts hold', () => {
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
  const fromCsv = readImport(written('csv', [full, bare]), 'x.csv');
  const fromJson = readImport(written('json', [full, bare]), 'x.json');
  expect(fromCsv).toEqual(fromJson);
  expect(fromCsv.items).toHaveLength(2);
  expect(readImport(written('csv', [full, bare]), '')).toEqual(fromJson);
});

it('reads a table as a spreadsheet saves it again: semicolons, other columns, local times', () => {
  const text = 'Notes;Content;keywords;created_at;archived_at\r\n;"a; b";dns;Mar 4 2026 UTC;\r\n';
  expect(readImport(text, 'x.CSV').items[0]?.row).toMatchObject({
    content: 'a; b',
    keywords: ['dns'],
    created_at: '2026-03-04T00:00:00.000Z',
    archived: false,
  });
  expect(readCsv('a\tb\n\n1\t"2\n3"')).toEqual([
    ['a', 'b'],
    ['1', '2\n3'],
  ]);
});

it.each([
  ['name,text\r\n1,2', 'It has no column “content” or “lessons_learned”.'],
  ['id,agent_id,content\r\n', 'It contains no memories.'],
  ['content,metadata\r\na,{', 'Its metadata is not valid JSON.'],
  ['content,errors\r\n,a', 'It has neither content nor a lesson.'],
])('says why the table %j cannot be imported', (text, reason) => {
  expect(readImport(text, 'x.csv')).toMatchObject({ items: [], problems: [{ number: 1, reason }] });
});
