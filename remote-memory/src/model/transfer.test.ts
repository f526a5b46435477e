import { readImport, type Reading } from '@hindsight/import-formats';
import { AGENT_ID, block, testId, keyword } from '../testing/rows';
import { copyNumbers, findDifferences, duplicateFinder, normalizedText, type Texts } from './duplicates';
import { exportName, exportWriter, type ExportFormat } from './exportFormats';
import {
  isTaken,
  missingNames,
  planImport,
  type ImportChoice,
  type NameChoices,
  type PlannedImport,
} from './importPlan';
import { toMemory, type Memory } from './memory';

const AT = '2026-11-21T10:00:00.000Z';
const row = (number: number, rest: object = {}) => toMemory(block(number, rest));
const written = (format: ExportFormat, pages: Memory[][]) => {
  const writer = exportWriter(format, AT);
  return writer.start() + pages.map((rows) => writer.rows(rows)).join('') + writer.end();
};

/** Texts that a file format could mistake for syntax. */
const HOSTILE = [
  'one, "two"; three',
  '=1+1',
  "'=1+1",
  '-- dashes',
  '[1] and [a]',
  '["a"]',
  'a;b',
  'tab\tand\nline\r\nbreak',
  '  blanks around  ',
  '{"json": true}',
  'sep=;',
  '日本語 العربية ไทย 😀 é',
  '# heading `<!-- no comment -->`',
  'Separators of a line \u2028 and of a paragraph \u2029 in it.',
  'true',
  '0',
];

/** Lessons that contain Markdown themselves. */
const MARKDOWN = [
  'First line.\nSecond line.',
  '# A\n\ntext\n\n- a\n  - b\n\n1. one\n2. two',
  '```ts\nconst a = 1;\n\n// b\n```',
  'Keep `<!-- that -->`.',
  '> quoted\n\n| a | b |\n| - | - |\n| 1 | 2 |',
  '[ ] open\n[x] done',
  '    indented code',
  'a\n\n\nb',
  '- a\n- b',
  'See [docs][d].\n\n[d]: https://example.org',
];

describe('export', () => {
  it('writes a table of all pages with a single header', () => {
    const lines = written('csv', [[row(1)], [row(2)]])
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^\uFEFFid,agent_id,agent_name,/);
  });

  it('rejects an export in a newer format', async () => {
    const file = { kind: 'hindsight-memory-blocks', version: 3, items: [{ content: 'a' }] };
    const reason =
      'It was exported by a newer version of Hindsight (format 3). This version reads formats up to 2.';
    await expect(readImport(JSON.stringify(file), 'x.json')).resolves.toMatchObject({
      items: [],
      problems: [{ number: 1, reason }],
    });
    expect((await readImport(JSON.stringify({ ...file, version: 2 }), 'x.json')).items).toHaveLength(1);
  });

  it('writes valid JSON for any page sizes and reads it back', async () => {
    const items = [row(1, { metadata_col: { a: [1] }, keywords: [keyword('one')] }), row(2), row(3)];
    for (const pages of [[], [items], [[items[0]!], [], items.slice(1)]]) {
      const text = written('json', pages);
      expect((JSON.parse(text) as { items: unknown[] }).items).toHaveLength(pages.flat().length);
    }
    const back = await readImport(written('json', [items]), 'x.json');
    expect(back.problems).toEqual([]);
    const { id: _id, ...all } = JSON.parse(written('json', [items])).items[0] as Record<string, unknown>;
    expect(back.items[0]?.row).toEqual(all);
  });

  it('keeps missing values and marks: no rating, no lesson, archived, wrong', async () => {
    const bare = { ...row(1, { lessons_learned: null }), score: null };
    const archived = row(2, { archived: true, archived_at: '2026-03-02T00:00:00Z', problem: 'wrong' });
    const { items } = await readImport(written('json', [[bare, archived]]), 'x.json');
    expect(items[0]?.row).toMatchObject({ feedback_score: null, lessons_learned: null, archived: false });
    expect(items[1]?.row).toMatchObject({
      archived: true,
      archived_at: '2026-03-02T00:00:00Z',
      problem: 'wrong',
    });
  });

  it("keeps the workspace's agents and keywords, including unused ones", async () => {
    const writer = exportWriter('json', AT);
    const names = { agents: [{ name: 'Planner', description: 'Plans.' }], keywords: ['dns'] };
    await expect(readImport(writer.start() + writer.end(names), 'x.json')).resolves.toMatchObject(names);
  });

  it.each(['json', 'csv', 'md'] as const)('keeps every field of every memory as %s', async (format) => {
    const rows = [...HOSTILE, ...MARKDOWN].map((text, number) =>
      row(number + 1, {
        content: `${text}\n${number}`,
        lessons_learned: text,
        errors: `E ${text}`,
        category: text.slice(0, 40).trim() || null,
        priority: 'high',
        keywords: [keyword(text.replace(/\s+/g, ' ').trim()), keyword(`k${number}`)],
        metadata_col: { text, deep: { list: [1, null, text] }, order: '90071992547409931' },
        feedback_score: number,
        archived: number % 2 === 1,
        archived_at: number % 2 === 1 ? '2026-03-02T00:00:00.123456Z' : null,
        created_at: '2026-03-01T00:00:00.123456Z',
      }),
    );
    const single = row(99, { keywords: [keyword('one, two')], lessons_learned: null });
    const all = [...rows, single];
    const { items, problems } = await readImport(written(format, [all]), `x.${format}`);
    expect(problems).toEqual([]);
    const wanted = JSON.parse(written('json', [all])) as { items: Record<string, unknown>[] };
    expect(items.map(({ id, row: read }) => ({ id, ...read }))).toEqual(wanted.items);
  });

  it('writes Markdown from which any lesson is read back', async () => {
    const lessons = [...HOSTILE, ...MARKDOWN].map((text) => text.trim());
    const text = written('md', [lessons.map((lesson, number) => row(number, { lessons_learned: lesson }))]);
    const { items } = await readImport(text, 'x.md');
    expect(items.map(({ lesson }) => lesson)).toEqual(lessons);
  });

  it('reads edited Markdown: changed and added lessons, CRLF line ends, a broken comment', async () => {
    const text = written('md', [[row(1, { lessons_learned: 'Old wording.', errors: 'E1' }), row(2)]]);
    const edited = `${text.replace('Old wording.', 'New wording.\n  On two lines.')}\n## More\n\n- An added lesson.\n`;
    const { items } = await readImport(edited.replaceAll('\n', '\r\n'), 'x.md');
    expect(items.map(({ lesson }) => lesson)).toEqual([
      'New wording.\nOn two lines.',
      row(2).lesson,
      'An added lesson.',
    ]);
    expect(items[0]?.row).toMatchObject({ content: row(1).content, errors: 'E1' });
    const broken = await readImport(text.replace('"errors":"E1"', '"errors":E1'), 'x.md');
    expect(broken.problems).toEqual([
      { number: 1, reason: 'The comment with its fields is not valid JSON.' },
    ]);
    expect(broken.items).toHaveLength(1);
  });

  it('names the file by kind and date', () => {
    expect(exportName('csv', AT)).toBe('memory-blocks-2026-11-21.csv');
  });
});

describe('duplicates', () => {
  const long = 'Bound every queue and measure how long jobs wait before they run';
  const texts = (content: string, rest: Partial<Texts> = {}): Texts => ({
    content,
    lesson: '',
    errors: '',
    ...rest,
  });
  const known = (id: string, of: Texts) => ({ id, title: id, ...of });
  const kinds = (finder: Awaited<ReturnType<typeof duplicateFinder>>) =>
    finder.matches().map((match) => match?.kind ?? null);

  it('are the same only if content, lesson and errors are equal', async () => {
    expect(normalizedText('  Bound, EVERY queue!\n')).toBe('bound every queue');
    const lesson = { lesson: long };
    const finder = await duplicateFinder([
      texts('One', lesson),
      texts('Two', lesson),
      texts('One', { ...lesson, errors: 'E_FULL' }),
      texts(' One\n', lesson),
    ]);
    finder.learn(known('1', texts('One', lesson)));
    expect(kinds(finder)).toEqual(['same', 'similar', 'similar', 'similar']);
    finder.learn(known('2', texts('One', lesson)));
    expect(kinds(finder)).toEqual(['same', 'similar', 'similar', 'same']);
  });

  it('are similar if at least four fifths of the words match', async () => {
    const finder = await duplicateFinder([texts(long)]);
    finder.learn(known('far', texts('Bound every queue')));
    expect(finder.matches()).toEqual([null]);
    finder.learn(known('near', texts(`${long} again`)));
    expect(finder.matches()[0]).toMatchObject({ kind: 'similar', known: { id: 'near' } });
    finder.learn(known('same', texts(long)));
    expect(finder.matches()[0]).toMatchObject({ kind: 'same', known: { id: 'same' } });
  });

  it('are marked within the file: the later one', async () => {
    const finder = await duplicateFinder([texts(long), texts('another lesson'), texts(`${long}!`)]);
    await finder.learnFile();
    expect(finder.matches()).toMatchObject([
      null,
      null,
      { kind: 'similar', share: 1, known: { id: '', title: 'memory 1 in the file' } },
    ]);
  });

  it('are found among many similar memories', async () => {
    const finder = await duplicateFinder(
      Array.from({ length: 300 }, (_, at) => texts(`${long} number ${at}`)),
    );
    await finder.learnFile();
    expect(kinds(finder).filter((kind) => kind === 'similar')).toHaveLength(299);
  });

  it('report the differing fields and number equal rows of a file', async () => {
    expect(findDifferences(texts('a', { errors: 'x ' }), texts('b', { errors: 'x' }))).toEqual(['content']);
    expect(copyNumbers([texts('a'), texts('b'), texts('a ')])).toEqual([1, 1, 2]);
  });
});

describe('import plan', () => {
  const AGENTS = [{ id: AGENT_ID, name: 'Reviewer' }];
  const file = (rows: object[], more: object = {}) =>
    readImport(JSON.stringify({ items: rows, ...more }), 'x.json');
  const plan = (reading: Reading, names: Partial<NameChoices> = {}, agents = AGENTS) =>
    planImport(
      reading.items.map((item) => ({ item, match: null })),
      reading,
      { agents, keywords: ['cache'] },
      { createAgents: true, createKeywords: true, fallback: null, ...names },
    );
  const toRows = (planned: PlannedImport) => planned.rows.map(({ row: sent }) => sent);

  it('maps agents by ID, then by name, and creates the others', async () => {
    const reading = await file([
      { content: 'a', agent_id: AGENT_ID, agent_name: 'Renamed since' },
      { content: 'b', agent_name: ' reviewer ' },
      { content: 'c', agent_name: 'Planner', agent_id: testId(7) },
    ]);
    expect(toRows(plan(reading))).toMatchObject([
      { agent_id: AGENT_ID },
      { agent_id: AGENT_ID },
      { agent_name: 'Planner' },
    ]);
    expect(toRows(plan(reading, { createAgents: false, fallback: { id: AGENT_ID } }))[2]).toMatchObject({
      agent_id: AGENT_ID,
    });
  });

  it('assigns memories without an agent to the selected or new one', async () => {
    const reading = await readImport('- Measure first.', 'x.md');
    expect(missingNames(reading.items, reading, { agents: [], keywords: [] })).toMatchObject({
      isUnnamed: true,
    });
    expect(toRows(plan(reading, { fallback: { name: 'Notes' } }, []))).toMatchObject([
      { agent_name: 'Notes' },
    ]);
  });

  it('lists each missing name once regardless of case, and omits new keywords on request', async () => {
    const reading = await file([{ content: 'a', agent_name: 'Planner', keywords: ['Cache', 'dns', 'DNS'] }], {
      agents: [{ agent_name: 'planner', description: 'Plans.' }, { agent_name: 'Unused' }],
      keywords: ['dns', 'unused'],
    });
    const names = { agents: AGENTS, keywords: ['cache'] };
    const missing = missingNames(reading.items, reading, names);
    expect(missing.agents.map((name) => name.toLowerCase())).toEqual(['planner', 'unused']);
    expect(missing.keywords.map((name) => name.toLowerCase())).toEqual(['dns', 'unused']);
    const planned = plan(reading);
    expect(planned.unused).toEqual({ agents: [{ name: 'Unused', description: '' }], keywords: ['unused'] });
    expect(toRows(plan(reading, { createKeywords: false }))[0]?.keywords).toEqual(['Cache']);
  });

  it('excludes only existing memories by default', () => {
    const same = { kind: 'same', known: { id: '', title: '', content: '', lesson: '', errors: '' } } as const;
    const similar = { ...same, kind: 'similar', share: 1 } as const;
    const taken = (choice: ImportChoice) => [null, similar, same].map((match) => isTaken(choice, match));
    expect(taken('new')).toEqual([true, true, false]);
    expect(taken('unlike')).toEqual([true, false, false]);
    expect(taken('all')).toEqual([true, true, true]);
  });
});
