import { AGENT_ID, block, idOf, keyword } from '../testing/rows';
import { copyNumbers, differencesOf, duplicateFinder, normalizedText, type Texts } from './duplicates';
import { exportName, exportWriter, type ExportFormat } from './exportFormats';
import {
  isTaken,
  missingNames,
  planImport,
  type ImportChoice,
  type NameChoices,
  type PlannedImport,
} from './importPlan';
import { readImport, type Reading } from './importRead';
import { toMemory, type Memory } from './memory';

const AT = '2026-11-21T10:00:00.000Z';
const row = (number: number, rest: object = {}) => toMemory(block(number, rest));
const written = (format: ExportFormat, pages: Memory[][]) => {
  const writer = exportWriter(format, AT);
  return writer.start() + pages.map((rows) => writer.rows(rows)).join('') + writer.end();
};

describe('export', () => {
  it('writes a table of all pages with one head', () => {
    const lines = written('csv', [[row(1)], [row(2)]])
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^\uFEFFid,agent_id,agent_name,/);
  });

  it('refuses an export of a newer format', () => {
    const file = { kind: 'hindsight-memory-blocks', version: 3, items: [{ content: 'a' }] };
    const reason =
      'It was exported by a newer version of Hindsight (format 3). This version reads formats up to 2.';
    expect(readImport(JSON.stringify(file), 'x.json')).toMatchObject({
      items: [],
      problems: [{ number: 1, reason }],
    });
    expect(readImport(JSON.stringify({ ...file, version: 2 }), 'x.json').items).toHaveLength(1);
  });

  it('writes JSON that is valid whatever the pages were, and that can be imported again', () => {
    const items = [row(1, { metadata_col: { a: [1] }, keywords: [keyword('one')] }), row(2), row(3)];
    for (const pages of [[], [items], [[items[0]!], [], items.slice(1)]]) {
      const text = written('json', pages);
      expect((JSON.parse(text) as { items: unknown[] }).items).toHaveLength(pages.flat().length);
    }
    const back = readImport(written('json', [items]), 'x.json');
    expect(back.problems).toEqual([]);
    const { id: _id, ...all } = JSON.parse(written('json', [items])).items[0] as Record<string, unknown>;
    expect(back.items[0]?.row).toEqual(all);
  });

  it('keeps what a memory lacks, and its marks: no rating, no lesson, archived, wrong', () => {
    const bare = { ...row(1, { lessons_learned: null }), score: null };
    const archived = row(2, { archived: true, archived_at: '2026-03-02T00:00:00Z', problem: 'wrong' });
    const { items } = readImport(written('json', [[bare, archived]]), 'x.json');
    expect(items[0]?.row).toMatchObject({ feedback_score: null, lessons_learned: null, archived: false });
    expect(items[1]?.row).toMatchObject({
      archived: true,
      archived_at: '2026-03-02T00:00:00Z',
      problem: 'wrong',
    });
  });

  it('keeps the agents and keywords of the workspace, also those without a memory', () => {
    const writer = exportWriter('json', AT);
    const names = { agents: [{ name: 'Planner', description: 'Plans.' }], keywords: ['dns'] };
    expect(readImport(writer.start() + writer.end(names), 'x.json')).toMatchObject(names);
  });

  it('writes Markdown whose lessons are read back', () => {
    const text = written('md', [[row(1, { lessons_learned: 'First line.\nSecond line.' }), row(2)]]);
    expect(readImport(text, 'x.md').items.map(({ lesson }) => lesson)).toEqual([
      'First line.\nSecond line.',
      'Lesson 2: bound every queue.',
    ]);
  });

  it('names the file by kind and day', () => {
    expect(exportName('csv', AT)).toBe('memory-blocks-2026-11-21.csv');
  });
});

describe('import of Markdown', () => {
  const lessons = (text: string) => readImport(text, 'CLAUDE.md').items.map(({ content }) => content);

  it('makes a lesson of each bullet, named by the headings above it', () => {
    const text =
      '# Rules\n\n## Tests\n- Run them first.\n* Keep them quick\n  and small.\n\n## Style\n1. No tabs.\n';
    expect(lessons(text)).toEqual([
      'Rules › Tests: Run them first.',
      'Rules › Tests: Keep them quick\nand small.',
      'Rules › Style: No tabs.',
    ]);
  });

  it('takes paragraphs, nested bullets and code into account, and leaves comments and front matter out', () => {
    const text =
      '---\nname: x\n---\n<!-- hidden --><!---->\nAlways answer briefly.\n\n- Build with:\n  ```\n  - not a bullet\n  # not a heading\n  ```\n  - nested\n';
    expect(lessons(text)).toEqual([
      'Always answer briefly.',
      'Build with:\n```\n  - not a bullet\n  # not a heading\n```\n- nested',
    ]);
  });

  it('reports a file without lessons', () => {
    expect(readImport('# Only a heading\n---\n', 'AGENTS.md').problems).toEqual([
      { number: 1, reason: 'It contains no lessons.' },
    ]);
  });
});

describe('import from other memory servers', () => {
  const rows = (text: string, name: string) => readImport(text, name).items.map(({ row }) => row);
  const graph = [
    {
      type: 'entity',
      name: 'billing',
      entityType: 'service',
      observations: ['Retries twice', 'Owned by Ana'],
    },
    { type: 'entity', name: 'ledger', entityType: 'service', observations: [] },
    { type: 'relation', from: 'billing', to: 'ledger', relationType: 'writes to' },
    { type: 'relation', from: 'cron', to: 'billing', relationType: 'calls' },
    null,
  ];

  it('makes a memory of each entity with its observations and relations, and names what it leaves out', () => {
    const lines = graph.map((entry) => JSON.stringify(entry)).join('\n');
    for (const [text, name] of [
      [JSON.stringify(graph), 'memory.json'],
      [lines.replace('\nnull', ''), 'memory.json'],
      [lines.replace('\nnull', ''), 'memory.jsonl'],
      [JSON.stringify({ entities: graph.slice(0, 2), relations: graph.slice(2, 4) }), ''],
    ] as const) {
      expect(rows(text, name)).toMatchObject([
        {
          content: 'billing (service): Retries twice\nOwned by Ana\nbilling writes to ledger',
          keywords: ['service'],
        },
        { content: 'cron calls billing' },
      ]);
    }
    expect(readImport(JSON.stringify(graph), 'memory.json').problems).toEqual([
      { number: 2, reason: '“ledger” has neither observations nor relations.' },
      { number: 4, reason: 'It is neither an entity nor a relation.' },
    ]);
  });

  it('reads both files of an OpenMemory export', () => {
    const memory = {
      content: 'Likes tabs',
      state: 'active',
      metadata: { a: 1 },
      created_at: '2026-01-02T03:04:05+00:00',
    };
    const whole = {
      apps: [{ id: 'a1', name: 'cursor' }],
      categories: [{ id: 'c1', name: 'style' }],
      memories: [
        { ...memory, app_id: 'a1', category_ids: ['c1'] },
        { ...memory, content: 'Gone', state: 'deleted' },
      ],
    };
    const line = JSON.stringify({ ...memory, app: 'cursor', categories: ['style'] });
    const expected = {
      content: 'Likes tabs',
      agent_name: 'cursor',
      keywords: ['style'],
      created_at: '2026-01-02T03:04:05.000Z',
    };
    expect(rows(JSON.stringify(whole), 'memories.json')).toMatchObject([expected]);
    expect(rows(`${line}\n${line}\n`, 'memories.jsonl')).toMatchObject([expected, expected]);
    expect(readImport(JSON.stringify(whole), 'memories.json').problems).toEqual([
      { number: 2, reason: 'It was deleted in OpenMemory.' },
    ]);
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
  const kinds = (finder: ReturnType<typeof duplicateFinder>) =>
    finder.matches().map((match) => match?.kind ?? null);

  it('are the same only when content, lesson and errors are', () => {
    expect(normalizedText('  Bound, EVERY queue!\n')).toBe('bound every queue');
    const lesson = { lesson: long };
    const finder = duplicateFinder([
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

  it('are similar from four fifths of common words on', () => {
    const finder = duplicateFinder([texts(long)]);
    finder.learn(known('far', texts('Bound every queue')));
    expect(finder.matches()).toEqual([null]);
    finder.learn(known('near', texts(`${long} again`)));
    expect(finder.matches()[0]).toMatchObject({ kind: 'similar', known: { id: 'near' } });
    finder.learn(known('same', texts(long)));
    expect(finder.matches()[0]).toMatchObject({ kind: 'same', known: { id: 'same' } });
  });

  it('are marked in the file itself: the later one', () => {
    const finder = duplicateFinder([texts(long), texts('another lesson'), texts(`${long}!`)]);
    finder.learnFile();
    expect(finder.matches()).toMatchObject([
      null,
      null,
      { kind: 'similar', share: 1, known: { id: '', title: 'number 1 of the file' } },
    ]);
  });

  it('are found among many similar ones', () => {
    const finder = duplicateFinder(Array.from({ length: 300 }, (_, at) => texts(`${long} number ${at}`)));
    finder.learnFile();
    expect(kinds(finder).filter((kind) => kind === 'similar')).toHaveLength(299);
  });

  it('name the texts that differ, and count equal rows of a file', () => {
    expect(differencesOf(texts('a', { errors: 'x ' }), texts('b', { errors: 'x' }))).toEqual(['content']);
    expect(copyNumbers([texts('a'), texts('b'), texts('a ')])).toEqual([1, 1, 2]);
  });
});

describe('the plan of an import', () => {
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
  const rowsOf = (planned: PlannedImport) => planned.rows.map(({ row: sent }) => sent);

  it('takes the agents of the workspace by id, then by name, and creates the others', () => {
    const reading = file([
      { content: 'a', agent_id: AGENT_ID, agent_name: 'Renamed since' },
      { content: 'b', agent_name: ' reviewer ' },
      { content: 'c', agent_name: 'Planner', agent_id: idOf(7) },
    ]);
    expect(rowsOf(plan(reading))).toMatchObject([
      { agent_id: AGENT_ID },
      { agent_id: AGENT_ID },
      { agent_name: 'Planner' },
    ]);
    expect(rowsOf(plan(reading, { createAgents: false, fallback: { id: AGENT_ID } }))[2]).toMatchObject({
      agent_id: AGENT_ID,
    });
  });

  it('gives memories without an agent the one that was chosen, also a new one', () => {
    const reading = readImport('- Measure first.', 'x.md');
    expect(missingNames(reading.items, reading, { agents: [], keywords: [] })).toMatchObject({
      isUnnamed: true,
    });
    expect(rowsOf(plan(reading, { fallback: { name: 'Notes' } }, []))).toMatchObject([
      { agent_name: 'Notes' },
    ]);
  });

  it('offers what the workspace lacks once, whatever its case, and leaves keywords out on request', () => {
    const reading = file([{ content: 'a', agent_name: 'Planner', keywords: ['Cache', 'dns', 'DNS'] }], {
      agents: [{ agent_name: 'planner', description: 'Plans.' }, { agent_name: 'Unused' }],
      keywords: ['dns', 'unused'],
    });
    const names = { agents: AGENTS, keywords: ['cache'] };
    const missing = missingNames(reading.items, reading, names);
    expect(missing.agents.map((name) => name.toLowerCase())).toEqual(['planner', 'unused']);
    expect(missing.keywords.map((name) => name.toLowerCase())).toEqual(['dns', 'unused']);
    const planned = plan(reading);
    expect(planned.unused).toEqual({ agents: [{ name: 'Unused', description: '' }], keywords: ['unused'] });
    expect(rowsOf(plan(reading, { createKeywords: false }))[0]?.keywords).toEqual(['Cache']);
  });

  it('leaves out only what is the same by default', () => {
    const same = { kind: 'same', known: { id: '', title: '', content: '', lesson: '', errors: '' } } as const;
    const similar = { ...same, kind: 'similar', share: 1 } as const;
    const taken = (choice: ImportChoice) => [null, similar, same].map((match) => isTaken(choice, match));
    expect(taken('new')).toEqual([true, true, false]);
    expect(taken('unlike')).toEqual([true, false, false]);
    expect(taken('all')).toEqual([true, true, true]);
  });
});
