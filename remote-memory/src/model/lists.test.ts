import { readImport } from '@hindsight/import-formats';
import { csvCell } from '@hindsight/shared-contracts/rules';
import { block, keyword } from '../testing/rows';
import { agentOptions, byName, findAgentName } from './agent';
import type { Agent } from './agent';
import {
  ACTIVITY_DAYS,
  activityTime,
  allDays,
  callText,
  findLastActive,
  hitsText,
  silentDays,
  toMoments,
} from './agentActivity';
import type { Activity } from './agentActivity';
import { searchAgents } from './agentSearch';
import { exportWriter } from './exportFormats';
import type { ExportFormat } from './exportFormats';
import { toMemory } from './memory';
import type { Memory } from './memory';
import {
  CONVERSATION_ID_MESSAGE,
  FILTER_DEBOUNCE_MS,
  NO_FILTERS,
  PAGE_SIZE,
  SORTS,
  activeFilters,
  isConversationFilter,
  toNarrowing,
  toQuery,
} from './memoryFilters';
import { markName } from './nameMarks';
import { hiddenPassage, markedWords } from './passages';
import { comparisonText, differenceText, limitOptions, outcomeText, settingsText } from './playground';
import type { RankedMemory } from './rankedMemory';
import { hiddenMatch, markMatches } from './searchMarks';

describe('agent', () => {
  const id = '00000000-0000-4000-8000-0000000000ab';
  const agents = [
    { id, name: 'Zoe' },
    { id: 'b', name: 'ada' },
  ];

  it('resolves agent names and sorts by name', () => {
    expect(findAgentName(id, agents)).toBe('Zoe');
    expect(findAgentName(id, [])).toBe('Agent 000000ab');
    expect(byName(agents).map(({ name }) => name)).toEqual(['ada', 'Zoe']);
  });

  it('keeps a selected agent that is missing from the list', () => {
    expect(agentOptions(agents, id)).toHaveLength(2);
    expect(agentOptions(agents, 'c0000000')[0]).toEqual({ value: 'c0000000', label: 'Agent c0000000' });
  });

  it('matches letters regardless of case and accents, and symbols exactly', () => {
    const rows = ['Zoë', 'Wächter', 'İzmir bot', '100% _cover\\'].map(
      (name) => ({ id: name, name }) as Agent,
    );
    const found = (search: string) => searchAgents(rows, search).map(({ name }) => name);
    expect(found(' ZOE ')).toEqual(['Zoë']);
    expect(found('wa\u0308chter')).toEqual(['Wächter']);
    expect(found('izmir')).toEqual(['İzmir bot']);
    for (const sign of ['%', '_', '\\']) expect(found(sign)).toEqual(['100% _cover\\']);
    expect(found('')).toHaveLength(4);
  });
});

describe('agentActivity', () => {
  const NOW = Date.parse('2026-03-10T12:00:00Z');
  const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

  it('uses the latest call as last activity, or else the newest memory', () => {
    const count = { agent_id: 'a', count: 1, archived_count: 0, last_activity: 'memory' };
    expect(findLastActive({ ...count, last_seen_at: 'call' })).toBe('call');
    expect(findLastActive({ ...count, last_seen_at: null })).toBe('memory');
    expect(findLastActive(undefined)).toBeNull();
  });

  it.each([
    [0, null],
    [4.9, null],
    [5, 5],
    [12.5, 12],
  ])('reports an agent active %d days ago as silent for %p days', (days, silent) => {
    expect(silentDays(daysAgo(days), NOW)).toBe(silent);
  });

  it('filters by days in local time', () => {
    const midnight = (day: number) => new Date(2026, 2, day).toISOString();
    const now = new Date(2026, 2, 10, 15).getTime();
    expect(toMoments('all', now)).toEqual({});
    expect(toMoments('today', now)).toEqual({ since: midnight(10) });
    expect(toMoments('yesterday', now)).toEqual({ since: midnight(9), until: midnight(10) });
    expect(toMoments('week', now)).toEqual({ since: midnight(4) });
    expect(toMoments('2026-03-01Z', now)).toEqual({
      since: '2026-03-01T00:00:00.000Z',
      until: '2026-03-02T00:00:00.000Z',
    });
    expect([activityTime('2026-03-01Z'), activityTime('2026-03-01')]).toEqual(['2026-03-01Z', undefined]);
  });

  it('fills in days without calls up to today', () => {
    const days = allDays([{ date: '2026-03-09', read: 2, write: 0, refused: 1 }], NOW);
    expect(days).toHaveLength(ACTIVITY_DAYS);
    expect(days.slice(-2)).toEqual([
      { date: '2026-03-09', read: 2, write: 0, refused: 1 },
      { date: '2026-03-10', read: 0, write: 0, refused: 0 },
    ]);
  });

  const memory = (chosen: boolean) => ({ id: 'm', preview: 'p', chosen });
  const call = (rest: Partial<Activity>) =>
    ({ kind: 'read', action: 'open', call: 'GET /x', memories: [], hits: null, ...rest }) as Activity;

  it.each([
    [call({}), 'Opened a memory'],
    [call({ action: 'search', memories: [memory(false), memory(true)] }), 'Searched'],
    [
      call({ kind: 'write', action: 'archive', memories: [memory(false), memory(false)] }),
      'Archived 2 memories',
    ],
    [call({ kind: 'refused', action: 'create' }), 'Couldn’t record a memory'],
    [call({ action: 'other' }), 'Other request: GET /x'],
  ])('describes a call: %#', (activity, text) => {
    expect(callText(activity)).toBe(text);
  });

  it.each([
    [call({}), ''],
    [call({ hits: 0, search_type: 'hybrid' }), 'No results, hybrid search'],
    [
      call({ hits: 1, memories: [memory(true)], search_type: 'fulltext' }),
      '1 result, 1 chosen, fulltext search',
    ],
    [call({ hits: 1200, memories: [memory(false)], search_type: null }), '1,200 results, 0 chosen'],
  ])('describes a search result: %#', (activity, text) => {
    expect(hitsText(activity)).toBe(text);
  });
});

describe('csv', () => {
  const row = (number: number, rest: object = {}) => toMemory(block(number, rest));
  const written = (format: ExportFormat, rows: Memory[]) => {
    const writer = exportWriter(format, '2026-11-21T10:00:00.000Z');
    return writer.start() + writer.rows(rows) + writer.end();
  };

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', ' =1', '\u200b=1'])(
    'escapes the formula %j',
    (text) => {
      expect(csvCell(text)).toMatch(/^"?'/);
    },
  );

  it('escapes and quotes a multiline formula', () => {
    expect(csvCell('=HYPERLINK("x")\nmore')).toBe('"\'=HYPERLINK(""x"")\nmore"');
  });

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [-5, '-5'],
  ])('writes %j as %s', (value, cell) => expect(csvCell(value)).toBe(cell));

  it('writes a table that can be reimported, whatever texts it contains', async () => {
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

  it('reads a table resaved by a spreadsheet: semicolons, other columns, local times', async () => {
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
  ])('explains why the table %j cannot be imported', async (text, reason) => {
    await expect(readImport(text, 'x.csv')).resolves.toMatchObject({
      items: [],
      problems: [{ number: 1, reason }],
    });
  });
});

describe('memoryFilters', () => {
  it('matches the numbers in the specification', () => {
    expect(PAGE_SIZE).toBe(12);
    expect(FILTER_DEBOUNCE_MS).toBe(500);
    const labels = SORTS.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['Recently created', 'Oldest first', 'Highest feedback']));
  });

  it('builds the request for a view', () => {
    const view = { ...NO_FILTERS, page: 3, size: 12, sort: 'oldest', mode: 'text', search: 'x' } as const;
    expect(toQuery(view)).toEqual({
      skip: 24,
      limit: 12,
      sort_by: 'created_at',
      sort_order: 'asc',
      search_query: 'x',
    });
  });

  it('builds the request parameters of all filters', () => {
    const now = new Date(2026, 2, 10, 15).getTime();
    const filters = {
      ...NO_FILTERS,
      agent: 'a,b',
      keyword: 'k,l',
      match: 'all',
      created: 'yesterday',
      changed: '..2026-03-04',
      feedback: 'low',
      origin: 'person',
      archived: 'with',
    } as const;
    expect(toNarrowing(filters, now)).toEqual({
      agent_id: 'a,b',
      keyword_id: 'k,l',
      keyword_match: 'all',
      created_after: new Date(2026, 2, 9).toISOString(),
      updated_before: new Date(2026, 2, 5).toISOString(),
      feedback: 'low',
      origin: 'person',
      include_archived: 'true',
    });
    expect(activeFilters(filters)).toEqual(['agent', 'keyword', 'created', 'changed', 'feedback', 'origin']);
    expect(toNarrowing(NO_FILTERS)).toEqual({});
  });

  describe('conversation ID', () => {
    const id = '1B4E28BA-2FA1-11D2-F83F-0016D3CCA427';

    it('uses the message from the specification', () => {
      expect(CONVERSATION_ID_MESSAGE).toBe('Enter a valid conversation ID (UUID).');
    });

    it.each([id, id.toLowerCase(), `  ${id} `, '', '   '])('accepts "%s"', (text) => {
      expect(isConversationFilter(text)).toBe(true);
    });

    it.each([id.slice(1), `${id}0`, id.replace('A', 'G'), id.replaceAll('-', ''), 'x'])(
      'rejects "%s"',
      (text) => expect(isConversationFilter(text)).toBe(false),
    );
  });
});

describe('nameMarks', () => {
  it.each([
    ['Queue and queue', ' QUEUE ', '[Queue] and [queue]'],
    ['Café Cafe\u0301 CAFES', 'cafe', '[Café] [Cafe\u0301] [CAFE]S'],
    ['Große Straße', 'STRASSE', 'Große [Straße]'],
    ['Straße', 's', '[S]tra[ß]e'],
    ['Łódź 👩‍🚀 İzmir', 'izmir', 'Łódź 👩‍🚀 [İzmir]'],
    ['50% (half) a.b axb', '% (half) a.b', '50[% (half) a.b] axb'],
    ['name', '  ', 'name'],
    ['', 'x', ''],
  ])('marks in "%s" for "%s": %s', (name, search, expected) => {
    const parts = markName(name, search).map(({ text, hit }) => (hit ? `[${text}]` : text));
    expect(parts.join('')).toBe(expected);
  });
});

describe('passages', () => {
  const found = (text: string, matches: [number, number][], offset = 0): RankedMemory => ({
    ...toMemory(block(1)),
    highlights: [{ field: 'content', offset, text, matches }],
  });

  it('shows the best passage only if it has a match that is not visible elsewhere', () => {
    const row = found(
      'kept a stale DNS entry',
      [
        [7, 12],
        [13, 16],
      ],
      9,
    );
    expect(hiddenPassage(row, ['stale', 'dns'], ['DNS of staging'])).toBe('…kept a stale DNS entry…');
    expect(hiddenPassage(row, ['stale', 'dns'], ['Stale entries', 'of DNS'])).toBe('');
    expect(hiddenPassage(row, '', [])).toBe('');
  });

  it('marks words as spelled in the memory, or as typed if the service names none', () => {
    expect(
      markedWords(
        found('Timeouts and timeouts', [
          [0, 8],
          [13, 21],
        ]),
        ['timeout'],
      ),
    ).toEqual(['Timeouts', 'timeouts']);
    expect(markedWords(toMemory(block(1)), ['timeout'])).toEqual(['timeout']);
  });
});

describe('playground', () => {
  const settings = {
    mode: 'hybrid',
    limit: 10,
    agent_id: null,
    conversation_id: null,
    include_archived: false,
  } as const;

  test.each([
    ['a', 1, ''],
    ['b', 2, '1 place higher than in B'],
    ['c', 3, '1 place lower than in B'],
    ['d', 4, 'Only in A'],
  ])('describes the rank difference of %s', (id, place, text) => {
    expect(differenceText(id, place, 'A', { name: 'B', ids: ['a', 'c', 'b'] })).toBe(text);
  });

  test('summarizes the overlap of two settings', () => {
    expect(comparisonText(['a', 'b', 'c', 'd'], ['a', 'c', 'b', 'e', 'f'])).toBe(
      '3 memories in both, 1 only in A, 2 only in B, 2 ranked differently.',
    );
    expect(comparisonText(['a', 'b'], ['a', 'b'])).toBe(
      'Both settings find the same memories in the same order.',
    );
    expect(comparisonText([], [])).toBe('Neither setting finds any memories.');
    expect(comparisonText([], ['a'])).toBe(
      '0 memories in both, 0 only in A, 1 only in B, 0 ranked differently.',
    );
  });

  test('describes settings and omits unset filters', () => {
    expect(settingsText(settings, [])).toBe('Best match, first 10');
    const narrow = { ...settings, agent_id: 'a', conversation_id: 'c', include_archived: true };
    expect(settingsText(narrow, [{ id: 'a', name: 'Reviewer' }])).toBe(
      'Best match, first 10, agent Reviewer, one conversation, archived included',
    );
  });

  test('keeps a limit from the address as an option', () => {
    expect(limitOptions(7).map(({ value }) => value)).toEqual([
      '1',
      '3',
      '5',
      '7',
      '10',
      '20',
      '50',
      '100',
      '200',
    ]);
  });

  test.each([
    ['active', 2, 'found at rank 2'],
    ['active', 14, 'found at rank 14, outside the top 10'],
    ['active', null, 'not found'],
    ['merged', 1, 'merged into another memory, found at rank 1'],
    ['merged', null, 'merged into a memory that wasn’t found'],
    ['archived', null, 'archived'],
    ['deleted', null, 'deleted'],
  ] as const)('describes a memory that is %s at rank %s: %s', (state, place, text) => {
    expect(outcomeText({ memory_block_id: 'm', title: 't', state, place }, 10)).toBe(text);
  });
});

describe('searchMarks', () => {
  const hits = (text: string, search: string) =>
    markMatches(text, search)
      .map((part) => (part.hit ? `[${part.text}]` : part.text))
      .join('');

  it.each([
    ['Queue and queue', 'QUEUE', '[Queue] and [queue]'],
    ['a.b axb', 'a.b', '[a.b] axb'],
    [
      '50% (half) [x] \\ $ ^ | ? * + { } / -',
      '(half) [x] \\ $ ^ | ? * + { } / -',
      '50% [(half) [x] \\ $ ^ | ? * + { } / -]',
    ],
    ['naïve 日本語', '日本', 'naïve [日本]語'],
    ['nothing here', 'zzz', 'nothing here'],
    ['text', '   ', 'text'],
    ['', 'x', ''],
  ])('marks in "%s" for "%s": %s', (text, search, expected) => {
    expect(hits(text, search)).toBe(expected);
  });

  describe('a hit outside the visible text', () => {
    const row = {
      lesson: 'Short lesson',
      content: `${'start '.repeat(50)}the Needle is here ${'end '.repeat(50)}`,
      errors: 'E_LATE',
    };

    it('is shown with the surrounding words', () => {
      const found = hiddenMatch(row, 'needle', ['title', 'Short lesson']);
      expect(found).toMatch(/^…start .*the Needle is here end .*…$/);
      expect(found.length).toBeLessThan(140);
    });

    it('is found in the errors', () => expect(hiddenMatch(row, 'e_late', [])).toBe('…E_LATE…'));

    it.each([
      ['no search', '  ', []],
      ['a hit in what is shown', 'lesson', ['Short LESSON']],
      ['a hit elsewhere, e.g. in a keyword', 'nowhere', []],
    ])('is empty for %s', (_, search, shown) => expect(hiddenMatch(row, search, shown)).toBe(''));
  });
});
