import {
  READ_ONLY_ORGANIZATION,
  READ_ONLY_PUBLIC,
  inexactMetadata,
  safeLink,
  writeProblem,
} from '@hindsight/shared-contracts/rules';
import { testUser } from '@hindsight/shared-contracts/testing';
import { block, testId } from '../testing/rows';
import { ageInDays } from './age';
import {
  ARCHIVED_DEBOUNCE_MS,
  ARCHIVED_PAGE_SIZES,
  ARCHIVED_PREVIEW,
  ARCHIVED_SORTS,
  archivedQuery,
  distinctWords,
  showingText,
} from './archivedView';
import type { ArchivedView } from './archivedView';
import { axisTicks } from './axisTicks';
import { AT_ONCE, runBatch } from './batch';
import { findReturnList, listPath, withBlock, withCreate } from './blockAddress';
import { PREVIEW_LENGTH, TITLE_LENGTH, previewText, memoryTitle, truncate } from './cardText';
import { CARD_KEYWORDS, DETAIL_KEYWORDS, deriveKeywords } from './derivedKeywords';
import {
  INVALID_LINK,
  INVALID_METADATA,
  NO_OBJECT_METADATA,
  diffDraft,
  findProblems,
  isDirty,
  parseMetadata,
  parseScore,
  toDraft,
} from './editDraft';
import { RECENT_DAYS, isRecent, usageText } from './keyword';
import { searchKeywords, sortKeywords } from './keywordSearch';
import { toMemory } from './memory';
import { NO_FILTERS } from './memoryFilters';
import { emptyMemory, isWritten, newMemoryBody, newMemoryProblems } from './newMemory';
import { rebaseDraft } from './rebaseDraft';
import { isRanked, toTerms } from './searchModes';
import { restoreSpelling } from './typedWords';
import { changesBetween, reasonText, toBlockState, toVersion } from './versions';

describe('archivedView', () => {
  const VIEW: ArchivedView = { ...NO_FILTERS, page: 1, size: 12, sort: 'recent' };

  it('matches the numbers and labels in the specification', () => {
    expect([ARCHIVED_DEBOUNCE_MS, ARCHIVED_PREVIEW]).toEqual([350, 220]);
    expect(ARCHIVED_PAGE_SIZES).toEqual([12, 24, 48]);
    expect(ARCHIVED_SORTS.map(({ label }) => label)).toEqual([
      'Recently archived',
      'Oldest archived',
      'Highest feedback score',
    ]);
  });

  it('builds the request for a view', () => {
    expect(archivedQuery({ ...VIEW, page: 2, size: 24, agent: 'a', conversation: 'c', search: 'x' })).toEqual(
      {
        skip: 24,
        limit: 24,
        sort_by: 'archived_at',
        sort_order: 'desc',
        search_query: 'x',
        agent_id: 'a',
        conversation_id: 'c',
      },
    );
    expect(archivedQuery({ ...VIEW, sort: 'oldest' })).toMatchObject({
      sort_by: 'archived_at',
      sort_order: 'asc',
    });
    expect(archivedQuery({ ...VIEW, sort: 'feedback' })).toMatchObject({
      sort_by: 'feedback_score',
      sort_order: 'desc',
    });
  });

  it('describes the range of a page', () => {
    expect(showingText(2, 12, 30)).toBe('Showing 13-24 of 30 archived memories');
    expect(showingText(3, 12, 30)).toBe('Showing 25-30 of 30 archived memories');
    expect(showingText(1, 12, 0)).toBe('');
  });

  it('counts keywords that differ only in case once', () => {
    expect(distinctWords(['a', 'A', 'b', ' B ', 'c'])).toEqual(['a', 'b', 'c']);
    expect(distinctWords([])).toEqual([]);
  });
});

describe('axisTicks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [5, [0, 2, 4, 6]],
    [6, [0, 2, 4, 6]],
    [65, [0, 20, 40, 60, 80]],
    [12_345, [0, 5000, 10_000, 15_000]],
  ])('labels an axis up to %p with round integers', (max, ticks) => {
    expect(axisTicks(max)).toEqual(ticks);
  });
});

describe('batch', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  const options = (rest: object = {}) => ({
    signal: new AbortController().signal,
    onProgress: jest.fn(),
    isFatal: () => false,
    ...rest,
  });

  it('processes all items with limited concurrency and reports progress', async () => {
    let now = 0;
    let most = 0;
    const given = options();
    const outcome = await runBatch(
      numbers(20),
      async () => {
        most = Math.max(most, ++now);
        await Promise.resolve();
        now--;
      },
      given,
    );
    expect(most).toBe(AT_ONCE);
    expect(outcome).toMatchObject({ failed: [], left: [], stopped: null });
    expect(outcome.succeeded).toHaveLength(20);
    expect(given.onProgress).toHaveBeenLastCalledWith({ done: 20, failed: 0, total: 20 });
  });

  it('continues after a failure and reports the failed item', async () => {
    const error = new Error('locked');
    const outcome = await runBatch(
      numbers(9),
      async (one) => (one === 3 ? Promise.reject(error) : one),
      options(),
    );
    expect(outcome.failed).toEqual([{ item: 3, error }]);
    expect(outcome.succeeded).toHaveLength(8);
  });

  it('stops after a fatal error and reports items that were not started', async () => {
    const outcome = await runBatch(
      numbers(100),
      async (one) => (one >= 8 ? Promise.reject(new Error('offline')) : one),
      options({ isFatal: () => true }),
    );
    expect(outcome.stopped).toBe('interrupted');
    expect(outcome.succeeded.length + outcome.failed.length + outcome.left.length).toBe(100);
    expect(outcome.left.length).toBeGreaterThan(80);
  });

  it('starts nothing after a cancel', async () => {
    const controller = new AbortController();
    const outcome = await runBatch(
      numbers(50),
      async (one) => (one === 10 ? controller.abort() : undefined),
      options({ signal: controller.signal }),
    );
    expect(outcome.stopped).toBe('cancelled');
    expect(outcome.succeeded.length + outcome.left.length).toBe(50);
    expect(outcome.left.length).toBeGreaterThan(30);
  });
});

describe('blockAddress', () => {
  it('opens either a block or the create form over the page, never both', () => {
    expect(withBlock('?search=a&create', 'id-1')).toBe('?search=a&block=id-1');
    expect(withCreate('?search=a&block=id-1')).toBe('?search=a&create');
    expect(withCreate('')).toBe('?create');
  });

  it('returns to the list in its previous state', () => {
    const state = findReturnList({ pathname: '/memory-blocks', search: '?search=a&page=3&block=id-1' });
    expect(listPath(state)).toBe('/memory-blocks?search=a&page=3');
    expect(findReturnList({ pathname: '/agents', search: '?search=a' })).toBeNull();
    for (const nothing of [null, undefined, { list: 7 }, { list: '' }, 'x']) {
      expect(listPath(nothing)).toBe('/memory-blocks');
    }
  });
});

describe('preview', () => {
  it('is the lesson, truncated to 150 characters', () => {
    const preview = previewText({ lesson: 'a'.repeat(151), content: 'content' });
    expect(PREVIEW_LENGTH).toBe(150);
    expect(preview).toBe(`${'a'.repeat(150)}…`);
    expect(previewText({ lesson: 'b'.repeat(150), content: '' })).toBe('b'.repeat(150));
  });

  it('is the content if there is no lesson', () => {
    expect(previewText({ lesson: '', content: 'Only\n\n  content' })).toBe('Only content');
    expect(previewText({ lesson: ' \n', content: 'Only content' })).toBe('Only content');
  });

  it('reads only the start of a long text', () => {
    expect(previewText({ lesson: '', content: 'x '.repeat(100_000) })).toHaveLength(150);
  });

  it('never splits an emoji', () => {
    expect(truncate('ab😀cd', 3)).toBe('ab…');
  });
});

describe('title', () => {
  it('is the first sentence of the content', () => {
    expect(memoryTitle({ content: 'Queue grew without bound. It was slow.', lesson: 'Bound it.' })).toBe(
      'Queue grew without bound',
    );
  });

  it('is the first whole words of a long sentence', () => {
    const title = memoryTitle({ content: `${'word '.repeat(40)}.`, lesson: '' });
    expect(title.length).toBeLessThanOrEqual(TITLE_LENGTH + 1);
    expect(title).toMatch(/ word…$/);
  });

  it('omits Markdown syntax', () => {
    expect(memoryTitle({ content: '\n## **Deploy** log\ntext', lesson: '' })).toBe('Deploy log');
  });

  it.each(['```ts\nconst a = 1;\n```', '~~~ sh\nconst a = 1;', '\n```\nconst a = 1;', '```const a = 1;```'])(
    'skips the opening fence of a code block (%#)',
    (content) => expect(memoryTitle({ content, lesson: '' })).toBe('const a = 1;'),
  );

  it('falls back to the lesson, then to a placeholder', () => {
    expect(memoryTitle({ content: ' ', lesson: 'Bound every queue.' })).toBe('Bound every queue');
    expect(memoryTitle({ content: '', lesson: '' })).toBe('Untitled memory');
  });

  it('truncates a text without spaces', () => {
    expect(memoryTitle({ content: 'x'.repeat(500), lesson: '' })).toBe(`${'x'.repeat(TITLE_LENGTH)}…`);
  });
});

describe('derivedKeywords', () => {
  it('returns the first 5 words with more than 3 letters, without stop words', () => {
    const text =
      'The cache should have been flushed when a node left: cache nodes, ring, replica, quorum, lease.';
    expect(CARD_KEYWORDS).toBe(5);
    expect(deriveKeywords(text)).toEqual(['cache', 'flushed', 'node', 'left', 'nodes']);
  });

  it.each([
    ['a word of 3 letters does not count, one of 4 does', 'abc abcd', ['abcd']],
    ['digits are no letters', '12345 v12345 port8080', ['port8080']],
    ['case does not make two words', 'Retry RETRY retry', ['retry']],
    ['other scripts count', 'кэширование ürün', ['кэширование', 'ürün']],
    ['a capital with a dot becomes a plain i', 'İzmir', ['izmir']],
    ['letters in parts are put together', 'e\u0301quipe', ['équipe']],
    ['contractions are no words', "It doesn't, couldn’t; SHOULDN'T. Garden's", ['garden']],
    [
      'what is longer than a keyword may be is data',
      `${'x'.repeat(256)} ${'y'.repeat(255)}`,
      ['y'.repeat(255)],
    ],
    ['nothing gives nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(deriveKeywords(text)).toEqual(expected);
  });

  it('returns the requested number, e.g. 8 in details', () => {
    expect(deriveKeywords('alpha bravo charlie delta echo foxtrot golf hotel india', 8)).toHaveLength(8);
  });
});

describe('detailModel', () => {
  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['/relative', null],
  ])('resolves the link %s to %s', (link, expected) => expect(safeLink(link)).toBe(expected));

  it.each([
    [0, 'less than a day'],
    [1, '1 day'],
    [400, '400 days'],
  ])('formats an age of %i days: %s', (days, text) => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(ageInDays(new Date(now - days * 86_400_000).toISOString(), now)).toBe(text);
  });

  it('keeps other address parameters when opening a block', () => {
    expect(withBlock('?search=a&page=2', 'x')).toBe('?search=a&page=2&block=x');
    expect(withBlock('?block=old', 'x')).toBe('?block=x');
    expect(DETAIL_KEYWORDS).toBe(8);
  });

  describe('search modes', () => {
    it('rank only if there is a search text', () => {
      expect(isRanked({ search: ' ', mode: 'hybrid' })).toBe(false);
      expect(isRanked({ search: 'a', mode: 'hybrid' })).toBe(true);
      expect(isRanked({ search: 'a', mode: 'text' })).toBe(false);
      expect(isRanked({ search: '00000000-0000-4000-8000-000000000001', mode: 'hybrid' })).toBe(false);
    });

    it('mark the exact text, or its words without excluded ones', () => {
      expect(toTerms({ search: 'slow queues', mode: 'text' })).toBe('slow queues');
      expect(toTerms({ search: '"slow queues" -draft or timeouts', mode: 'full-text' })).toEqual([
        'slow',
        'queue',
        'timeout',
      ]);
      expect(toTerms({ search: '-fno-rtti', mode: 'hybrid' })).toEqual(['fno', 'rtti']);
      expect(toTerms({ search: 'हिन्दी भाषा', mode: 'full-text' })).toEqual(['हिन्दी', 'भाषा']);
    });

    it('name words as typed, regardless of the normalized form in the response', () => {
      const typed = 'Straße, ŒUVRE Łódź ΣΥΝΔΕΣΗΣ ılık हिन्दी';
      const named = ['strasse', 'oeuvre', 'lodz', 'συνδεσησ', 'ilik', 'हिन्दी', 'other'];
      expect(restoreSpelling(named, typed)).toEqual([
        'Straße',
        'ŒUVRE',
        'Łódź',
        'ΣΥΝΔΕΣΗΣ',
        'ılık',
        'हिन्दी',
        'other',
      ]);
    });
  });

  describe('versions', () => {
    it('describe the change, even for an unknown reason', () => {
      expect(reasonText('memory_update')).toBe('Edited');
      expect(reasonText('sent_to_mars')).toBe('Sent to mars');
      expect(reasonText('')).toBe('Changed');
    });

    it('are compared field by field', () => {
      const { keywords: _keywords, ...before } = block(1, { content: 'old', lessons_learned: null });
      const version = toVersion({
        ...before,
        memory_block_id: before.id,
        version: 3,
        reason: 'memory_update',
        actor_user_id: null,
        actor_name: null,
        keywords: ['b', 'a'],
      });
      const now = toBlockState(toMemory(block(1, { content: 'new', lessons_learned: null })));
      expect(changesBetween(version.state, now)).toEqual([
        { field: 'content', before: 'old', after: 'new' },
        { field: 'keywords', before: 'a, b', after: '' },
      ]);
    });
  });

  describe('a new memory', () => {
    it('requires an agent, a conversation and content', () => {
      const empty = emptyMemory('x');
      expect(isWritten(empty)).toBe(false);
      expect(newMemoryProblems({ ...empty, metadata: '{' })).toEqual({
        agentId: 'Choose an agent.',
        conversationId: 'Enter a valid conversation ID (UUID).',
        content: 'The content must not be empty.',
        metadata: 'Invalid JSON in metadata field',
      });
    });

    it('sends only the fields that were filled in', () => {
      const memory = { ...emptyMemory(testId(7)), agentId: 'a', content: 'c', metadata: '{"a":1}' };
      expect(newMemoryBody(memory)).toEqual({
        agent_id: 'a',
        conversation_id: testId(7),
        content: 'c',
        metadata_col: { a: 1 },
      });
    });
  });

  describe('write access', () => {
    const membership = {
      organization_id: testId(1),
      organization_name: 'A',
      role: 'viewer' as const,
      can_read: true,
    };
    const organization = { scope: 'organization' as const, organizationId: testId(1) };
    const as = (rest: object) => ({ status: 'signed-in' as const, user: { ...testUser, ...rest } });

    it('depends on the membership', () => {
      const viewer = { memberships: [{ ...membership, can_write: false }] };
      expect(writeProblem(as(viewer), organization)).toBe(READ_ONLY_ORGANIZATION);
      expect(
        writeProblem(as({ memberships: [{ ...membership, can_write: true }] }), organization),
      ).toBeNull();
      expect(writeProblem(as({ ...viewer, is_superadmin: true }), organization)).toBeNull();
      expect(writeProblem(as(viewer), { scope: 'public', organizationId: null })).toBe(READ_ONLY_PUBLIC);
      expect(writeProblem(as(viewer), { scope: 'personal', organizationId: null })).toBeNull();
    });

    it('is left to the guest guard for guests', () => {
      expect(
        writeProblem({ status: 'guest', user: null }, { scope: 'public', organizationId: null }),
      ).toBeNull();
    });
  });
});

describe('editDraft', () => {
  const detail = (rest: object = {}) => toMemory(block(1, rest));
  const base = toDraft(detail({ metadata_col: { a: 1 }, errors: 'E1' }));

  it.each([
    ['82', 82],
    ['82.9', 82],
    ['7 of 10', 7],
    ['', 0],
    ['good', 0],
    ['-5', 0],
    ['101', 100],
  ])('parses the score "%s" as %i', (text, score) => expect(parseScore(text)).toBe(score));

  it('accepts metadata only as a JSON object or empty', () => {
    expect(INVALID_METADATA).toBe('Invalid JSON in metadata field');
    expect(parseMetadata('{"a": {"b": [1]}}')).toEqual({ value: { a: { b: [1] } } });
    expect(parseMetadata('  ')).toEqual({ value: null });
    expect(parseMetadata('null')).toEqual({ value: null });
    expect(parseMetadata('{a: 1}')).toEqual({ problem: INVALID_METADATA });
    for (const text of ['[]', '1', '"text"'])
      expect(parseMetadata(text)).toEqual({ problem: NO_OBJECT_METADATA });
  });

  it('rejects an integer that parsing would alter', () => {
    const number = '12345678901234567890';
    expect(parseMetadata(`{"n": ${number}}`)).toEqual({ problem: inexactMetadata(number) });
    expect(inexactMetadata(number)).toBe(
      '12345678901234567890 has too many digits to be kept exactly. Put it in quotes.',
    );
    expect(parseMetadata(`{"n": "${number} \\" ${number}", "m": 9007199254740991, "d": 0.1}`)).toEqual({
      value: { n: `${number} " ${number}`, m: 9007199254740991, d: 0.1 },
    });
  });

  it('rejects blank content unless it was already stored', () => {
    const blank = { ...base, content: ' \u200b' };
    expect(findProblems(base, blank)).toEqual({ content: 'The content must not be empty.' });
    expect(findProblems(blank, blank)).toEqual({});
  });

  it('sends only changed fields', () => {
    expect(diffDraft(base, base)).toEqual({ body: {}, fields: [], addKeywords: [], removeKeywords: [] });
    expect(isDirty(base, base)).toBe(false);
    const draft = { ...base, errors: '', score: 'x', metadata: '{}', externalLink: ' https://a.example ' };
    expect(diffDraft(base, draft).body).toEqual({
      errors: null,
      feedback_score: 0,
      metadata_col: {},
      external_history_link: 'https://a.example',
    });
    expect(diffDraft({ ...base, keywords: ['a', 'b'] }, { ...base, keywords: ['b', 'c'] })).toMatchObject({
      body: {},
      addKeywords: ['c'],
      removeKeywords: ['a'],
    });
  });

  it('validates only changed fields', () => {
    const odd = toDraft(detail({ external_history_link: 'file:///etc/hosts' }));
    expect(findProblems(odd, { ...odd, lesson: 'new' })).toEqual({});
    expect(findProblems(odd, { ...odd, externalLink: 'javascript:alert(1)', metadata: '{' })).toEqual({
      externalLink: INVALID_LINK,
      metadata: INVALID_METADATA,
    });
    expect(findProblems(odd, { ...odd, externalLink: '' })).toEqual({});
  });

  describe('rebasing an edit', () => {
    const theirs = { ...base, lesson: 'Theirs', errors: 'E2', keywords: ['x'] };

    it('keeps my changes, adopts theirs elsewhere, and reports fields that both changed', () => {
      const merged = rebaseDraft(base, { ...base, lesson: 'Mine', score: '9' }, theirs);
      expect(merged.draft).toEqual({ ...theirs, lesson: 'Mine', score: '9' });
      expect(merged.conflicts).toEqual([{ field: 'lesson', mine: 'Mine', theirs: 'Theirs' }]);
      expect(merged.taken).toEqual(['errors']);
    });

    it('reports no conflict when both wrote the same', () => {
      expect(rebaseDraft(base, { ...base, lesson: 'Theirs' }, theirs).conflicts).toEqual([]);
    });

    it('applies my keyword changes to their list', () => {
      const mine = { ...base, keywords: ['b', 'c'] };
      const { draft } = rebaseDraft({ ...base, keywords: ['a', 'b'] }, mine, {
        ...base,
        keywords: ['a', 'b', 'x'],
      });
      expect(draft.keywords).toEqual(['b', 'x', 'c']);
    });
  });
});

describe('keyword', () => {
  const row = (id: string, text: string, createdAt = '') => ({ id, text, createdAt });

  it('describes the usage of a keyword', () => {
    expect([0, 1, 2, 2410].map(usageText)).toEqual([
      'Used in 0 memories',
      'Used in 1 memory',
      'Used in 2 memories',
      'Used in 2,410 memories',
    ]);
  });

  it('counts a keyword as recent for 7 days', () => {
    const now = Date.parse('2026-03-08T12:00:00Z');
    expect(RECENT_DAYS).toBe(7);
    expect(isRecent(row('a', 'x', '2026-03-01T12:00:00Z'), now)).toBe(true);
    expect(isRecent(row('a', 'x', '2026-03-01T11:59:59Z'), now)).toBe(false);
    expect(isRecent(row('a', 'x'), now)).toBe(false);
  });

  it('searches regardless of case and sorts', () => {
    const rows = [
      row('1', 'beta', '2026-01-02'),
      row('2', 'Alpha', '2026-01-01'),
      row('3', 'alphabet', '2026-01-03'),
    ];
    const ids = (search: string, sort: 'name' | 'recent' | 'used', counts?: Map<string, number>) =>
      searchKeywords(sortKeywords(rows, sort, counts), search).map(({ id }) => id);
    expect(ids('', 'name')).toEqual(['2', '3', '1']);
    expect(ids(' ALPHA ', 'name')).toEqual(['2', '3']);
    expect(ids('', 'recent')).toEqual(['3', '1', '2']);
    expect(ids('', 'used', new Map([['1', 5]]))).toEqual(['1', '2', '3']);
    expect(ids('(', 'name')).toEqual([]);
    expect(ids('ÁLPHÀ', 'name')).toEqual(['2', '3']);
  });
});
