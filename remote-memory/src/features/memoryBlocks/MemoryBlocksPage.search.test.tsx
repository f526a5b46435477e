import { screen } from '@testing-library/react';
import type { fakeApi } from '@hindsight/shared-contracts/testing';
import { address, open, settle, typing } from '../../testing/memoryList';
import { AGENT_ID, block, testId, page } from '../../testing/rows';
// Import the page up front: its first load takes longer than a test timeout.
import './MemoryBlocksPage';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const HYBRID = 'GET /memory-blocks/search/hybrid';

/** A search hit with its reasons. */
const hit = (number: number, rest: object = {}) => ({
  ...block(number),
  search_score: 0.5,
  search_type: 'hybrid',
  rank_explanation: 'Matches “dns” (content).',
  score_components: { 'word:dns': 3, 'word:stale': 1, fulltext: 1, semantic: 0 },
  ...rest,
});
/** Responds to a search with notes in its header. */
const toSearch = (hits: object[], metadata: object) => (input: unknown) => {
  const { onHeaders } = input as { onHeaders?: (headers: Headers) => void };
  const header = JSON.stringify({ search_type: 'hybrid', result_count: hits.length, ...metadata });
  onHeaders?.(new Headers({ 'X-Search-Metadata': header }));
  return hits;
};

test('searches by best match with the best passage, an explanation and pages', async () => {
  const highlights = [
    {
      field: 'errors',
      offset: 40,
      text: 'the resolver kept a stale DNS entry',
      matches: [
        [20, 25],
        [26, 29],
      ],
    },
  ];
  const parts = { 'word:dns': 2, 'word:stale': 2, fulltext: 1, semantic: 0 };
  const answer = toSearch([hit(1, { highlights, score_components: parts })], {
    total_matches: 30,
    is_total_exact: false,
  });
  const { shell } = await open('/memory-blocks?search=dns+stale&page=2', page([]), {}, { [HYBRID]: answer });
  const card = await screen.findByRole('article');
  expect(card).toHaveTextContent('…the resolver kept a stale DNS entry…');
  expect([...card.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['stale', 'DNS']);
  expect(screen.getByText('At least 30 memory blocks')).toBeInTheDocument();
  const { calls } = shell.api as ReturnType<typeof fakeApi>;
  expect(calls.find(({ key }) => key === HYBRID)?.input).toMatchObject({
    query: { query: 'dns stale', skip: 12, limit: 12 },
  });
  await typing().click(screen.getByRole('button', { name: /^Why was/ }));
  const why = screen.getByRole('dialog', { name: 'Why this memory was found' });
  expect(why).toHaveTextContent('“dns”50%“stale”50%Matches “dns” (content).');
});

test('shows the reason from the service when it fell back to a text match', async () => {
  const reason = 'All words are very common, so they were matched as text.';
  const found = hit(1, { search_type: 'basic', rank_explanation: reason, score_components: {} });
  await open('/memory-blocks?search=the+of', page([]), {}, { [HYBRID]: toSearch([found], {}) });
  await screen.findByRole('article');
  expect(screen.getByText(reason)).toBeInTheDocument();
});

test('names corrected and unknown words, and searches exactly on request', async () => {
  const metadata = { corrections: [{ typed: 'cahce', term: 'cach', word: 'cache' }], unknown_words: ['zzz'] };
  await open(
    '/memory-blocks?search=cahce+zzz',
    page([block(1)]),
    {},
    { [HYBRID]: toSearch([hit(1)], metadata) },
  );
  expect(
    await screen.findByText('Searched for “cache” instead of “cahce”.', { exact: false }),
  ).toBeInTheDocument();
  expect(screen.getByText('No memory here contains “zzz” as a word.')).toBeInTheDocument();
  await typing().click(screen.getByRole('button', { name: 'Search for exactly “cahce zzz”' }));
  await settle();
  expect(address()).toBe('/memory-blocks?search=cahce+zzz&mode=text');
});

test('offers to search inside words for a word that no memory contains', async () => {
  const answer = toSearch([], { total_matches: 0, unknown_words: ['bahn'] });
  await open('/memory-blocks?search=Bahn', page([]), {}, { [HYBRID]: answer });
  await typing().click(await screen.findByRole('button', { name: 'Search for “Bahn” inside words' }));
  await settle();
  expect(address()).toBe('/memory-blocks?search=Bahn&mode=text');
});

test('shows likely matches, and weaker ones on request', async () => {
  const answer = toSearch([hit(1)], { total_matches: 1, weaker: { count: 4 } });
  const { shell } = await open('/memory-blocks?search=cache', page([]), {}, { [HYBRID]: answer });
  const user = typing();
  await user.click(await screen.findByRole('button', { name: 'Show 4 weaker matches' }));
  await settle();
  expect(address()).toBe('/memory-blocks?search=cache&weaker=shown');
  const { calls } = shell.api as ReturnType<typeof fakeApi>;
  const asked = calls.filter(({ key }) => key === HYBRID).map(({ input }) => input);
  expect(asked).toMatchObject([{ query: { least_match: 'likely' } }, { query: { least_match: 'weak' } }]);
  await user.click(screen.getByRole('button', { name: /Weaker matches included/ }));
  await settle();
  expect(address()).toBe('/memory-blocks?search=cache');
});

test('names the closest memory when nothing answers the question, and offers weaker matches', async () => {
  const nearest = { id: testId(7), title: 'Pool of the ledger ran dry' };
  const answer = toSearch([], { total_matches: 0, weaker: { count: 1, nearest }, alternatives: {} });
  await open('/memory-blocks?search=espresso', page([]), {}, { [HYBRID]: answer });
  expect(await screen.findByText(/closest one is “Pool of the ledger ran dry”/)).toBeInTheDocument();
  await typing().click(screen.getByRole('button', { name: 'Show 1 weaker match' }));
  await settle();
  expect(address()).toBe('/memory-blocks?search=espresso&weaker=shown');
});

test('folds older memories with the same or opposite statement under the newest', async () => {
  const alike = [2, 3, 4].map((n) => ({
    ...{ id: testId(n), title: `Older ${n}`, said_at: '2026-01-01T00:00:00.000Z' },
    contradicts: n === 4,
  }));
  await open('/memory-blocks?search=dns', page([]), {}, { [HYBRID]: toSearch([hit(1, { alike })], {}) });
  await typing().click(await screen.findByRole('button', { name: /^2 similar, 1 contradicts/ }));
  const older = screen.getByRole('dialog', { name: /^Older memories/ });
  expect(older).toHaveTextContent(/Older 2.*Older 3.*Older 4.*contradicts/);
});

test('shows the number of memories not yet indexed for semantic search', async () => {
  const answer = toSearch([hit(1)], { not_indexed_by_meaning: { count: 12, total: 530 } });
  await open('/memory-blocks?search=cache', page([]), {}, { [HYBRID]: answer });
  expect(
    await screen.findByText('12 of 530 memories are not yet indexed for semantic search.'),
  ).toBeInTheDocument();
});

test('shows the progress of the model download and that word search still works', async () => {
  const preparing = 'The model all-MiniLM-L6-v2 is being fetched: 3 MB of 24 MB.';
  const meaning = { model: 'all-MiniLM-L6-v2', place: 'local', preparing };
  await open('/memory-blocks?search=cache', page([]), {}, { [HYBRID]: toSearch([hit(1)], { meaning }) });
  expect(await screen.findByText(`${preparing} Until then, searches match words only.`)).toBeInTheDocument();
});

test('shows since when and why semantic search has failed, and the consequence', async () => {
  const failing = { since: '2026-03-01T10:00:00.000Z', reason: 'The embeddings server rejected this query.' };
  const answer = toSearch([hit(1)], {
    not_indexed_by_meaning: { count: 530, total: 530 },
    meaning: { model: 'one', place: 'server', failing },
  });
  await open('/memory-blocks?search=cache', page([]), {}, { [HYBRID]: answer });
  expect(
    await screen.findByText(
      /^Semantic search has failed since .*2026.*: The embeddings server rejected this query\. It retries automatically\. Until then, searches match words only\.$/,
    ),
  ).toBeInTheDocument();
  expect(screen.queryByText(/are not yet indexed/)).not.toBeInTheDocument();
});

test('describes a search without hits and suggests searches that have some', async () => {
  const alternatives = {
    fewer_words: [{ query: 'dns', count: 3 }],
    without_filters: 4,
    archived: 2,
    other_workspaces: [{ scope: 'public', organization_id: null, count: 100 }],
  };
  const chooseWorkspace = jest.fn(async () => true);
  await open(
    `/memory-blocks?search=dns+Xýz&mode=full-text&agent=${AGENT_ID}`,
    page([]),
    { chooseWorkspace },
    {
      'GET /memory-blocks/search/fulltext': toSearch([], {
        total_matches: 0,
        unknown_words: ['xyz'],
        alternatives,
      }),
    },
  );
  expect(
    await screen.findByText(
      'Searched Personal for “dns Xýz” (All words) with the current filter, excluding archived memories.',
    ),
  ).toBeInTheDocument();
  expect(screen.getByText('No memory here contains “Xýz” as a word.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '4 memories without the filters' })).toBeInTheDocument();
  const user = typing();
  await user.click(screen.getByRole('button', { name: '100 or more memories in Public' }));
  expect(chooseWorkspace).toHaveBeenCalledWith({ scope: 'public', organizationId: null });
  await user.click(screen.getByRole('button', { name: '2 memories, including archived' }));
  await settle();
  expect(address()).toContain('archived=with');
  expect(screen.getByText('Archived included')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '“dns” finds 3 memories' }));
  await settle();
  expect(address()).toContain('search=dns&');
});

test.each([
  ['', 'No results in archived memories or your other workspaces, either.'],
  ['&archived=with', 'No results in your other workspaces, either.'],
])('says that other places have no hits either (%s)', async (which, sentence) => {
  const nothing = toSearch([], { total_matches: 0, unknown_words: ['xyz'], alternatives: {} });
  await open(`/memory-blocks?search=xyz${which}`, page([]), {}, { [HYBRID]: nothing });
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

test('suggests best match when no memory contains the exact text', async () => {
  const answer = toSearch([hit(1)], { total_matches: 7 });
  await open('/memory-blocks?search=stale+dns&mode=text', page([]), {}, { [HYBRID]: answer });
  await typing().click(await screen.findByRole('button', { name: 'Best match finds 7 memories' }));
  await settle();
  expect(address()).toBe('/memory-blocks?search=stale+dns');
});

test('searches for an ID by exact text', async () => {
  const { asked } = await open(`/memory-blocks?search=${testId(1)}`, page([block(1)]));
  await screen.findByRole('article');
  expect(asked()).toMatchObject([{ search_query: testId(1) }]);
});
