import { readImport } from './index';

describe('import of JSON', () => {
  it.each([
    ['{', 'It is not valid JSON.'],
    ['{"a":1}', 'It contains no list of memories.'],
    ['[{"content":""}]', 'The content must not be empty.'],
    [`[{"content":"${'x'.repeat(200_001)}"}]`, 'A text is longer than 200,000 characters.'],
  ])('names the problem of %.20s', async (text, reason) => {
    await expect(readImport(text, 'x.json')).resolves.toMatchObject({
      items: [],
      problems: [{ number: 1, reason }],
    });
  });

  it('recognises the format of a pasted text', async () => {
    expect((await readImport(' [{"content":"a b"}]', '')).items).toHaveLength(1);
    expect((await readImport('- a lesson', '')).items).toHaveLength(1);
  });

  const lines = '{"content":"a b"}\n{"content":"c d"}\n';
  it.each([
    ['rows.txt', '[{"content":"a b"},{"content":"c d"}]'],
    ['rows.txt', lines],
    ['rows.ndjson', lines],
    ['rows', lines],
    ['rows.txt', 'content,lessons_learned\na b,\nc d,e\n'],
  ])('recognises data in %s by its content (%#)', async (name, text) => {
    const { items, problems } = await readImport(text, name);
    expect(items.map(({ content }) => content)).toEqual(['a b', 'c d']);
    expect(problems).toEqual([]);
  });

  it('takes a file with one line of JSON for one memory', async () => {
    expect((await readImport('{"content":"a b"}\n', 'x.ndjson')).items).toHaveLength(1);
  });

  it.each([
    '[1] See the manual.',
    '{name} is a placeholder.',
    'Content, errors: both matter.',
    'Content, style',
  ])('keeps prose: %s', async (text) => {
    expect((await readImport(text, 'notes.txt')).items.map(({ content }) => content)).toEqual([text]);
  });

  it('says that JSON is broken in a file with another name', async () => {
    expect((await readImport('[{"content":"a b"},', 'x.txt')).problems).toEqual([
      { number: 1, reason: 'It is not valid JSON.' },
    ]);
  });

  it('reads every shape that the service gives its fields', async () => {
    const row = {
      content: 'a b',
      feedback_score: '91',
      timestamp: '2026-03-01T10:00:00Z',
      keywords: [{ id: 'k1', keyword: 'one' }, { keyword_text: 'two' }, 'three'],
    };
    const [item] = (await readImport(JSON.stringify([row]), 'x.json')).items;
    expect(item).toMatchObject({
      row: { feedback_score: 91, created_at: row.timestamp, keywords: ['one', 'two', 'three'] },
      unread: [],
    });
  });

  it('names the fields that it cannot read', async () => {
    const row = { content: 'a b', feedback_score: 'good', timestamp: 'soon', keywords: [1], priority: null };
    const unread = (await readImport(JSON.stringify([row]), 'x.json')).items[0]?.unread;
    expect(unread).toEqual(['feedback_score', 'keywords', 'created_at']);
  });
});
