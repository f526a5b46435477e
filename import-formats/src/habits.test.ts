/** What people and tools write beside what formats define. */
import { readImport } from './index';

const toRows = async (file: string | Uint8Array, name: string) => {
  const { items, problems } = await readImport(file, name);
  expect(problems).toEqual([]);
  return items.map(({ row }) =>
    Object.fromEntries(
      Object.entries(row).filter(([, value]) => value != null && value !== false && value !== ''),
    ),
  );
};
const contents = async (file: string | Uint8Array, name: string) =>
  (await toRows(file, name)).map(({ content }) => content);

describe('tables', () => {
  it('knows columns by the names that other tools give them', async () => {
    const text =
      'Memory,User ID,Categories,Created-At,Metadata\n"Likes, tea",alex,"[""food"",""drink""]",2024-07-01T12:00:00Z,"{""a"":1}"\n';
    await expect(toRows(text, 'x.csv')).resolves.toEqual([
      {
        content: 'Likes, tea',
        keywords: ['food', 'drink'],
        created_at: '2024-07-01T12:00:00Z',
        metadata_col: { a: 1 },
      },
    ]);
    expect((await readImport(text, 'x.csv')).notes).toEqual(['Columns that are not imported: user_id.']);
  });

  it('reads the line that names the separator in quotation marks too', async () => {
    await expect(contents('"sep=;"\r\ncontent;errors\r\na;b\r\n', 'x.csv')).resolves.toEqual(['a']);
  });
});

describe('JSON', () => {
  it('knows the names of tables', async () => {
    const row = { text: 'a', tags: ['x'], metadata: { id: 1 }, timestamp: '2025-01-01T00:00:00' };
    await expect(toRows(JSON.stringify([row]), 'x.json')).resolves.toEqual([
      { content: 'a', keywords: ['x'], metadata_col: { id: 1 }, created_at: '2025-01-01T00:00:00Z' },
    ]);
  });

  it.each([
    ['{"id":90071992547409931}', { id: '90071992547409931' }],
    ['free text', { metadata: 'free text' }],
  ])('keeps metadata that is a text: %s', async (metadata, expected) => {
    const file = { memories: [{ content: 'a', content_hash: 'h', metadata }] };
    await expect(toRows(JSON.stringify(file), 'x.json')).resolves.toEqual([
      { content: 'a', metadata_col: expected },
    ]);
  });
});

describe('notes of basic-memory', () => {
  it('are known without a permalink, and their tags without signs', async () => {
    const text =
      '---\ntitle: Design\ntype: note\ntags: ["#a", b]\n---\n\n# Design\n\n- [idea] C# and `#no` #yes\n';
    await expect(toRows(text, 'x.md')).resolves.toEqual([
      {
        content: 'Design: - [idea] C# and `#no` #yes',
        lessons_learned: '- [idea] C# and `#no` #yes',
        keywords: ['a', 'b', 'yes'],
      },
    ]);
  });
});

describe('Markdown', () => {
  it.each([
    ['# H\n\n<details>\n\n- inside\n\n</details>\n', ['H: inside']],
    ['-\tone\n\n\ttwo\n', ['one\n\ntwo']],
    ['Text[^1].\n\n[^1]: A note.\n\n[^2]: Alone.\n', ['Text[^1].\n\n[^1]: A note.', '[^2]: Alone.']],
    ["+++\ntitle = 'x'\n+++\n\n- a\n", ['a']],
    ['• Prefers tea.\n• Uses vim\n', ['Prefers tea.', 'Uses vim']],
  ])('reads %j', async (text, expected) => {
    await expect(contents(text, 'x.md')).resolves.toEqual(expected);
  });
});

it('takes a date before a sentence for its day', async () => {
  await expect(toRows('2025-03-01 Prefers tea.\n2025-03-02 Uses vim.\n', 'x.txt')).resolves.toEqual([
    { content: 'Prefers tea.', created_at: '2025-03-01T00:00:00.000Z' },
    { content: 'Uses vim.', created_at: '2025-03-02T00:00:00.000Z' },
  ]);
});

describe('encodings', () => {
  const encoded = (text: string, first: number) =>
    new Uint8Array(
      [...text].map((sign) => (sign < '\x80' ? sign.charCodeAt(0) : first + sign.charCodeAt(0))),
    );

  it('guesses another script where Western letters would be nothing but accents', async () => {
    // Windows-1251 has the Cyrillic letters in their order from 0xC0 on.
    const file = encoded('content;errors\nПерезапустить сервер;x\n', 0xc0 - 'А'.charCodeAt(0));
    await expect(contents(file, 'x.csv')).resolves.toEqual(['Перезапустить сервер']);
  });

  it('asks nothing where every encoding gives the same text', async () => {
    const file = encoded('content,errors\ncafé größe,x\n', 0);
    const { items, questions } = await readImport(file, 'x.csv');
    expect([items[0]?.content, questions]).toEqual(['café größe', []]);
  });
});
