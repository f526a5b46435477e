import { readImport } from './index';

describe('markdown', () => {
  const toRows = async (text: string, name = 'x.md', choices = {}) =>
    (await readImport(text, name, { choices })).items.map(({ row }) => row);
  const contents = async (text: string, name = 'x.md', choices = {}) =>
    (await toRows(text, name, choices)).map(({ content }) => content);

  describe('Markdown', () => {
    it('creates a memory per bullet, prefixed with its headings', async () => {
      const text =
        '# Rules\n\n## Tests\n- Run them first.\n* Keep them quick\n  and small.\n\n## Style\n1. No tabs.\n';
      await expect(contents(text)).resolves.toEqual([
        'Rules › Tests: Run them first.',
        'Rules › Tests: Keep them quick\nand small.',
        'Rules › Style: No tabs.',
      ]);
    });

    it('keeps comment markers inside code', async () => {
      const text =
        '# Pages\n\n- Keep `<!--app-html-->` in it.\n- Begin with `<!--`.\n- Never cache.\n- End with `-->`.\n';
      await expect(contents(text)).resolves.toEqual([
        'Pages: Keep `<!--app-html-->` in it.',
        'Pages: Begin with `<!--`.',
        'Pages: Never cache.',
        'Pages: End with `-->`.',
      ]);
    });

    it('drops comments anywhere and keeps the text after them', async () => {
      const text =
        '<!-- a --><!---->\nAlways <!-- b --> brief.\n\n<!-- c -->\n\n- One <!-- d\ne --> more\n\n<!-- f --> Last.';
      await expect(contents(text)).resolves.toEqual(['Always  brief.', 'One  more', 'Last.']);
    });

    it('keeps an unclosed comment', async () => {
      await expect(contents('<!-- begins\n\n- a')).resolves.toEqual(['<!-- begins\n\n- a']);
    });

    it('keeps single-line fenced code in its paragraph', async () => {
      const text = '# Checks\n\n- First.\n\n```npm run lint``` must pass.\n\n## Database\n\n- Second.\n';
      await expect(contents(text)).resolves.toEqual([
        'Checks: First.',
        'Checks: ```npm run lint``` must pass.',
        'Checks › Database: Second.',
      ]);
    });

    it.each([
      [
        '# Rules\n - a\n - b\n\n## More\n  * c\n  * d\n',
        ['Rules: a', 'Rules: b', 'Rules › More: c', 'Rules › More: d'],
      ],
      [
        'Testing\n=======\n\nRun it.\n\nDatabase\n--------\n\nKeep it.\n',
        ['Testing: Run it.', 'Testing › Database: Keep it.'],
      ],
      ['# Pools #\n- a', ['Pools: a']],
      ['## C#\n- a', ['C#: a']],
      ['# Pools   ##  \n- a', ['Pools: a']],
      ['#\t\tPools\n- a', ['Pools: a']],
      ['#No heading\n- a', ['#No heading', 'a']],
      ['    # code\n\n- a', ['# code', 'a']],
      [
        '# A\n\n> quoted\n> twice\n\n| x | y |\n|---|---|\n| 1 | 2 |\n',
        ['A: > quoted\n> twice', 'A: | x | y |\n|---|---|\n| 1 | 2 |'],
      ],
      ['- [ ] open\n- [x] done\n', ['[ ] open', '[x] done']],
      ['1. one\n2. two\n', ['one', 'two']],
      ['---\n\n# Only a heading\n', []],
    ])('reads %j as CommonMark does', async (text, expected) => {
      await expect(contents(text)).resolves.toEqual(expected);
    });

    it('keeps nested lists and code with their list item', async () => {
      const text =
        '- Build with:\n  ```\n  - not a bullet\n    # not a heading\n  ```\n  - nested\n    1. deeper\n- next\n';
      await expect(contents(text)).resolves.toEqual([
        'Build with:\n```\n- not a bullet\n  # not a heading\n```\n- nested\n  1. deeper',
        'next',
      ]);
    });

    it('appends code to the paragraph that introduces it', async () => {
      await expect(contents('Run this:\n\n```sh\nmake\n```\n\nThen stop.')).resolves.toEqual([
        'Run this:\n```sh\nmake\n```',
        'Then stop.',
      ]);
    });

    it('keeps the URL of a reference link', async () => {
      await expect(
        contents('- See [the docs][d].\n- Other.\n\n[d]: https://example.org/docs\n'),
      ).resolves.toEqual(['See [the docs][d].\n\n[d]: https://example.org/docs', 'Other.']);
    });

    it('reads tags and dates from front matter', async () => {
      const text = '---\ntags: [a, b]\ncreated: 2025-03-01\n---\n\n- one\n';
      await expect(toRows(text)).resolves.toMatchObject([
        { content: 'one', keywords: ['a', 'b'], created_at: '2025-03-01T00:00:00.000Z' },
      ]);
    });

    it('notes invalid front matter and reads the rest', async () => {
      const { items, notes } = await readImport('---\na: [\n---\n\n- one\n', 'x.md');
      expect(items.map(({ content }) => content)).toEqual(['one']);
      expect(notes).toEqual(['Its front matter is not valid YAML and was skipped.']);
    });

    it('reports a file without lessons', async () => {
      expect((await readImport('# Only a heading\n---\n', 'AGENTS.md')).problems).toEqual([
        { number: 1, reason: 'It contains no lessons.' },
      ]);
    });

    it('reads a long document piecewise with the same result', async () => {
      const section = (at: number) =>
        `## Part ${at}\n\nParagraph ${at} goes\nover two lines.\n\n- item ${at}\n  with more\n\n  - nested ${at}\n- second ${at}\n\n\`\`\`\n# code ${at}\n\n- no bullet\n\`\`\`\n\n> quote ${at}\n`;
      const found = await contents(Array.from({ length: 120 }, (_, at) => section(at)).join('\n'));
      const [first] = [await contents(section(0))];
      expect(found).toHaveLength(120 * (first?.length ?? 0));
      expect(found.slice(0, first?.length)).toEqual(first);
      expect(found.slice(-(first?.length ?? 0))).toEqual(await contents(section(119)));
    });

    it('reads text after many blank lines', async () => {
      await expect(contents(`- a\n${'\n'.repeat(20_000)}- b\n`)).resolves.toEqual(['a', 'b']);
    });

    it('reports text that is nested too deeply', async () => {
      // Simulates the stack overflow of a recursive parser; a real text that triggers it takes seconds.
      const pause = () => {
        throw new RangeError('Maximum call stack size exceeded');
      };
      const { items, problems } = await readImport('- a', 'x.md', { pause });
      expect([items, problems]).toEqual([[], [{ number: 1, reason: 'It is nested too deeply.' }]]);
    });

    it('reads lists and code blocks of any length', async () => {
      const list = Array.from({ length: 700 }, (_, at) => `- item number ${at} of a long list`).join('\n');
      const code = `Run:\n\n\`\`\`\n${'echo one\n\n'.repeat(2000)}\`\`\`\n`;
      const found = await contents(`${list}\n\n${code}`);
      expect(found).toHaveLength(701);
      expect(found[699]).toBe('item number 699 of a long list');
      expect(found[700]?.split('echo one')).toHaveLength(2001);
    });
  });

  describe('lists of facts', () => {
    const facts = 'Prefers TypeScript.\nWorks in Lisbon.\nUses pnpm, never npm.\n';

    it('reads each line of a text file as a fact unless the user chooses paragraphs', async () => {
      await expect(contents(facts, 'facts.txt')).resolves.toEqual(facts.trim().split('\n'));
      await expect(contents(facts, 'facts.txt', { lines: 'paragraphs' })).resolves.toEqual([facts.trim()]);
      await expect(contents(facts, 'facts.md')).resolves.toEqual([facts.trim()]);
      await expect(contents(facts, 'facts.md', { lines: 'lines' })).resolves.toHaveLength(3);
    });

    it('keeps hard-wrapped text together', async () => {
      const text = 'We moved the cache because it\nwas slow, and nobody noticed it\nfor a week.\n';
      await expect(contents(text, 'notes.txt')).resolves.toEqual([text.trim()]);
    });

    it.each([
      [
        '```\n[2025-03-01] - Short answers.\n[unknown] - Tests first.\n```',
        ['2025-03-01T00:00:00.000Z', null],
      ],
      ['[2025-03-01] - Short answers.\n[unknown] - Tests first.', ['2025-03-01T00:00:00.000Z', null]],
      ['- [2025-03-01] – Short answers.\n- [date unknown]: Tests first.', ['2025-03-01T00:00:00.000Z', null]],
      [
        '2025-03-01: Short answers.\n2025-03-02: Tests first.',
        ['2025-03-01T00:00:00.000Z', '2025-03-02T00:00:00.000Z'],
      ],
      ['[March 1, 2025] - Short answers.\n[n/a] - Tests first.', ['2025-03-01T00:00:00.000Z', null]],
    ])('reads the dates of %j', async (text, times) => {
      const { format, items } = await readImport(text, 'memory.md');
      expect(format).toBe('Dated memory list');
      expect(items.map(({ content }) => content)).toEqual(['Short answers.', 'Tests first.']);
      expect(items.map(({ row }) => row.created_at)).toEqual(times);
    });

    it('treats a bracketed prefix that is not a date as text', async () => {
      await expect(contents('- [CVE-2025-1234] - Update the parser.')).resolves.toEqual([
        '[CVE-2025-1234] - Update the parser.',
      ]);
    });
  });
});

/** Common deviations from the format definitions. */
describe('habits', () => {
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
    it('recognizes the column names of other tools', async () => {
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
      expect((await readImport(text, 'x.csv')).notes).toEqual(['Columns not imported: user_id.']);
    });

    it('reads a quoted separator line', async () => {
      await expect(contents('"sep=;"\r\ncontent;errors\r\na;b\r\n', 'x.csv')).resolves.toEqual(['a']);
    });
  });

  describe('JSON', () => {
    it('recognizes the same names as tables', async () => {
      const row = { text: 'a', tags: ['x'], metadata: { id: 1 }, timestamp: '2025-01-01T00:00:00' };
      await expect(toRows(JSON.stringify([row]), 'x.json')).resolves.toEqual([
        { content: 'a', keywords: ['x'], metadata_col: { id: 1 }, created_at: '2025-01-01T00:00:00Z' },
      ]);
    });

    it.each([
      ['{"id":90071992547409931}', { id: '90071992547409931' }],
      ['free text', { metadata: 'free text' }],
    ])('keeps metadata given as a string: %s', async (metadata, expected) => {
      const file = { memories: [{ content: 'a', content_hash: 'h', metadata }] };
      await expect(toRows(JSON.stringify(file), 'x.json')).resolves.toEqual([
        { content: 'a', metadata_col: expected },
      ]);
    });
  });

  describe('notes of basic-memory', () => {
    it('recognizes notes without a permalink and strips the # of tags', async () => {
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

  it('reads a date in front of a sentence as its creation date', async () => {
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

    it('guesses another script when a Western decoding yields only accented letters', async () => {
      // Windows-1251 has the Cyrillic letters in Unicode order from 0xC0.
      const file = encoded('content;errors\nПерезапустить сервер;x\n', 0xc0 - 'А'.charCodeAt(0));
      await expect(contents(file, 'x.csv')).resolves.toEqual(['Перезапустить сервер']);
    });

    it('asks no question when every encoding gives the same text', async () => {
      const file = encoded('content,errors\ncafé größe,x\n', 0);
      const { items, questions } = await readImport(file, 'x.csv');
      expect([items[0]?.content, questions]).toEqual(['café größe', []]);
    });
  });
});
