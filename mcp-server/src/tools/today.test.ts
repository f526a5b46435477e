/** @jest-environment node */
import { type Asked, storedMemory, createTestTools } from '../testing/createTestTools';

const ID = storedMemory().id;
const AGENT = storedMemory().agent_id;
/** Size in characters of the tool list before it was reduced to six tools. */
const LIST_BEFORE = 53_000;

const hit = (n: number, change: object = {}) =>
  storedMemory({
    id: `0a1b2c3d-0000-4000-8000-${String(n).padStart(12, '0')}`,
    search_score: 1 - n / 100,
    rank_explanation: null,
    highlights: [],
    ...change,
  });

interface Recalled {
  notice?: string;
  memories: { id: string; text: string }[];
  next_cursor?: string;
}

/** The service's answer for a stored memory. */
const stored = (change: object = {}) => ({
  outcome: 'stored',
  memory: storedMemory(),
  similar: [],
  secrets: { mode: 'mark', found: [] },
  ...change,
});

/** Tools, and the writes they made. */
async function writing(answer: (key: string, asked: Asked) => unknown = () => undefined) {
  const writes: [string, Asked][] = [];
  const tools = await createTestTools((key, asked) => {
    if (!key.startsWith('GET')) writes.push([key, asked]);
    if (key === 'POST /memory-blocks/remember') return answer(key, asked) ?? stored();
    return answer(key, asked) ?? (key.startsWith('GET /agents') ? [] : storedMemory());
  });
  return { ...tools, writes };
}

describe('the list of tools', () => {
  it('has six tools, in a quarter of its former size', async () => {
    const { client } = await createTestTools(() => []);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'recall',
      'get',
      'remember',
      'update',
      'feedback',
      'whoami',
    ]);
    expect(JSON.stringify(tools).length).toBeLessThan(LIST_BEFORE / 4);
  });

  it('includes the earlier tools when configured', async () => {
    const { client } = await createTestTools(() => [], {}, { withEarlierTools: true });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toHaveLength(22);
    expect(names).toEqual(expect.arrayContaining(['create_memory_block', 'retrieve_relevant_memories']));
  });

  it('runs an earlier tool that is not listed', async () => {
    const { call } = await createTestTools(() => storedMemory());
    expect((await call('get_memory_details', { memory_block_id: ID })).isError).toBe(false);
  });
});

describe('recall', () => {
  const long = {
    content: 'What happened was long. '.repeat(400),
    lessons_learned: 'Say "less". '.repeat(60),
  };

  it.each([
    [10, undefined, 4000],
    [10, 2000, 8000],
    [200, undefined, 4000],
    [1, 100, 900],
  ])(
    'answers %i long memories with max_tokens %s in %i characters, in either form',
    async (count, max_tokens, most) => {
      const rows = Array.from({ length: count }, (_, n) => hit(n, long));
      const { client } = await createTestTools(() => rows);
      const args = { query: 'x', limit: count, ...(max_tokens && { max_tokens }) };
      const { content, structuredContent } = await client.callTool({ name: 'recall', arguments: args });
      const [{ text }] = content as [{ text: string }];
      const { memories } = structuredContent as unknown as Recalled;
      expect(text.length).toBeLessThanOrEqual(most);
      expect(JSON.stringify(structuredContent).length).toBeLessThanOrEqual(most);
      expect(memories.length).toBeGreaterThanOrEqual(Math.min(count, 5));
      for (const memory of memories) expect(memory.text).toContain('Lesson: Say "less".');
    },
  );

  it('returns the same content in both forms, each text once, inside one fence', async () => {
    const rows = [hit(1, { content: 'The proxy expired.', lessons_learned: 'Renew early.' })];
    const { client } = await createTestTools(() => rows);
    const { content, structuredContent } = await client.callTool({
      name: 'recall',
      arguments: { query: 'x' },
    });
    const [{ text }] = content as [{ text: string }];
    const { notice, memories } = structuredContent as unknown as Recalled;
    const [, tag] = /<(memory-[0-9a-f]{8})>/.exec(notice!)!;
    expect(memories).toEqual([
      {
        id: rows[0]!.id,
        author: 'a',
        workspace: 'personal',
        age: expect.any(String),
        score: 0.99,
        text: `<${tag}>Lesson: Renew early.\nWhat happened: The proxy expired.</${tag}>`,
      },
    ]);
    expect(text).toContain(notice);
    expect(text.split('Renew early.')).toHaveLength(2);
  });

  it('pages through everything that did not fit', async () => {
    const asked: Asked[] = [];
    const rows = Array.from({ length: 50 }, (_, n) => hit(n, long));
    const { call } = await createTestTools((_key, given) => {
      asked.push(given);
      const skip = Number(given.query!['skip']);
      return rows.slice(skip, skip + Number(given.query!['limit']));
    });
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { data }: { data: Recalled } = await call<Recalled>('recall', { query: 'x', limit: 50, cursor });
      seen.push(...data.memories.map(({ id }) => id));
      cursor = data.next_cursor;
    }
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  it('shows the matching passage when the texts are cut before it', async () => {
    const text = 'Then the flamingo exporter ran out of handles.';
    const highlights = [{ field: 'content', offset: 9000, text, matches: [[9, 17]] }];
    const { call } = await createTestTools(() => [hit(1, { ...long, highlights })]);
    expect((await call<Recalled>('recall', { query: 'flamingo' })).data.memories[0]!.text).toContain(
      `Matches: ${text}`,
    );
  });

  it("accepts an agent's name, and suggests similar names for an unknown one", async () => {
    const { call } = await createTestTools((key, { query }) => {
      if (key === 'GET /agents/search/') return [{ agent_id: AGENT, agent_name: 'Builder' }];
      return [hit(1, { content: JSON.stringify(query) })];
    });
    expect((await call('recall', { query: 'x', agent: 'builder' })).text).toContain(`"agent_id":"${AGENT}"`);
    expect((await call('recall', { query: 'x', agent: 'Build' })).text).toBe(
      'There is no agent "Build". Similar names: Builder.',
    );
  });
});

describe('remember, update and feedback', () => {
  const lesson = { content: 'x', lessons_learned: 'y' };

  it('stores under the named agent, and creates a missing one with the memory', async () => {
    const { call, writes } = await writing();
    expect(await call('remember', { ...lesson, agent: 'Builder' })).toMatchObject({ isError: false });
    expect(writes.map(([key]) => key)).toEqual(['POST /memory-blocks/remember']);
    expect(writes[0]![1].body).toMatchObject({ agent_name: 'Builder', ...lesson });
    expect((await call('remember', lesson)).text).toMatch(/^No agent is named: pass agent, the name/);
  });

  const OTHER = '0a1b2c3d-0000-4000-8000-000000000009';
  const found = [{ field: 'content', kind: 'GitHub token' }];
  it.each([
    [{}, /^Stored as \S+\.$/, { outcome: 'stored' }],
    [
      { outcome: 'known' },
      new RegExp(`^Nothing was stored: ${ID} says exactly this\\.$`),
      { outcome: 'known' },
    ],
    [
      { similar: [{ id: OTHER, title: 'Ports <x>', relation: 'same', statement: null }] },
      new RegExp(`It says nearly the same as ${OTHER} <(memory-\\w+)>Ports <x></\\1>: if it adds nothing`),
      { similar: [{ id: OTHER, relation: 'same', text: 'Ports <x>' }] },
    ],
    [
      { similar: [{ id: OTHER, title: 'Ports', relation: 'similar', statement: null }] },
      new RegExp(
        `It resembles ${OTHER} <(memory-\\w+)>Ports</\\1>: if it adds nothing, archive ${ID}; if that no longer`,
      ),
      { similar: [{ id: OTHER, relation: 'similar', text: 'Ports' }] },
    ],
    [
      { similar: [{ id: OTHER, title: 'Ports', relation: 'contradicts', statement: 'Use 5432.' }] },
      new RegExp(`It contradicts ${OTHER} <(memory-\\w+)>Use 5432\\.</\\1>: if that no longer holds`),
      { similar: [{ id: OTHER, relation: 'contradicts', text: 'Use 5432.' }] },
    ],
    [
      { secrets: { mode: 'mask', found } },
      /Masked: GitHub token in content\./,
      { secrets: { mode: 'mask', found } },
    ],
    [
      { secrets: { mode: 'mark', found } },
      /looks like a secret \(GitHub token in content\)\. It was stored and listed for review/,
      { secrets: { mode: 'mark', found } },
    ],
  ])('reports the outcome of storing a memory: %j', async (answer, message, data) => {
    const { call } = await writing((key) => (key.endsWith('remember') ? stored(answer) : undefined));
    const result = await call('remember', { ...lesson, agent: AGENT });
    expect(result.text).toMatch(message);
    expect(result.data).toMatchObject({ id: ID, ...data });
  });

  it('makes a stored memory the successor of another', async () => {
    const { call, writes } = await writing();
    const args = { id: ID, action: 'supersede', successor_id: OTHER };
    expect((await call('update', args)).text).toBe(`${ID} is archived and names ${OTHER} as its successor.`);
    expect(writes).toMatchObject([
      ['PUT /memory-blocks/{id}', { body: { archived: true, metadata_col: { superseded_by: OTHER } } }],
    ]);
  });

  it('echoes none of its input', async () => {
    const { client } = await writing();
    const args = { content: 'A quokka escaped.', lessons_learned: 'Shut the door.', agent: AGENT };
    const result = await client.callTool({ name: 'remember', arguments: args });
    expect(JSON.stringify(result)).not.toMatch(/quokka|door/);
    expect(result.structuredContent).toMatchObject({ id: ID });
  });

  it('accepts the argument names of earlier tools', async () => {
    const { call, writes } = await writing();
    await call('feedback', { memory_block_id: ID, feedback_type: 'positive', comment: 'It held.' });
    await call('remember', { ...lesson, agent_id: AGENT });
    expect(writes.map(([, { body }]) => body)).toMatchObject([
      { feedback_type: 'positive', feedback_details: 'It held.' },
      { agent_id: AGENT },
    ]);
  });

  it.each([
    [{ action: 'correct', lessons_learned: 'z' }, 'PUT /memory-blocks/{id}', { lessons_learned: 'z' }],
    [{ action: 'archive' }, 'PUT /memory-blocks/{id}', { archived: true }],
    [{ action: 'restore' }, 'PUT /memory-blocks/{id}', { archived: false }],
    [
      { action: 'mark', problem: 'outdated', reason: 'Moved.' },
      'POST /memory-blocks/{id}/feedback/',
      { feedback_type: 'negative', problem: 'outdated', feedback_details: 'Moved.' },
    ],
    [
      { action: 'supersede', content: 'new' },
      'POST /memory-blocks/',
      { content: 'new', metadata_col: { supersedes: ID } },
    ],
  ])('updates a memory by %j', async (args, key, body) => {
    const { call, writes } = await writing();
    expect((await call('update', { id: ID, ...args })).isError).toBe(false);
    expect(writes[0]).toMatchObject([key, { body }]);
  });

  it.each([
    [{ action: 'correct' }, /^Nothing to correct/],
    [{ action: 'supersede' }, /^To supersede a memory, pass the content/],
    [{ action: 'mark', problem: 'wrong' }, /^To mark a memory, pass problem/],
  ])('refuses an incomplete update: %j', async (args, refusal) => {
    const { call, writes } = await writing();
    expect(await call('update', { id: ID, ...args })).toMatchObject({
      isError: true,
      text: expect.stringMatching(refusal),
    });
    expect(writes).toEqual([]);
  });
});

it('reads a memory in parts of the requested size', async () => {
  const { call } = await createTestTools(() => storedMemory({ content: 'x'.repeat(1000) }));
  const first = await call<{ text: string; next_offset: number }>('get', { id: ID, max_tokens: 100 });
  expect(first.data).toMatchObject({ id: ID, next_offset: 400 });
  expect(first.text).toContain('pass offset 400.');
  const last = await call('get', { id: ID, offset: 800 });
  expect(last.data).not.toHaveProperty('next_offset');
});
