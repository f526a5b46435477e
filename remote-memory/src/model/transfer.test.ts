import { block, keyword } from '../testing/rows';
import { duplicateFinder, normalizedText } from './duplicates';
import { csvCell, exportName, exportWriter, type ExportFormat } from './exportFormats';
import { readImport } from './importRead';
import { toMemory, type Memory } from './memory';

const AT = '2026-11-21T10:00:00.000Z';
const row = (number: number, rest: object = {}) => toMemory(block(number, rest));
const written = (format: ExportFormat, pages: Memory[][]) => {
  const writer = exportWriter(format, AT);
  return writer.start() + pages.map((rows) => writer.rows(rows)).join('') + writer.end();
};

describe('export', () => {
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

  it('writes a table of all pages with one head', () => {
    const lines = written('csv', [[row(1)], [row(2)]])
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^\uFEFFid,agent_id,agent_name,/);
  });

  it('writes JSON that is valid whatever the pages were, and that can be imported again', () => {
    const items = [row(1, { metadata_col: { a: [1] }, keywords: [keyword('one')] }), row(2), row(3)];
    for (const pages of [[], [items], [[items[0]!], [], items.slice(1)]]) {
      const text = written('json', pages);
      expect((JSON.parse(text) as { items: unknown[] }).items).toHaveLength(pages.flat().length);
    }
    const back = readImport(written('json', [items]), 'x.json');
    expect(back.problems).toEqual([]);
    expect(back.items[0]).toMatchObject({
      content: items[0]!.content,
      lesson: items[0]!.lesson,
      metadata: { a: [1] },
      keywords: ['one'],
      agentId: items[0]!.agentId,
      conversationId: items[0]!.conversationId,
      score: 82,
    });
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

describe('import of JSON', () => {
  it.each([
    ['{', 'It is not valid JSON.'],
    ['{"a":1}', 'It contains no list of memories.'],
    ['[{"content":""}]', 'It has neither content nor a lesson.'],
    [`[{"content":"${'x'.repeat(200_001)}"}]`, 'A text is longer than 200,000 characters.'],
  ])('names the problem of %.20s', (text, reason) => {
    expect(readImport(text, 'x.json')).toEqual({ items: [], problems: [{ number: 1, reason }] });
  });

  it('recognises the format of a pasted text', () => {
    expect(readImport(' [{"content":"a b"}]', '').items).toHaveLength(1);
    expect(readImport('- a lesson', '').items).toHaveLength(1);
  });
});

describe('duplicates', () => {
  const long = 'Bound every queue and measure how long jobs wait before they run';

  it('are found regardless of punctuation and case', () => {
    expect(normalizedText('  Bound, EVERY queue!\n')).toBe('bound every queue');
    const finder = duplicateFinder(['bound every queue', 'something else entirely']);
    finder.learn({ id: '1', title: 'A' }, 'Bound every queue.');
    expect(finder.matches()).toEqual([{ kind: 'exact', known: { id: '1', title: 'A' } }, null]);
  });

  it('are near from four fifths of common words on', () => {
    const finder = duplicateFinder([long]);
    finder.learn({ id: '1', title: 'far' }, 'Bound every queue');
    expect(finder.matches()).toEqual([null]);
    finder.learn({ id: '2', title: 'near' }, `${long} again`);
    expect(finder.matches()[0]).toMatchObject({ kind: 'near', known: { id: '2' } });
    finder.learn({ id: '3', title: 'same' }, long);
    expect(finder.matches()[0]).toMatchObject({ kind: 'exact', known: { id: '3' } });
  });

  it('are found in the file itself: the later one', () => {
    const finder = duplicateFinder(['one lesson', 'another lesson', 'One lesson!']);
    finder.learnFile();
    expect(finder.matches()).toEqual([
      null,
      null,
      { kind: 'exact', known: { id: '', title: 'number 1 of the file' } },
    ]);
  });

  it('are found among many similar ones', () => {
    const finder = duplicateFinder(Array.from({ length: 300 }, (_, at) => `${long} number ${at}`));
    finder.learnFile();
    expect(finder.matches().filter((match) => match?.kind === 'near')).toHaveLength(299);
  });
});
