/** @jest-environment node */
import { cursorAfter } from '../model/cursor';
import { type Asked, storedMemory, toolsOver } from '../testing/toolsOver';

const hit = (n: number, explanation: string) =>
  storedMemory({
    id: `0a1b2c3d-0000-4000-8000-00000000010${n}`,
    search_score: 1,
    rank_explanation: explanation,
  });
const AGENT = storedMemory().agent_id;

/** Tools over a search that answers the rows, and what it was asked. */
async function searching(rows: unknown[], metadata?: object) {
  const asked: Asked[] = [];
  const tools = await toolsOver((_key, call) => {
    asked.push(call);
    if (metadata) call.onHeaders?.(new Headers({ 'x-search-metadata': JSON.stringify(metadata) }));
    return rows;
  });
  return { ...tools, asked };
}

it.each([
  ['recall', { query: 'npm i --legacy-peer-deps "dep0169"' }],
  ['retrieve_relevant_memories', { keywords: ['npm i', '--legacy-peer-deps', '"dep0169"'], agent_id: AGENT }],
  ['advanced_search_memories', { search_query: 'npm i --legacy-peer-deps "dep0169"' }],
])('%s searches for words and flags', async (name, args) => {
  const { call, asked } = await searching([hit(1, 'x')]);
  expect((await call(name, args)).isError).toBe(false);
  expect(asked[0]!.query).toMatchObject({ query: 'npm i --legacy-peer-deps dep0169' });
});

it('searches for the beginning of a pasted log, says so, and repeats a few words of it', async () => {
  const { call, asked } = await searching([hit(1, 'x')]);
  const { text } = await call('recall', { query: '2026-01-01 ERROR: connection refused\n'.repeat(1000) });
  expect(String(asked[0]!.query!['query']).length).toBeLessThanOrEqual(4000);
  expect(text).toMatch(
    /^The query is too long, so only its beginning was searched\. Memories for "2026-01-01 ERROR: .{10,80} …", best first:\n/,
  );
});

it('opens a task whose description is longer than a search', async () => {
  const { client, asked } = await searching([hit(1, 'x')]);
  const { messages } = await client.getPrompt({
    name: 'begin_task',
    arguments: { task: `Mend --watch. ${'Details follow. '.repeat(1000)}` },
  });
  expect(asked[0]!.query!['query']).toMatch(/^Mend --watch\. .{3000,3990}$/);
  expect(JSON.stringify(messages)).toContain('only its beginning was searched for');
});

it('says once what holds for every hit', async () => {
  const lesser = 'Semantic search is not configured. Ranked by words alone.';
  const { call } = await searching([hit(1, `Matches “a” (title). ${lesser}`), hit(2, lesser)]);
  const { text, data } = await call<{ memories: { why?: string }[]; notes: string }>(
    'advanced_search_memories',
    { search_query: 'a' },
  );
  expect(JSON.stringify(data).split('Ranked by words alone').length - 1).toBe(1);
  expect(text).toContain(`${lesser} Memories for "a"`);
  expect(data.memories.map(({ why }) => why)).toEqual(['Matches “a” (title).', undefined]);
  const recalled = await call<{ notes: string }>('recall', { query: 'a' });
  expect(recalled.data.notes).toBe(lesser);
  expect(recalled.text).toContain(`${lesser} Memories for "a"`);
});

it('asks for likely answers within the given days, each once', async () => {
  const { call, asked } = await searching([
    {
      ...hit(1, 'x'),
      alike: [
        { id: hit(2, '').id, title: 'b', said_at: '2026-01-01T00:00:00.000Z', contradicts: false },
        { id: hit(3, '').id, title: 'c', said_at: '2026-01-01T00:00:00.000Z', contradicts: true },
      ],
    },
  ]);
  const { data, text } = await call<{ memories: object[] }>('recall', {
    ...{ query: 'a', since: '2026-01-02', until: '2026-02-01T10:00:00+01:00' },
  });
  expect(asked[0]!.query).toMatchObject({
    ...{ least_match: 'likely', fold: 'true' },
    ...{ created_after: '2026-01-02T00:00:00Z', created_before: '2026-02-01T10:00:00+01:00' },
  });
  expect(data.memories[0]).toMatchObject({
    ...{ older_similar: hit(2, '').id, older_contradicting: hit(3, '').id },
  });
  expect(text).toContain(`older_contradicting="${hit(3, '').id}"`);
});

it('names the words that no memory contains', async () => {
  const metadata = { result_count: 0, unknown_words: ['helicopter', 'landing'] };
  const { call } = await searching([], metadata);
  expect((await call('recall', { query: 'helicopter landing' })).text).toMatch(
    /^No memory contains: helicopter, landing\. No memory matches "helicopter landing"\./,
  );
});

it('ends with the last page of a search, in words of its own', async () => {
  const { call, asked } = await searching([hit(1, 'x')]);
  expect((await call('recall', { query: 'a', cursor: cursorAfter({ skip: 1000 }, []) })).isError).toBe(false);
  expect(await call('recall', { query: 'a', cursor: cursorAfter({ skip: 1001 }, []) })).toMatchObject({
    isError: true,
    text: expect.stringMatching(
      /^The cursor is at the end of the search, which returns at most 1000 memories\./,
    ),
  });
  expect(asked).toHaveLength(1);
});
