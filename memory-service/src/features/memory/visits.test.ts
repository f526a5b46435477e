/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type {
  AnalyticsSummary,
  ConversationEvent,
  Feedback,
  LastVisit,
  MemoryBlock,
  ReviewItem,
} from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';

describe('visits', () => {
  const SYSTEM = { kind: 'system' } as const;
  const [EDITOR, VIEWER] = ['editor@x.test', 'viewer@x.test'];

  onOneEngine('changes since the last visit', (world) => {
    const { call, stored } = recordCalls(world);
    const run = (statement: ReturnType<typeof sql>) =>
      world.database.write(SYSTEM, (handle) => handle.execute(statement));
    afterEach(() => run(sql`delete from visits`));
    afterEach(() => jest.restoreAllMocks());

    const visit = async (email = VIEWER, seen = false, headers: Record<string, string> = ALPHA) => {
      const answer = await call('POST /visits/', email, { seen }, headers);
      expect(answer.statusCode).toBe(200);
      return body<LastVisit>(answer);
    };
    /** Moves all visits into the past. */
    const pass = (minutes: number) =>
      run(sql`update visits set last_seen_at = last_seen_at - ${minutes} * interval '1 minute',
      new_since = new_since - ${minutes} * interval '1 minute'`);
    /** Whole minutes between the start of the new changes and the visit, by the database clock. */
    const ago = async ({ since }: LastVisit) => {
      const { rows } = await run(sql`select max(last_seen_at) as seen from visits`);
      return Math.round((Date.parse(String(rows[0]?.['seen'])) - Date.parse(since)) / 60_000);
    };

    test('treats the last seven days as new on the first visit', async () => {
      jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-04T05:06:07.008Z'));
      expect(await visit()).toEqual({ since: '2026-02-25T05:06:07.008Z', is_first: true });
      await pass(20);
      expect((await visit()).is_first).toBe(true);
    });

    test('keeps the start of a visit, and starts the next one where it ended', async () => {
      await visit();
      await pass(600);
      expect(await ago(await visit())).toBe(600);
      await pass(20);
      expect(await ago(await visit())).toBe(620);
      await pass(45);
      const next = await visit();
      expect([next.is_first, await ago(next)]).toEqual([false, 45]);
    });

    test('clears what was seen', async () => {
      await visit();
      await pass(600);
      expect(await ago(await visit(VIEWER, true))).toBe(0);
      await pass(10);
      expect(await ago(await visit())).toBe(10);
    });

    test('tracks visits per person and workspace', async () => {
      await visit();
      await pass(600);
      expect((await visit(EDITOR)).is_first).toBe(true);
      expect((await visit(VIEWER, false, PERSONAL)).is_first).toBe(true);
      expect((await visit()).is_first).toBe(false);
    });

    test('counts the memories that the list finds since then, by agent', async () => {
      const since = new Date().toISOString();
      const made = await call('POST /agents/', EDITOR, { agent_name: 'second agent' });
      const second = body<{ agent_id: string }>(made).agent_id;
      await stored({ content: 'New of the first' });
      for (const place of ['gateway', 'queue'])
        await stored({ agent_id: second, content: `New at the ${place}` });
      const archived = await stored({ agent_id: second, content: 'Gone again' });
      await call(`POST /memory-blocks/${archived.id}/archive`, EDITOR);
      const found = body<object>(
        await get(world.app, `/analytics/new-memories?since=${since}`, VIEWER, ALPHA),
      );
      expect(found).toMatchObject({
        total: 3,
        agents: [
          { agent_id: second, agent_name: 'second agent', memory_block_count: 2 },
          { agent_id: ids.agent(1), memory_block_count: 1 },
        ],
      });
      const listed = body<{ total_items: number }>(
        await get(world.app, `/memory-blocks/?limit=1&created_after=${since}`, VIEWER, ALPHA),
      );
      expect(listed.total_items).toBe(3);
    });
  });
});

onOneEngine('events of a conversation', (world) => {
  const { call, stored } = recordCalls(world);
  const conversation = ids.conversation(70);
  const eventsFor = async (email: string | null, query = '', headers: Record<string, string> = ALPHA) => {
    const url = `/conversations/${conversation}/events?${query}`;
    const answer = await get(world.app, url, email, headers);
    expect(answer.statusCode).toBe(200);
    return body<{ items: ConversationEvent[]; total_items: number }>(answer);
  };
  const told = (items: readonly ConversationEvent[]) =>
    items.map(({ kind, reason, query, actor_name: by }) => [kind, reason ?? query, by]);
  const use = (token: string, key: string) => send(world.app, key, null, { token, headers: ALPHA });

  test('lists changes with their authors and retrievals with their queries, in order', async () => {
    const content = (name: string) => `The ${name} wombat sleeps in the build cache`;
    const [first, second] = [
      await stored({ conversation_id: conversation, content: content('grey') }),
      await stored({ conversation_id: conversation, content: content('brown') }),
    ];
    await stored({ content: content('other') });
    const [editors, viewers] = [
      await tokenFor(world.app, 'editor@x.test', ['read', 'write'], ids.alphaOrg),
      await tokenFor(world.app, 'viewer@x.test', ['read'], ids.alphaOrg),
    ];
    await use(editors, 'GET /memory-blocks/search/fulltext?query=wombat');
    await call(`PUT /memory-blocks/${first.id}`, 'editor@x.test', { content: 'The wombat has moved out' });
    await use(viewers, `GET /memory-blocks/${second.id}`);
    await call(`POST /memory-blocks/${second.id}/archive`, 'owner@x.test');

    const { items, total_items: total } = await eventsFor('owner@x.test');
    expect(told(items)).toEqual([
      ['retrieved', 'wombat', 'test'],
      ['changed', 'memory_update', 'editor@x.test'],
      ['retrieved', null, 'test'],
      ['changed', 'memory_archive', 'owner@x.test'],
    ]);
    expect(total).toBe(4);
    // Both were hits of one search; the memory of another conversation is not included.
    expect([...(items[0]?.memory_block_ids ?? [])].sort()).toEqual([first.id, second.id].sort());
    expect(items[1]?.memory_block_ids).toEqual([first.id]);

    const [, edited, , archived] = items;
    expect(
      told((await eventsFor('owner@x.test', `since=${edited?.at}&until=${archived?.at}`)).items),
    ).toEqual(told(items.slice(1, 3)));
    const page = await eventsFor('owner@x.test', 'skip=1&limit=1');
    expect([told(page.items), page.total_items]).toEqual([told([edited!]), 4]);
  });

  test("shows others' retrievals only to people who may change the workspace, and nothing elsewhere", async () => {
    expect((await eventsFor('viewer@x.test')).items.map(({ kind, query }) => [kind, query])).toEqual([
      ['changed', null],
      ['retrieved', null],
      ['changed', null],
    ]);
    expect((await eventsFor('stranger@x.test')).items).toEqual([]);
    expect((await eventsFor(null)).items).toEqual([]);
    expect((await eventsFor('owner@x.test', '', PERSONAL)).items).toEqual([]);
  });

  test('hides events from before a memory moved to another workspace', async () => {
    const moved = await stored({ conversation_id: ids.conversation(71), content: 'A note on its way' });
    await call(`PUT /memory-blocks/${moved.id}`, 'owner@x.test', { content: 'A corrected note on its way' });
    await call(`POST /memory-blocks/${moved.id}/change-scope`, 'owner@x.test', {
      visibility_scope: 'personal',
    });
    expect(
      body<MemoryBlock>(await get(world.app, `/memory-blocks/${moved.id}`, 'owner@x.test')),
    ).toMatchObject({
      visibility_scope: 'personal',
    });
    const url = `/conversations/${ids.conversation(71)}/events`;
    const events = async (headers: Record<string, string>) =>
      body<{ items: ConversationEvent[] }>(await get(world.app, url, 'owner@x.test', headers)).items;
    expect((await events(PERSONAL)).filter(({ reason }) => reason === 'memory_update')).toEqual([]);
    expect(await events(ALPHA)).toEqual([]);
  });
});

/** Header of the dashboard; a client without it does not know that a score may be null. */
const NULL = { prefer: 'unrated=null' };

onOneEngine('memories without feedback', (world) => {
  const { call, block } = recordCalls(world);
  const create = async (given: object, headers = {}) => {
    const all = { ...ALPHA, ...headers };
    return body<MemoryBlock>(await call('POST /memory-blocks/', 'editor@x.test', block(given), all));
  };
  const toScore = async (id: string, headers = {}) =>
    body<MemoryBlock>(await get(world.app, `/memory-blocks/${id}`, 'editor@x.test', headers)).feedback_score;
  const edit = (id: string, given: object, headers = {}) =>
    call(`PUT /memory-blocks/${id}`, 'editor@x.test', given, { ...ALPHA, ...headers });

  test.each([
    ['left out', {}, {}, null],
    ['0 from a client that does not know null', { feedback_score: 0 }, {}, null],
    ['0 from one that does', { feedback_score: 0 }, NULL, 0],
    ['null', { feedback_score: null }, NULL, null],
    ['a score', { feedback_score: 70 }, {}, 70],
  ])('stores the meaning of an initial score that is %s', async (_name, given, headers, stored) => {
    const { id } = await create(given, headers);
    expect([await toScore(id, NULL), await toScore(id)]).toEqual([stored, stored ?? 0]);
  });

  test('ignores the 0 that an older client sends back', async () => {
    const { id } = await create({});
    await edit(id, { errors: 'changed', feedback_score: 0 });
    expect(await toScore(id, NULL)).toBeNull();
    await edit(id, { feedback_score: 0 }, NULL);
    expect(await toScore(id, NULL)).toBe(0);
    await edit(id, { feedback_score: null }, NULL);
    expect(await toScore(id, NULL)).toBeNull();
  });

  test.each([
    ['positive', 51],
    ['negative', 49],
    ['neutral', 50],
  ])('moves the score from the middle on the first %s feedback', async (type, score) => {
    const { id } = await create({});
    const judged = await call(`POST /memory-blocks/${id}/feedback/`, 'editor@x.test', {
      feedback_type: type,
    });
    expect(body(judged)).toMatchObject({ feedback_score: score });
  });

  test("shows older clients numbers in every list, and leaves people's metadata unchanged", async () => {
    await create({ metadata_col: { feedback_score: null }, content: 'findable' });
    for (const path of ['/memory-blocks/?', '/memory-blocks/search/fulltext?query=findable&']) {
      const list = async (headers = {}) => {
        const answer = await get(world.app, `${path}limit=50`, 'editor@x.test', { ...ALPHA, ...headers });
        const page = body<MemoryBlock[] | { items: MemoryBlock[] }>(answer);
        return Array.isArray(page) ? page : page.items;
      };
      const shown = await list();
      expect(shown.map((row) => typeof row.feedback_score)).toEqual(shown.map(() => 'number'));
      expect(shown.find((row) => row.content === 'findable')?.metadata_col).toEqual({ feedback_score: null });
      expect((await list(NULL)).map((row) => row.feedback_score)).toContain(null);
    }
  });

  test.each(['asc', 'desc'])('sorts unrated memories last by feedback, %s', async (order) => {
    const path = `/memory-blocks/?limit=50&sort_by=feedback_score&sort_order=${order}`;
    const answer = await get(world.app, path, 'editor@x.test', { ...ALPHA, ...NULL });
    const scores = body<{ items: MemoryBlock[] }>(answer).items.map((row) => row.feedback_score);
    const rated = scores.filter((score) => score !== null);
    expect(scores).toEqual([...rated, ...scores.slice(rated.length).map(() => null)]);
    expect(rated.length).toBeLessThan(scores.length);
    expect(rated).toEqual([...rated].sort((a, b) => (order === 'asc' ? a - b : b - a)));
  });

  test('shows no average for an agent whose memories have no feedback', async () => {
    const agent = await call('POST /agents/', 'editor@x.test', { agent_name: 'Unrated' });
    const { agent_id: id } = body<{ agent_id: string }>(agent);
    await create({ agent_id: id });
    const path = '/analytics/summary';
    const found = body<AnalyticsSummary>(await get(world.app, path, 'editor@x.test', { ...ALPHA, ...NULL }));
    expect(found.agents.find((row) => row.agent_id === id)?.average_feedback_score).toBeNull();
    const { high, medium, low } = found.feedback;
    expect(high + medium + low).toBeLessThan(found.totals.memory_blocks);
    const older = body<AnalyticsSummary>(await get(world.app, path, 'editor@x.test', ALPHA));
    expect(older.agents.find((row) => row.agent_id === id)?.average_feedback_score).toBe(0);
  });

  test('gives a merged memory the best score of its originals, or none', async () => {
    const merge = async (...scores: (number | null)[]) => {
      const made = await Promise.all(scores.map((score) => create({ feedback_score: score }, NULL)));
      const given = { memory_block_ids: made.map(({ id }) => id), merged_content: 'merged' };
      const answer = await call('POST /memory-blocks/merge', 'editor@x.test', given, { ...ALPHA, ...NULL });
      return body<MemoryBlock>(answer).feedback_score;
    };
    expect([await merge(null, 40, 30), await merge(null, null)]).toEqual([40, null]);
  });

  test('shows the old score in versions, and a number to older clients in a conflict', async () => {
    const { id } = await create({});
    await edit(id, { feedback_score: 30 });
    const versions = async (headers = {}) =>
      body<{ feedback_score: number | null }[]>(
        await get(world.app, `/memory-blocks/${id}/versions`, 'editor@x.test', headers),
      )[0]?.feedback_score;
    expect([await versions(NULL), await versions()]).toEqual([null, 0]);
    const other = await create({});
    const conflict = (headers = {}) =>
      edit(other.id, { errors: 'x', expected_updated_at: '2020-01-01T00:00:00Z' }, headers);
    const current = async (headers = {}) =>
      body<{ current: MemoryBlock }>(await conflict(headers)).current.feedback_score;
    expect([await current(NULL), await current()]).toEqual([null, 0]);
  });
});

describe('feedback', () => {
  const OWNER = 'owner@x.test';
  const EDITOR = 'editor@x.test';
  const HOME = `scope=organization&organization_id=${ids.alphaOrg}`;

  onOneEngine('feedback on memories', (world) => {
    const stored = async (): Promise<string> => {
      const made = { agent_id: ids.agent(1), conversation_id: randomUUID(), content: 'a plover' };
      return body<MemoryBlock>(await send(world.app, `POST /memory-blocks/?${HOME}`, OWNER, { body: made }))
        .id;
    };
    const judge = async (id: string, judgment: object, email = OWNER, options: object = {}) => {
      const answer = await send(world.app, `POST /memory-blocks/${id}/feedback/?${HOME}`, email, {
        body: judgment,
        headers: { prefer: 'unrated=null' },
        ...options,
      });
      return { block: body<MemoryBlock>(answer), id: String(answer.headers['x-feedback-id']) };
    };
    const call = (key: string, email = OWNER, payload?: object) =>
      send(world.app, key.includes('?') ? key : `${key}?${HOME}`, email, {
        headers: { prefer: 'unrated=null' },
        ...(payload && { body: payload }),
      });
    const log = async (id: string) =>
      body<{ items: Feedback[]; total_items: number }>(await call(`GET /memory-blocks/${id}/feedback/`));
    const state = async (id: string) => {
      const { feedback_score: score, problem } = body<MemoryBlock>(await call(`GET /memory-blocks/${id}`));
      return [score, problem];
    };

    const waiting = async (id: string) => {
      const answer = await call(`GET /review-items/?${HOME}&limit=200&kind=feedback`);
      return body<{ items: ReviewItem[] }>(answer).items.filter((item) => item.memory_block_ids.includes(id));
    };

    test('stores a mark with reason and author, and finds it by the filter', async () => {
      const id = await stored();
      const { block, id: feedbackId } = await judge(id, {
        feedback_type: 'negative',
        problem: 'wrong',
        feedback_details: 'The port is 8443.',
      });
      expect(block).toMatchObject({ problem: 'wrong', feedback_score: 49 });
      expect(await log(id)).toMatchObject({
        total_items: 1,
        items: [
          {
            id: feedbackId,
            problem: 'wrong',
            details: 'The port is 8443.',
            actor_name: OWNER,
            feedback_type: 'negative',
          },
        ],
      });
      expect(await waiting(id)).toMatchObject([{ reason: 'wrong: The port is 8443.' }]);
      const found = await call(`GET /memory-blocks/?${HOME}&feedback=wrong&search_query=plover`);
      expect(body<{ items: MemoryBlock[] }>(found).items.map((one) => one.id)).toContain(id);
    });

    test('withdraws feedback completely, even at the ends of the scale', async () => {
      const id = await stored();
      const first = await judge(id, { feedback_type: 'negative', problem: 'outdated' });
      expect(await state(id)).toEqual([49, 'outdated']);
      await call(`DELETE /memory-blocks/${id}/feedback/${first.id}`);
      expect(await state(id)).toEqual([null, null]);
      await call(`PUT /memory-blocks/${id}`, OWNER, { feedback_score: 100 });
      const helpful = await judge(id, { feedback_type: 'positive' });
      expect(helpful.block.feedback_score).toBe(100);
      await call(`DELETE /memory-blocks/${id}/feedback/${helpful.id}`);
      expect(await state(id)).toEqual([100, null]);
    });

    test('restores the previous of several marks', async () => {
      const id = await stored();
      await judge(id, { feedback_type: 'negative', problem: 'wrong' });
      const second = await judge(id, { feedback_type: 'negative', problem: 'outdated' }, EDITOR);
      expect(await state(id)).toEqual([48, 'outdated']);
      expect((await call(`DELETE /memory-blocks/${id}/feedback/${second.id}`, OWNER)).statusCode).toBe(404);
      await call(`DELETE /memory-blocks/${id}/feedback/${second.id}`, EDITOR);
      expect(await state(id)).toEqual([49, 'wrong']);
    });

    test('resolves a mark without a rating, or by correcting the text', async () => {
      const id = await stored();
      const mark = () => judge(id, { feedback_type: 'negative', problem: 'wrong' });
      await mark();
      await judge(id, { feedback_type: 'neutral', problem: null });
      expect(await state(id)).toEqual([49, null]);
      expect((await log(id)).items[0]).toMatchObject({ problem: 'resolved' });
      await mark();
      await call(`PUT /memory-blocks/${id}`, OWNER, { priority: 'high' });
      expect(await state(id)).toEqual([48, 'wrong']);
      await call(`PUT /memory-blocks/${id}`, OWNER, { lessons_learned: 'The port is 8443.' });
      expect(await state(id)).toEqual([48, null]);
    });

    test('keeps a marked memory in the inbox until the mark is gone, despite other changes', async () => {
      const id = await stored();
      const mark = () => judge(id, { feedback_type: 'negative', problem: 'wrong' });
      const change = (given: object) => call(`PUT /memory-blocks/${id}`, OWNER, given);
      await mark();
      const [item] = await waiting(id);
      const link = { external_history_link: 'https://x.test/1' };
      for (const given of [{ priority: 'high' }, { category: 'cache' }, link]) {
        await change(given);
        expect(await waiting(id)).toEqual([item]);
      }
      await change({ archived: true });
      expect(await waiting(id)).toEqual([]);
      await change({ archived: false });
      await judge(id, { feedback_type: 'positive' }, EDITOR);
      expect(await waiting(id)).toEqual([item]);
      const decision = { verdict: 'reject', items: [{ kind: 'feedback', id: item?.id }] };
      expect(body(await call('POST /review-items/decide', OWNER, decision))).toMatchObject({
        results: [{ success: true }],
      });
      expect(await waiting(id)).toEqual([]);
      await mark();
      expect(await waiting(id)).toHaveLength(1);
      await judge(id, { feedback_type: 'neutral', problem: null });
      expect(await waiting(id)).toEqual([]);
      await mark();
      await change({ content: 'a corrected plover' });
      expect(await waiting(id)).toEqual([]);
    });

    test('lets only the author change its text', async () => {
      const id = await stored();
      const { id: feedbackId } = await judge(id, { feedback_type: 'negative', problem: 'wrong' });
      const key = `PATCH /memory-blocks/${id}/feedback/${feedbackId}`;
      expect((await call(key, EDITOR, { feedback_details: 'x' })).statusCode).toBe(404);
      expect((await call(key, OWNER, { feedback_details: 'since v2' })).statusCode).toBe(200);
      expect((await log(id)).items[0]?.details).toBe('since v2');
    });

    test('lets an agent mark a memory by token, and readers see the log', async () => {
      const id = await stored();
      const token = await tokenFor(world.app, OWNER, ['read', 'write'], ids.alphaOrg);
      await judge(id, { feedback_type: 'negative', problem: 'outdated' }, OWNER, { token });
      expect(await state(id)).toEqual([49, 'outdated']);
    });
  });
});
