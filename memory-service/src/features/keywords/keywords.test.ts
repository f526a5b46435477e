/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type {
  Agent,
  Keyword,
  KeywordChanges,
  KeywordCleanup,
  MemoryBlock,
} from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';
import type { AgentCount } from '../agents/queries/agents';

const EDITOR = 'editor@x.test';
const CHANGES = 'POST /keywords/changes';

onOneEngine('cleaning keywords', (world) => {
  const { call, stored: storedWith, detail } = recordCalls(world);
  /** A memory whose text yields no keyword. */
  const stored = (content = '1 + 1') => storedWith({ content });
  const create = async (text: string) =>
    body<Keyword>(await call('POST /keywords/', EDITOR, { keyword_text: text }));
  const tag = (block: MemoryBlock, { id }: Keyword) =>
    call(`POST /memory-blocks/${block.id}/keywords/${id}`, EDITOR);
  const change = async (given: object[], options: object = {}) =>
    body<KeywordChanges>(await call(CHANGES, EDITOR, { changes: given, ...options }));
  const undo = (id: string | null) => call(`POST /keywords/changes/${id}/undo`, EDITOR);
  const splitWords = async ({ id }: MemoryBlock) =>
    body<MemoryBlock>(await get(world.app, `/memory-blocks/${id}`, EDITOR, ALPHA))
      .keywords.map((keyword) => keyword.keyword_text)
      .sort();
  const cleanup = async (email = EDITOR, headers: Record<string, string> = ALPHA) =>
    body<KeywordCleanup>(await get(world.app, '/keywords/cleanup', email, headers));
  const found = async (query: string) =>
    body<MemoryBlock[]>(
      await get(world.app, `/memory-blocks/search/fulltext?query=${query}`, EDITOR, ALPHA),
    ).map(({ id }) => id);
  /** The audit events of a keyword, newest first. */
  const toAuditEvents = (id: string) =>
    world.database.read({ kind: 'system' }, async (handle) => {
      const events = await handle.execute<{ action_type: string }>(
        sql`select action_type from audits where target_id = ${id} order by created_at desc`,
      );
      return events.rows.map(({ action_type: action }) => action);
    });

  test('groups variants of one word and lists unused keywords', async () => {
    const [much, cased, plural, wrong] = [
      await create('message broker'),
      await create('message-broker'),
      await create('message brokers'),
      await create('mesage broker'),
    ];
    const [first, second] = [await stored(), await stored()];
    for (const word of [much, cased, wrong]) await tag(first, word);
    for (const word of [much, plural]) await tag(second, word);
    await call(`POST /memory-blocks/${second.id}/archive`, EDITOR);
    await create('message breaker');
    const idle = await create('idle keyword');

    const { duplicates, unused, unused_total: total } = await cleanup('viewer@x.test');
    const [group] = duplicates.filter(({ keywords }) =>
      keywords.some(({ keyword_id: id }) => id === much.id),
    );
    expect(group?.keywords.map((one) => [one.keyword_text, one.memories, one.likeness])).toEqual([
      ['message broker', 2, null],
      ['message-broker', 1, 'separators'],
      ['message brokers', 1, 'plural'],
      ['mesage broker', 1, 'spelling'],
    ]);
    expect(unused).toContainEqual(
      expect.objectContaining({ keyword_id: idle.id, keyword_text: 'idle keyword' }),
    );
    expect(unused.map(({ keyword_text: text }) => text)).not.toContain('message brokers');
    expect(total).toBe(unused.length);
    expect(await cleanup('stranger@x.test')).toEqual({ duplicates: [], unused: [], unused_total: 0 });
    expect((await cleanup(EDITOR, PERSONAL)).duplicates).toEqual([]);
  });

  test('merges into the keyword with the chosen text, previews the effect, and undoes everything', async () => {
    const [kept, plural, other] = [
      await create('Replica'),
      await create('replicas'),
      await create('re-plica'),
    ];
    const [both, one, archived] = [await stored(), await stored(), await stored()];
    for (const word of [kept, plural]) await tag(both, word);
    await tag(one, other);
    await tag(archived, plural);
    await call(`POST /memory-blocks/${archived.id}/archive`, EDITOR);
    const merge = { keyword_ids: [plural.id, other.id], keyword_text: 'replica' };

    const tried = await change([merge], { dry_run: true });
    expect(tried).toEqual({
      change_id: null,
      memories: 3,
      archived: 1,
      results: [
        {
          keyword_id: kept.id,
          keyword_text: 'Replica',
          removed: [
            { keyword_id: plural.id, keyword_text: 'replicas', memories: 2 },
            { keyword_id: other.id, keyword_text: 're-plica', memories: 1 },
          ],
        },
      ],
    });
    expect(await splitWords(both)).toEqual(['Replica', 'replicas']);

    const done = await change([merge]);
    expect({ ...done, change_id: null }).toEqual(tried);
    for (const block of [both, one, archived]) expect(await splitWords(block)).toEqual(['Replica']);
    expect(await found('plica')).not.toContain(one.id);
    expect(await toAuditEvents(plural.id)).toEqual(['keyword_merge', 'keyword_create']);
    expect((await get(world.app, `/keywords/${plural.id}`, EDITOR, ALPHA)).statusCode).toBe(404);

    expect(body(await undo(done.change_id))).toEqual({ keywords: 2, memories: 3 });
    expect(await splitWords(both)).toEqual(['Replica', 'replicas']);
    expect(await splitWords(one)).toEqual(['re-plica']);
    expect(await splitWords(archived)).toEqual(['replicas']);
    expect(await found('plica')).toContain(one.id);
    const again = await undo(done.change_id);
    expect([again.statusCode, detail(again)]).toEqual([409, 'This change has already been undone.']);
  });

  test('renames and deletes in one call, with one audit entry each', async () => {
    const [named, unwanted] = [await create('k8'), await create('misc')];
    const block = await stored();
    for (const word of [named, unwanted]) await tag(block, word);
    const done = await change([
      { keyword_ids: [named.id], keyword_text: 'Kubernetes' },
      { keyword_ids: [unwanted.id], keyword_text: null },
    ]);
    expect(done).toMatchObject({ memories: 1, archived: 0 });
    expect(await splitWords(block)).toEqual(['Kubernetes']);
    expect(await found('kubernetes')).toContain(block.id);
    expect(await toAuditEvents(named.id)).toEqual(['keyword_update', 'keyword_create']);
    expect(await toAuditEvents(unwanted.id)).toEqual(['keyword_delete', 'keyword_create']);
    await undo(done.change_id);
    expect(await splitWords(block)).toEqual(['k8', 'misc']);
  });

  test('keeps later changes when a change is undone', async () => {
    const [kept, gone] = [await create('topic'), await create('topics')];
    const [before, later] = [await stored(), await stored()];
    await tag(before, gone);
    const { change_id: id } = await change([{ keyword_ids: [gone.id], keyword_text: 'topic' }]);
    await tag(later, kept);
    const remade = await create('Topics');
    await tag(later, remade);
    expect((await undo(id)).statusCode).toBe(200);
    expect(await splitWords(before)).toEqual(['Topics']);
    expect(await splitWords(later)).toEqual(['Topics', 'topic']);
  });

  test('rejects keywords that are missing, listed twice or in another workspace', async () => {
    const [a, b] = [await create('left'), await create('right')];
    const rename = (...words: Keyword[]) =>
      words.map(({ id }) => ({ keyword_ids: [id], keyword_text: 'centre' }));
    const refused = async (changes: object[], email = EDITOR, headers: Record<string, string> = ALPHA) =>
      (await call(CHANGES, email, { changes }, headers)).statusCode;
    expect(await refused([{ keyword_ids: [ids.block(1)], keyword_text: null }])).toBe(404);
    expect(await refused(rename(a), 'editor@x.test', PERSONAL)).toBe(404);
    expect(await refused([...rename(a), ...rename(a)])).toBe(422);
    expect(await refused([{ keyword_ids: [a.id], keyword_text: 'right' }, ...rename(b)])).toBe(422);
    expect(await refused(rename(a, b))).toBe(409);
  });

  test('keeps keywords apart that were marked as different, until one of them changes', async () => {
    const [port, ports, dashed] = [
      await create('side port'),
      await create('side ports'),
      await create('side-port'),
    ];
    const groupById = async ({ id }: Keyword) =>
      (await cleanup()).duplicates
        .map(({ keywords }) => keywords.map((keyword) => keyword.keyword_id))
        .find((group) => group.includes(id))
        ?.sort();
    const say = async (one: Keyword, others: Keyword[], isDistinct = true) => {
      const given = { keyword_id: one.id, other_ids: others.map(({ id }) => id), is_distinct: isDistinct };
      return (await call('POST /keywords/distinctions', EDITOR, given)).statusCode;
    };
    expect(await groupById(port)).toEqual([port.id, ports.id, dashed.id].sort());

    expect(await say(ports, [port, dashed])).toBe(204);
    expect(await say(ports, [port, dashed])).toBe(204);
    expect([await groupById(ports), await groupById(port)]).toEqual([undefined, [port.id, dashed.id].sort()]);
    const between = await create('side_ports');
    for (const word of [port, ports, dashed]) {
      const group = (await groupById(word)) ?? [];
      expect([group.includes(ports.id), group.includes(port.id)]).not.toEqual([true, true]);
    }
    await change([{ keyword_ids: [between.id], keyword_text: null }]);

    expect(await say(ports, [port, dashed], false)).toBe(204);
    expect(await groupById(ports)).toHaveLength(3);
    await say(ports, [port, dashed]);
    await change([{ keyword_ids: [ports.id], keyword_text: 'Side Ports' }]);
    expect(await groupById(ports)).toHaveLength(3);

    expect(await say(ports, [ports])).toBe(422);
    expect(await say(ports, [{ ...port, id: ids.block(1) }])).toBe(404);
  });

  test('hides a kept unused keyword until its text changes', async () => {
    const [quiet, other] = [await create('quiet'), await create('unheard')];
    const unused = async () =>
      (await cleanup()).unused
        .map(({ keyword_id: id }) => id)
        .filter((id) => id === quiet.id || id === other.id);
    const keep = async (keywords: string[], isKept = true) =>
      (await call('POST /keywords/kept', EDITOR, { keyword_ids: keywords, is_kept: isKept })).statusCode;
    expect(await unused()).toEqual([quiet.id, other.id]);
    expect(await keep([quiet.id, ids.block(1)])).toBe(404);
    expect(await unused()).toEqual([quiet.id, other.id]);
    expect([await keep([quiet.id]), await keep([quiet.id, other.id])]).toEqual([204, 204]);
    expect(await unused()).toEqual([]);
    expect(await keep([other.id], false)).toBe(204);
    expect(await unused()).toEqual([other.id]);
    await change([{ keyword_ids: [quiet.id], keyword_text: 'silent' }]);
    expect(await unused()).toEqual([quiet.id, other.id]);
  });

  test('loses no keyword that an agent writes during a merge', async () => {
    const gone = await create('racings');
    await create('racing');
    const [merged, ...blocks] = await Promise.all([
      call(CHANGES, EDITOR, { changes: [{ keyword_ids: [gone.id], keyword_text: 'racing' }] }),
      ...Array.from({ length: 6 }, () => stored('racings')),
    ]);
    expect(merged.statusCode).toBe(200);
    for (const block of blocks)
      expect(await splitWords(block)).toEqual([expect.stringMatching(/^racings?$/)]);
  });
});

onOneEngine('agents and keywords', (world) => {
  const { call, block, stored, detail } = recordCalls(world);

  describe('agents', () => {
    const create = (name: string, email = 'editor@x.test') =>
      call('POST /agents/', email, { agent_name: name, description: 'd' });

    test('lets one of eight parallel creations of a name win and answers 409 to the others', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => create(n % 2 === 0 ? 'Same Name' : 'same name')),
      );
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
      const lost = answers.find((answer) => answer.statusCode === 409);
      expect(lost && detail(lost)).toBe('Agent with this name already exists in the selected scope');
    });

    test('change name and description, but reject taken and blank names', async () => {
      const made = body<Agent>(await create('Renamer'));
      const key = `PUT /agents/${made.agent_id}`;
      expect(body(await call(key, 'editor@x.test', { description: null }))).toMatchObject({
        agent_name: 'Renamer',
        description: null,
      });
      expect((await call(key, 'editor@x.test', { agent_name: 'AGENT 1' })).statusCode).toBe(409);
      for (const wrong of [' ', '\u200b', 'x'.repeat(256), null])
        expect((await call(key, 'editor@x.test', { agent_name: wrong })).statusCode).toBe(422);
    });

    test('are found by parts of a name and similar spelling, within the scope only', async () => {
      await create('Deployment Helper');
      const found = async (query: string, email: string) =>
        body<Agent[]>(await get(world.app, `/agents/search/?query=${query}`, email, ALPHA)).map(
          (a) => a.agent_name,
        );
      expect(await found('ploymen', 'viewer@x.test')).toEqual(['Deployment Helper']);
      expect(await found('deploiment%20helper', 'viewer@x.test')).toEqual(['Deployment Helper']);
      expect(await found('ploymen', 'stranger@x.test')).toEqual([]);
    });

    test('are deleted with their own blocks, but not while blocks of others refer to them', async () => {
      const made = body<Agent>(await create('Short Lived'));
      const kept = await stored({ agent_id: made.agent_id });
      expect((await call(`DELETE /agents/${made.agent_id}`, 'editor@x.test')).statusCode).toBe(204);
      expect((await get(world.app, `/memory-blocks/${kept.id}`, 'editor@x.test')).statusCode).toBe(404);
      const shared = block({ agent_id: ids.agent(0) });
      expect((await call('POST /memory-blocks/', 'stranger@x.test', shared, PERSONAL)).statusCode).toBe(201);
      const refused = await call(`DELETE /agents/${ids.agent(0)}`, 'root@x.test');
      expect(refused.statusCode).toBe(409);
      expect(body(refused)).toMatchObject({
        code: 'agent_in_use',
        detail: 'This agent has 1 memory in other workspaces, so it can’t be deleted.',
        own_memory_blocks: 1,
        other_memory_blocks: 1,
      });
    });

    test('return the block counts of all agents at once, archived ones separately', async () => {
      const made = body<Agent>(await create('Counted'));
      const empty = body<Agent>(await create('Idle'));
      const first = await stored({ agent_id: made.agent_id });
      const last = await stored({ agent_id: made.agent_id });
      await stored({ agent_id: made.agent_id });
      expect((await call(`POST /memory-blocks/${last.id}/archive`, 'editor@x.test')).statusCode).toBe(200);
      const counts = async (email: string | null) =>
        body<{ counts: AgentCount[] }>(await get(world.app, '/agents/counts', email, ALPHA)).counts;
      const found = await counts('viewer@x.test');
      const of = ({ agent_id: id }: Agent) => found.find(({ agent_id: agentId }) => agentId === id);
      expect(of(made)).toMatchObject({ count: 2, archived_count: 1 });
      expect(Date.parse(of(made)?.last_activity ?? '')).toBeGreaterThanOrEqual(Date.parse(first.created_at));
      expect(of(empty)).toEqual({
        agent_id: empty.agent_id,
        count: 0,
        archived_count: 0,
        last_activity: null,
        last_seen_at: null,
      });
      expect(await counts('stranger@x.test')).toEqual([]);
    });

    test('can only be moved while they have no blocks', async () => {
      const made = body<Agent>(await create('Mover'));
      const move = (id: string) =>
        call(`POST /agents/${id}/change-scope`, 'admin@x.test', { visibility_scope: 'personal' });
      expect(body(await move(made.agent_id))).toMatchObject({
        visibility_scope: 'personal',
        organization_id: null,
      });
      expect((await move(ids.agent(1))).statusCode).toBe(409);
    });
  });

  describe('keywords', () => {
    const create = (text: string) => call('POST /keywords/', 'editor@x.test', { keyword_text: text });

    test('are unique ignoring case, linked within one workspace, counted and deleted with their links', async () => {
      const word = body<Keyword>(await create(' Sharding '));
      expect(word).toMatchObject({ keyword_text: 'Sharding', id: word.keyword_id });
      const again = await create('SHARDING');
      expect([again.statusCode, detail(again)]).toEqual([409, 'Keyword already exists in this scope']);
      expect((await create('  ')).statusCode).toBe(422);

      const link = `/memory-blocks/${ids.block(1)}/keywords/${word.id}`;
      expect((await call(`POST ${link}`, 'editor@x.test')).statusCode).toBe(201);
      expect(detail(await call(`POST ${link}`, 'editor@x.test'))).toBe('Association already exists');
      const foreign = await call(`POST /memory-blocks/${ids.block(3)}/keywords/${word.id}`, 'owner@x.test');
      expect([foreign.statusCode, detail(foreign)]).toEqual([
        409,
        'Keyword scope mismatch with memory block',
      ]);
      const reader = await tokenFor(world.app, 'editor@x.test', ['read']);
      expect((await send(world.app, `POST ${link}`, null, { token: reader })).statusCode).toBe(403);

      const count = await get(world.app, `/keywords/${word.id}/memory-blocks/count`, 'viewer@x.test', ALPHA);
      expect(body(count)).toEqual({ count: 1 });
      const counts = body<{ counts: { keyword_id: string; count: number }[] }>(
        await get(world.app, '/keywords/counts', 'viewer@x.test', ALPHA),
      ).counts;
      expect(counts.find((entry) => entry.keyword_id === word.id)?.count).toBe(1);
      const blocks = await get(world.app, `/keywords/${word.id}/memory-blocks`, 'viewer@x.test', ALPHA);
      expect(body<MemoryBlock[]>(blocks).map((item) => item.id)).toEqual([ids.block(1)]);

      const publish = await call(`PUT /keywords/${word.id}`, 'editor@x.test', { visibility_scope: 'public' });
      expect(publish.statusCode).toBe(422);
      expect((await call(`DELETE /keywords/${word.id}`, 'editor@x.test')).statusCode).toBe(204);
      expect((await get(world.app, `/keywords/${word.id}`, 'editor@x.test')).statusCode).toBe(404);
    });

    test('are found by their words in any order and case', async () => {
      for (const text of ['token bucket', 'bucket policy', '100% cover']) await create(text);
      const found = async (query: string) =>
        body<Keyword[]>(
          await get(world.app, `/keywords?query=${encodeURIComponent(query)}`, 'viewer@x.test', ALPHA),
        ).map((word) => word.keyword_text);
      expect(await found('BUCK tok')).toEqual(['token bucket']);
      expect(await found('bucket')).toEqual(['bucket policy', 'token bucket']);
      expect(await found('%')).toEqual(['100% cover']);
    });

    test('are listed alphabetically with a total count', async () => {
      for (const text of ['zeta', 'Alpha', 'beta']) await create(text);
      const response = await get(world.app, '/keywords?limit=2', 'viewer@x.test', ALPHA);
      const words = body<Keyword[]>(response).map((word) => word.keyword_text.toLowerCase());
      expect(words).toEqual([...words].sort());
      expect(Number(response.headers['x-total-count'])).toBeGreaterThan(2);
    });
  });
});
