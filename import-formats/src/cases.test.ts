import { gzipSync, strToU8, zipSync } from 'fflate';
import { readImport } from './index';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));
const read = (file: string | Uint8Array, name: string, choices = {}) =>
  readImport(typeof file === 'string' ? bytes(file) : file, name, { choices });
const toRows = async (file: string | Uint8Array, name: string, choices = {}) => {
  const { items, problems } = await read(file, name, choices);
  expect(problems).toEqual([]);
  return items.map(({ row }) => row);
};
const contents = async (file: string | Uint8Array, name: string, choices = {}) =>
  (await toRows(file, name, choices)).map(({ content }) => content);

describe('encodings', () => {
  const table = 'content,lessons_learned\r\ncafé größe,x\r\n';
  it.each([
    ['UTF-8', bytes(table)],
    ['UTF-8 with a mark', bytes(`\uFEFF${table}`)],
    ['UTF-16LE with a mark', bytes(`\uFEFF${table}`, 'utf16le')],
    ['UTF-16LE without a mark', bytes(table, 'utf16le')],
    ['UTF-16BE', new Uint8Array(Buffer.from(`\uFEFF${table}`, 'utf16le').swap16())],
    ['Windows-1252', bytes(table, 'latin1')],
  ])('reads %s', async (_encoding, file) => {
    await expect(contents(file, 'x.csv')).resolves.toEqual(['café größe']);
  });

  it('reads the currency sign as the euro when the file may be ISO 8859-15', async () => {
    const file = new Uint8Array([...bytes('content\nDer Preis ist 5 '), 0xa4, ...bytes(' netto\n')]);
    await expect(contents(file, 'x.csv')).resolves.toEqual(['Der Preis ist 5 € netto']);
    await expect(contents(file, 'x.csv', { encoding: 'windows-1252' })).resolves.toEqual([
      'Der Preis ist 5 ¤ netto',
    ]);
  });

  it('accepts a different encoding from the user', async () => {
    // "Привет, как дела?" in Windows-1251, which also decodes as Western letters.
    const file = new Uint8Array([
      ...bytes('content,errors\r\n'),
      ...[0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xea, 0xe0, 0xea].filter((byte) => byte !== 0x2c),
      ...bytes(',x\r\n'),
    ]);
    const { questions } = await read(file, 'x.csv');
    const options = questions.find(({ aspect }) => aspect === 'encoding')?.options.map(({ value }) => value);
    expect(options).toContain('windows-1251');
    await expect(contents(file, 'x.csv', { encoding: 'windows-1251' })).resolves.toEqual(['Привет как']);
    await expect(contents(file, 'x.csv', { encoding: 'windows-1252' })).resolves.toEqual(['Ïðèâåò êàê']);
  });

  it.each([
    [
      'a PNG image',
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0],
      'It is an image, not a text file.',
    ],
    ['bytes', [0x01, 0x00, 0xff, 0x00, 0x80, 0x00, 0x00, 0x07], 'It is not a text file.'],
    [
      'damaged UTF-8',
      [...bytes('# Übergröße für Äpfel, Öl und Füße\n\n- Größe: '), 0xc3, 0x28],
      'The file is damaged: some bytes are not valid UTF-8.',
    ],
  ])('rejects %s', async (_what, file, reason) => {
    await expect(read(new Uint8Array(file), 'x.md')).resolves.toMatchObject({
      items: [],
      problems: [{ number: 1, reason }],
    });
  });
});

describe('tables', () => {
  it('reads the separator line that Excel writes', async () => {
    const { items, notes } = await read('sep=;\ncontent;lessons_learned\na;b\n', 'x.csv');
    expect(items).toMatchObject([{ row: { content: 'a', lessons_learned: 'b' } }]);
    expect(notes).toEqual(['Its columns are separated by semicolons.']);
  });

  it('accepts a separator from the user when the header is ambiguous', async () => {
    const text = 'content;x,content\na;b,c\n';
    await expect(contents(text, 'x.csv')).resolves.toEqual(['c']);
    await expect(contents(text, 'x.csv', { separator: ';' })).resolves.toEqual(['a']);
  });

  it('keeps line breaks, separators and escaped quotes inside a cell', async () => {
    await expect(contents('content,errors\r\n"one, ""two""\nthree",x\r\n', 'x.csv')).resolves.toEqual([
      'one, "two"\nthree',
    ]);
  });

  it('reports rows with an unclosed quote or too many cells', async () => {
    const { items, problems } = await read('content,errors\na,b\nc,d,e\n"f,g\nh,i\n', 'x.csv');
    expect(items.map(({ content }) => content)).toEqual(['a']);
    expect(problems).toEqual([
      { number: 2, reason: 'It has more cells than the table has columns.' },
      { number: 3, reason: 'It has an unclosed or unescaped quotation mark.' },
    ]);
  });

  it.each([
    ['with', (at: number) => `"row ${at}\nof many",x`],
    ['without', (at: number) => `row ${at},x`],
  ])('reads a table of any length %s quotation marks', async (_what, row) => {
    const rows = Array.from({ length: 2500 }, (_, at) => row(at));
    const found = await contents(['content,errors', ...rows].join('\n'), 'x.csv');
    expect(found.map((content) => Number(/\d+/.exec(content)?.[0]))).toEqual([...rows.keys()]);
  });
});

describe('numbers and times', () => {
  it('keeps every digit of a large integer', async () => {
    const { items, notes } = await read(
      '[{"content":"a","metadata_col":{"order_id":90071992547409931,"small":3,"ratio":0.1}}]',
      'x.json',
    );
    expect(items[0]?.row.metadata_col).toEqual({ order_id: '90071992547409931', small: 3, ratio: 0.1 });
    expect(notes).toEqual(['Numbers too large to be exact are kept as text: order_id.']);
  });

  const table = (...times: string[]) =>
    ['content,created_at,id', ...times.map((time) => `a,${time},`)].join('\n');
  const times = async (text: string, choices = {}) =>
    (await toRows(text, 'x.csv', choices)).map(({ created_at: time }) => time);

  it('asks once per file whether dates are day-first', async () => {
    const text = table('03/04/2025', '05/06/2025 5:30 pm');
    expect((await read(text, 'x.csv')).questions).toMatchObject([{ aspect: 'dates', value: 'month' }]);
    await expect(times(text)).resolves.toEqual(['2025-03-04T00:00:00.000Z', '2025-05-06T17:30:00.000Z']);
    await expect(times(text, { dates: 'day' })).resolves.toEqual([
      '2025-04-03T00:00:00.000Z',
      '2025-06-05T17:30:00.000Z',
    ]);
  });

  it('infers the day order from an unambiguous date', async () => {
    await expect(times(table('03/04/2025', '13/04/2025'))).resolves.toEqual([
      '2025-04-03T00:00:00.000Z',
      '2025-04-13T00:00:00.000Z',
    ]);
    await expect(times(table('3.4.2025'))).resolves.toEqual(['2025-04-03T00:00:00.000Z']);
  });

  it.each([
    ['1754042400', 'seconds'],
    ['1754042400000', 'milliseconds'],
    ['1754042400000000', 'microseconds'],
    ['1754042400000000000', 'nanoseconds'],
    ['2025-08-01 10:00:00', 'a database'],
    ['2025-08-01T10:00:00.000Z', 'ISO-8601'],
    ['2025-08-01T12:00:00+02:00', 'an offset'],
    ['Aug 1 2025 10:00:00', 'words without a zone'],
  ])('reads the time %s (%s)', async (time) => {
    const [read] = await times(table(time));
    expect(Date.parse(`${read}${/Z|\+/.test(read ?? '') ? '' : 'Z'}`)).toBe(Date.UTC(2025, 7, 1, 10));
  });

  it('asks for the unit of numbers outside the expected time range', async () => {
    const text = table('86400000');
    expect((await read(text, 'x.csv')).questions).toMatchObject([{ aspect: 'unit', value: 's' }]);
    await expect(times(text, { unit: 'ms' })).resolves.toEqual(['1970-01-02T00:00:00.000Z']);
  });

  it('reports an invalid time', async () => {
    expect((await read(table('31/31/2025'), 'x.csv')).items[0]?.unread).toEqual(['created_at']);
  });
});

describe('archives', () => {
  const line = '{"content":"a b","state":"active","app":"claude"}';
  it('decompresses gzip, including multi-member files', async () => {
    const members = [gzipSync(strToU8(`${line}\n`)), gzipSync(strToU8(line.replace('a b', 'c d')))];
    const file = new Uint8Array(Buffer.concat(members));
    await expect(contents(file, 'memories.jsonl.gz')).resolves.toEqual(['a b', 'c d']);
  });

  it('reads every file of a ZIP and names the unreadable one', async () => {
    const file = zipSync({
      'notes/a.md': strToU8('- one'),
      'notes/b.csv': strToU8('content,errors\ntwo,x'),
      'notes/c.json': strToU8('{'),
      'image.png': strToU8('\x89PNG'),
      '__MACOSX/a.md': strToU8('- hidden'),
    });
    const { items, problems, format } = await read(file, 'x.zip');
    expect(items.map(({ content }) => content)).toEqual(['one', 'two']);
    expect(problems.map(({ reason }) => reason)).toEqual(['notes/c.json: It is not valid JSON.']);
    expect(format).toBe('Markdown, Table');
  });

  it.each([
    ['a damaged ZIP', bytes('PK\x03\x04 and nothing more'), /damaged or protected by a password/],
    ['damaged gzip', gzipSync(strToU8(line)).subarray(0, 30), /compressed file is damaged/],
    ['a ZIP without texts', zipSync({ 'a.png': strToU8('x') }), /holds no JSON/],
    ['a workbook', zipSync({ 'xl/workbook.xml': strToU8('<x/>') }), /Save it as CSV/],
  ])('explains what is wrong with %s', async (_what, file, reason) => {
    const { items, problems } = await read(file, 'x.zip');
    expect(items).toEqual([]);
    expect(problems[0]?.reason).toMatch(reason);
  });
});

describe('content rejected in every format', () => {
  it.each(['', '   ', '\u00a0\u3000', '\u200b\u2060', '\u3164'])(
    'rejects the content %j',
    async (content) => {
      const { items, problems } = await read(
        JSON.stringify([{ content, lessons_learned: content }]),
        'x.json',
      );
      expect(items).toEqual([]);
      expect(problems).toEqual([{ number: 1, reason: 'The content must not be empty.' }]);
    },
  );

  it('rejects rows with a lone surrogate or overly deep metadata, and keeps the others', async () => {
    const deep = '{"a":'.repeat(30) + '1' + '}'.repeat(30);
    const text = `[{"content":"a\\ud83d"},{"content":"b","metadata_col":${deep}},{"content":"c"}]`;
    const { items, problems } = await read(text, 'x.json');
    expect(items.map(({ content }) => content)).toEqual(['c']);
    expect(problems.map(({ reason }) => reason)).toEqual([
      'The text contains an invalid character (lone surrogate).',
      'Its metadata is nested too deeply.',
    ]);
  });
});

it('stops when pause rejects', async () => {
  const pause = () => Promise.reject(new Error('stopped'));
  await expect(readImport('- a', 'x.md', { pause })).rejects.toThrow('stopped');
});
