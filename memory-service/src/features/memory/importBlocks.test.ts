/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { MemoryBlock, SecretCheck } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { readAllRows, findLeaks } from '../../testing/secretLeaks';
import { SECRET_SAMPLES, secretText } from '../../testing/secretSamples';
import { body, get, ids, send } from '../../testing/testApp';

interface Imported {
  results: {
    status: string;
    memory_block_id: string | null;
    error: string | null;
    missing_agent: string | null;
    missing_keywords: string[];
  }[];
  created_count: number;
  already_there_count: number;
  refused_count: number;
  created_agents: { agent_id: string; agent_name: string }[];
  created_keywords: { keyword_id: string; keyword_text: string }[];
}

const FULL = {
  agent_name: 'Importer',
  content: 'Retry with backoff.',
  lessons_learned: 'Back off.',
  errors: '503',
  summary: 'Short',
  external_history_link: 'https://example.org/run/1',
  priority: 'high',
  category: 'network',
  metadata_col: { a: [1, { b: 'c' }] },
  conversation_id: '00000000-0000-4000-8000-00000000c001',
  feedback_score: 82,
  problem: 'outdated',
  retrieval_count: 7,
  keywords: ['Backoff', 'retries'],
  archived: true,
  archived_at: '2026-03-01T10:00:00.000001Z',
  created_at: '2026-01-02T03:04:05.123456Z',
  updated_at: '2026-02-02T03:04:05.654321Z',
};

onOneEngine('import of memory blocks', (world) => {
  afterEach(() => jest.restoreAllMocks());

  const { call } = recordCalls(world);
  const importing = (given: object, headers: Record<string, string> = PERSONAL, email = 'editor@x.test') =>
    call('POST /memory-blocks/bulk-import', email, given, headers);
  const imported = async (given: object, headers = PERSONAL) =>
    body<Imported>(await importing(given, headers));
  const importBlock = async (id: string | null | undefined) =>
    body<MemoryBlock>(await get(world.app, `/memory-blocks/${id}`, 'editor@x.test'));
  const statuses = ({ results }: Imported) => results.map(({ status }) => status);

  test('stores every field of a row, and creates missing agents and keywords on request', async () => {
    const agents = [{ agent_name: 'Importer', description: 'Copies memories' }];
    const { results, ...rest } = await imported({ rows: [FULL], create_missing: true, agents });
    expect(rest).toMatchObject({
      created_count: 1,
      created_agents: [{ agent_name: 'Importer' }],
      created_keywords: [{ keyword_text: 'Backoff' }, { keyword_text: 'retries' }],
    });
    const { keywords, agent_name, agent_id, ...stored } = await importBlock(results[0]?.memory_block_id);
    const { keywords: words, agent_name: name, ...texts } = FULL;
    expect(stored).toMatchObject({ ...texts, visibility_scope: 'personal', owner_user_id: ids.user(2) });
    expect([agent_name, keywords.map((keyword) => keyword.keyword)]).toEqual([name, words]);
    expect(body(await get(world.app, `/agents/${agent_id}`, 'editor@x.test'))).toMatchObject({
      description: 'Copies memories',
    });
    const trail = await world.database.read({ kind: 'system' }, (handle) =>
      handle.execute(
        sql`select action_type from audits where target_id = ${results[0]?.memory_block_id ?? ''}`,
      ),
    );
    expect(trail.rows).toEqual([{ action_type: 'memory_create' }]);
  });

  test('treats memories as equal only if content, lessons and errors all match', async () => {
    const row = { agent_id: ids.agent(1), content: 'Same content', lessons_learned: 'L', errors: 'E' };
    const first = await imported({ rows: [row] }, ALPHA);
    const rows = [
      { ...row, content: ' Same content\n', lessons_learned: 'L ' },
      { ...row, lessons_learned: 'Another' },
      { ...row, errors: null },
      { ...row, content: 'Other content' },
      { ...row, feedback_score: 5, keywords: ['kept'] },
    ];
    const again = await imported({ rows, create_missing: true }, ALPHA);
    expect(statuses(again)).toEqual(['already_there', 'created', 'created', 'created', 'created']);
    expect(again.results[0]?.memory_block_id).toBe(first.results[0]?.memory_block_id);
    // The same texts exist in another workspace, but not in this one.
    const elsewhere = await imported({ rows: [{ ...row, agent_id: null, agent_name: 'Importer' }] });
    expect(elsewhere.created_count).toBe(1);
  });

  test('distinguishes texts that differ in their first or last letter', async () => {
    const rows = ['vite', 'ite', 'rev', 're', ' rev\u000b'].map((word) => ({
      agent_name: 'Importer',
      content: word,
    }));
    expect(statuses(await imported({ rows, create_missing: true }))).toEqual([
      'created',
      'created',
      'created',
      'created',
      'created',
    ]);
    expect(statuses(await imported({ rows }))).toEqual(Array(5).fill('already_there'));
  });

  test('stores all equal rows of a file once, and finds them all on a second import', async () => {
    const row = { agent_id: ids.agent(1), content: 'A twin', keywords: [] };
    expect(statuses(await imported({ rows: [row, row, row] }, ALPHA))).toEqual(Array(3).fill('created'));
    const again = await imported({ rows: [row, row, row, row] }, ALPHA);
    expect(statuses(again)).toEqual(['already_there', 'already_there', 'already_there', 'created']);
    expect(new Set(again.results.map((one) => one.memory_block_id)).size).toBe(4);
    // In parts: the second part says that its row is the fifth copy.
    expect(statuses(await imported({ rows: [{ ...row, copy: 5 }] }, ALPHA))).toEqual(['created']);
    expect(statuses(await imported({ rows: [{ ...row, copy: 5 }] }, ALPHA))).toEqual(['already_there']);
    expect(statuses(await imported({ rows: [row], store_equal: true }, ALPHA))).toEqual(['created']);
  });

  test('dates rows without a time in order, so that their neighbors are known', async () => {
    const talk = ids.conversation(0xa1);
    const contents = Array.from({ length: 500 }, (_, n) => `Line ${n} of a talk`);
    const now = Date.parse('2026-03-04T05:06:07.008Z');
    jest.spyOn(Date, 'now').mockReturnValue(now);
    await imported({
      rows: contents.map((content) => ({ agent_id: ids.agent(0), conversation_id: talk, content })),
    });
    const path = `/memory-blocks/?limit=1000&conversation_id=${talk}`;
    const { items } = body<{ items: MemoryBlock[] }>(await get(world.app, path, 'editor@x.test', PERSONAL));
    expect(items.map(({ content }) => content)).toEqual(contents.reverse());
    expect(new Set(items.map(({ created_at: at }) => at)).size).toBe(contents.length);
    expect(Date.parse(items[0]!.created_at)).toBe(now);
    expect(Date.parse(items.at(-1)!.created_at)).toBe(now - 1);
  });

  test('reports names missing in the workspace and creates nothing for them', async () => {
    const rows = [
      { agent_name: 'Unheard', content: 'a', keywords: ['newword', 'Backoff'] },
      { agent_name: 'importer', content: 'b', keywords: ['BACKOFF'] },
      { agent_id: ids.agent(2), content: 'c' },
      { content: 'd' },
      { agent_id: ids.agent(0), content: 'An agent that all may use' },
    ];
    const given = await imported({ rows });
    expect(given.results.map(({ status, error }) => [status, error])).toEqual([
      ['refused', 'This workspace has no agent “Unheard” and no keyword “newword”.'],
      ['created', null],
      ['refused', 'The agent isn’t in this workspace.'],
      ['refused', 'The row has no agent.'],
      ['created', null],
    ]);
    expect(given.results[0]).toMatchObject({ missing_agent: 'Unheard', missing_keywords: ['newword'] });
    expect(given.created_agents).toEqual([]);
    const stored = await importBlock(given.results[1]?.memory_block_id);
    expect([stored.agent_name, stored.keywords.map((word) => word.keyword)]).toEqual([
      'Importer',
      ['Backoff'],
    ]);
  });

  test('strips hidden characters from keywords of earlier exports', async () => {
    const rows = [{ agent_name: 'importer', content: 'Mounts fail.', keywords: ['file\u200bsystem'] }];
    const { results } = await imported({ rows, create_missing: true });
    const stored = await importBlock(results[0]?.memory_block_id);
    expect(stored.keywords.map((word) => word.keyword)).toEqual(['filesystem']);
  });

  test('returns the same result for a dry run and changes nothing', async () => {
    const rows = [{ agent_name: 'Dry', content: 'dry', keywords: ['arid'] }];
    const dry = await imported({ rows, create_missing: true, dry_run: true });
    expect(dry).toMatchObject({
      created_count: 1,
      created_agents: [],
      results: [{ status: 'created', memory_block_id: null }],
    });
    expect(statuses(await imported({ rows }))).toEqual(['refused']);
  });

  test.each([
    [{ content: 5 }, 'content: This must be text.'],
    [{}, 'content: This field is required.'],
    [null, 'This must be an object.'],
    [{ content: ' \u200b' }, 'content: The content must not be empty.'],
    [
      { content: 'a', metadata_col: { order_id: 2 ** 60 } },
      'metadata_col: “order_id” has too many digits to be kept exactly. Put it in quotes.',
    ],
    [{ content: 'x'.repeat(200_001) }, 'content: This must be at most 200000 characters.'],
    [{ content: 'a', feedback_score: 101 }, 'feedback_score: This must be at most 100.'],
    [{ content: 'a', created_at: 'yesterday' }, 'created_at: Enter a time as ISO-8601.'],
    [
      { content: 'a', created_at: '9999-12-31T23:00:00-02:00' },
      'created_at: Enter a year from 1970 to 9998.',
    ],
    [{ content: 'a', keywords: ['x', ' '] }, 'keywords.1: Enter a keyword.'],
    [
      { content: 'a', external_history_link: 'javascript:1' },
      'external_history_link: Enter an address that starts with http:// or https://.',
    ],
    [{ content: 'nul \u0000', agent_id: ids.agent(1) }, 'The text must not contain the character U+0000.'],
  ])('rejects only the invalid row: %#', async (row, error) => {
    const good = { agent_id: ids.agent(1), content: `A good row \\u0000 ${randomUUID()}` };
    const { results } = await imported({ rows: [row, good] }, ALPHA);
    expect(results.map((one) => [one.status, one.error])).toEqual([
      ['refused', error],
      ['created', null],
    ]);
  });

  test('reads times without an offset as UTC, and fills in missing fields', async () => {
    const rows = [
      { agent_id: ids.agent(1), content: 'The Gateway resets', created_at: '2026-01-02T03:04:05' },
      { agent_id: ids.agent(1), content: 'The Gateway resets more', created_at: '2026-01-02T05:04:05+02:00' },
    ];
    const { results } = await imported({ rows }, ALPHA);
    const [first, second] = await Promise.all(results.map(({ memory_block_id: id }) => importBlock(id)));
    expect(first).toMatchObject({
      created_at: '2026-01-02T03:04:05.000000Z',
      updated_at: '2026-01-02T03:04:05.000000Z',
      retrieval_count: 0,
      archived: false,
    });
    expect(second).toMatchObject({ created_at: first?.created_at, conversation_id: first?.conversation_id });
    expect(first?.keywords.map((word) => word.keyword)).toEqual(['gateway', 'resets']);
  });

  test('runs a repeated request with the same key only once', async () => {
    const rows = [{ agent_id: ids.agent(1), content: 'Keyed' }];
    const key = { 'idempotency-key': randomUUID(), ...ALPHA };
    const once = await imported({ rows, store_equal: true }, key);
    expect(await imported({ rows, store_equal: true }, key)).toEqual(once);
  });

  test('rejects more than 500 rows', async () => {
    const tooMany = await importing({
      rows: Array(501).fill({ agent_id: ids.agent(1), content: 'Refused' }),
    });
    expect(tooMany.statusCode).toBe(422);
  });

  test('round-trips exported memories through one import and through two', async () => {
    const organization = async (name: string) => {
      const made = await send(world.app, 'POST /organizations/', 'owner@x.test', { body: { name } });
      return { 'x-active-scope': 'organization', 'x-organization-id': body<{ id: string }>(made).id };
    };
    const rows = Array.from({ length: 200 }, (_, n) => ({
      ...FULL,
      agent_name: `Agent ${n % 7}`,
      // Some lessons are all alike, and some memories differ only in their times.
      content: `Memory ${n - (n % 50 === 1 ? 1 : 0)} of the export`,
      lessons_learned: n % 3 === 0 ? 'The same lesson' : n % 3 === 1 ? null : `Lesson ${n}`,
      errors: n % 4 === 0 ? null : `Error ${n % 5}`,
      feedback_score: n % 6 === 0 ? null : n % 101,
      retrieval_count: n % 9,
      keywords: [`word ${n % 11}`, `word ${(n * 7) % 13}`].filter((text, i, all) => all.indexOf(text) === i),
      archived: n % 10 === 0,
      archived_at: n % 10 === 0 ? `2026-03-01T10:00:00.${String(n).padStart(6, '0')}Z` : null,
      created_at: `2026-01-02T03:04:05.${String(n).padStart(6, '0')}Z`,
      conversation_id: ids.conversation(n % 30),
    }));
    /** Like the page: in parts, each row with the number of its copy. */
    const fill = async (headers: Record<string, string>, given: readonly object[]) => {
      const copies = new Map<string, number>();
      const numbered = given.map((row) => {
        const { content, lessons_learned, errors } = row as MemoryBlock;
        const key = JSON.stringify([content, lessons_learned, errors]);
        copies.set(key, (copies.get(key) ?? 0) + 1);
        return { ...row, copy: copies.get(key) };
      });
      for (const part of [numbered.slice(0, 100), numbered.slice(100)]) {
        const answer = await importing({ rows: part, create_missing: true }, headers, 'owner@x.test');
        expect(body(answer)).toMatchObject({ created_count: 100, refused_count: 0 });
      }
    };
    const exported = async (headers: Record<string, string>) => {
      const list = '/memory-blocks/?limit=1000&include_archived=true&sort_order=asc';
      const page = body<{ items: MemoryBlock[] }>(
        await get(world.app, list, 'owner@x.test', { ...headers, prefer: 'unrated=null' }),
      );
      return page.items.map((block) => ({
        ...Object.fromEntries(Object.keys(FULL).map((key) => [key, block[key as keyof MemoryBlock]])),
        keywords: block.keywords.map((keyword) => keyword.keyword),
      }));
    };
    const first = await organization('First');
    await fill(first, rows);
    const original = await exported(first);
    expect(original).toHaveLength(200);
    const second = await organization('Second');
    await fill(second, original);
    expect(await exported(second)).toEqual(original);
    const third = await organization('Third');
    await fill(third, await exported(second));
    expect(await exported(third)).toEqual(original);
  }, 180_000);
});

const GITHUB = secretText(SECRET_SAMPLES['GitHub classic token'] ?? { text: '' });
const row = (rest: object) => ({ content: 'How we deploy', agent_id: ids.agent(1), ...rest });

onOneEngine('secrets in the rows of an import', (world) => {
  const { call, detail } = recordCalls(world);
  const choose = (mode: string) => call('PUT /secret-policy', 'owner@x.test', { mode }, ALPHA);
  const check = (rows: unknown[]) => call('POST /secret-findings/check', 'editor@x.test', { rows }, ALPHA);
  const importRows = (rows: object[], more: object = {}) =>
    call('POST /memory-blocks/bulk-import', 'editor@x.test', { rows, ...more }, ALPHA);

  test.each(['mark', 'mask', 'refuse'])(
    'reports secrets by row and field, without their texts, in a workspace that %ss',
    async (mode) => {
      await choose(mode);
      const answer = await check([
        row({}),
        row({ lessons_learned: `Push with ${GITHUB}, and again.`, metadata_col: { token: GITHUB } }),
        row({ content: 7 }),
        null,
        row({ keywords: [GITHUB] }),
      ]);
      expect(body(answer)).toEqual({
        mode,
        found: [],
        rows: [
          {
            row: 1,
            preview: 'Push with [hidden: GitHub token], and again.',
            found: [
              { field: 'lessons_learned', kind: 'GitHub token' },
              { field: 'metadata_col', kind: 'GitHub token' },
            ],
          },
          { row: 4, preview: 'How we deploy', found: [{ field: 'keywords', kind: 'GitHub token' }] },
        ],
      });
      expect(answer.body).not.toContain(GITHUB);
    },
  );

  test('does not report secrets that were dismissed', async () => {
    await choose('mark');
    const text = 'password: Example_1234';
    await importRows([row({ content: text })]);
    const { items } = body<{ items: { id: string }[] }>(
      await call('GET /secret-findings/', 'editor@x.test', undefined, ALPHA),
    );
    for (const { id } of items)
      await call(`PATCH /secret-findings/${id}`, 'editor@x.test', { state: 'not_a_secret' });
    expect(body<SecretCheck>(await check([row({ content: `${text} again` })])).rows).toEqual([]);
  });

  test('accepts either texts or rows in one request', async () => {
    const both = { texts: { content: 'x' }, rows: [row({})] };
    for (const given of [{}, both]) {
      const refused = await call('POST /secret-findings/check', 'editor@x.test', given, ALPHA);
      expect([refused.statusCode, JSON.stringify(detail(refused))]).toEqual([
        422,
        expect.stringContaining('Pass texts or rows.'),
      ]);
    }
  });

  test.each(['mark', 'refuse'])(
    'masks secrets on request in a workspace that %ss, and a second import changes nothing',
    async (mode) => {
      await choose(mode);
      const rows = [row({ content: `Push (${mode}) with ${GITHUB}`, keywords: [`use ${GITHUB}`, 'git'] })];
      const options = { mask_secrets: true, create_missing: true };
      expect(body(await importRows(rows, options))).toMatchObject({ created_count: 1, refused_count: 0 });
      expect(body(await importRows(rows, options))).toMatchObject({ already_there_count: 1 });
      expect(findLeaks(await readAllRows(world.database))).toEqual([]);
    },
  );
});
