/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type {
  Agent,
  AuditEntry,
  Invitation,
  Job,
  Keyword,
  MemoryBlock,
  Notification,
} from '@hindsight/shared-contracts/api';
import { deleteOldChanges } from '../../platform/events/events';
import { claimMails } from '../../platform/mail/mails';
import { applyNews } from '../../platform/mail/news';
import { onOneEngine } from '../../testing/engines';
import { findPlaces } from '../../testing/everyColumn';
import { peopleCalls } from '../../testing/peopleCalls';
import { findPerson } from '../../testing/persons';
import { recordCalls } from '../../testing/recordCalls';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import { createContradictionFinder } from '../curation/contradictionFinder';
import { foldTerms } from '../search/queries/searchTerms';
import { writeDirectly } from '../../testing/directWrites';

onOneEngine('the audit trail of an organization', (world) => {
  const { call, outcome } = peopleCalls(world);
  const records = recordCalls(world);
  const alpha = `/organizations/${ids.alphaOrg}`;
  const read = (query = '', email = 'owner@x.test') =>
    get(world.app, `/audits/?organization_id=${ids.alphaOrg}&${query}`, email);
  const entries = async (query = '', email?: string) => body<AuditEntry[]>(await read(query, email));
  const run = (statement: ReturnType<typeof sql>) =>
    world.database.write({ kind: 'system' }, (handle) => handle.execute(statement));

  test('names who changed whose role, even after the member has left', async () => {
    const viewer = ids.user(3);
    await run(sql`update users set display_name = 'Vera Viewer' where id = ${viewer}`);
    await run(sql`update users set display_name = '' where id = ${ids.user(0)}`);
    await call(`PUT ${alpha}/members/${viewer}`, 'owner@x.test', { role: 'editor' });
    await call(`DELETE ${alpha}/members/${viewer}`, 'owner@x.test');
    const named = { actor_name: 'owner@x.test', target_name: 'Vera Viewer' };
    expect(await entries('kind=members')).toMatchObject([
      { action_type: 'member_remove', ...named },
      { action_type: 'member_role_change', metadata: { old_role: 'viewer', new_role: 'editor' }, ...named },
    ]);
    expect((await read('', 'viewer@x.test')).statusCode).not.toBe(200);
  });

  test('filters by kind and person, and rejects an unknown kind', async () => {
    await call(`PUT ${alpha}/members/${ids.user(2)}`, 'admin@x.test', { role: 'admin' });
    await records.stored();
    const actions = async (query: string) => (await entries(query)).map((entry) => entry.action_type);
    expect(await actions('kind=memories')).toEqual(['memory_create']);
    expect(await actions(`user_id=${ids.user(1)}`)).toEqual(['member_role_change']);
    expect(await actions(`user_id=${ids.user(1)}&kind=members`)).toEqual(['member_role_change']);
    expect(await actions(`user_id=${ids.user(1)}&kind=memories`)).toEqual([]);
    const [newest] = await entries('kind=memories');
    const at = encodeURIComponent(newest!.created_at);
    expect(await actions(`kind=memories&since=${at}`)).toEqual(['memory_create']);
    expect(await actions('kind=memories&until=2020-01-01T00:00:00Z')).toEqual([]);
    expect((await read('kind=cats')).statusCode).toBe(422);
    expect(await outcome(`GET /audits/?organization_id=${ids.alphaOrg}`, 'blind@x.test')).toEqual([
      403,
      expect.any(String),
    ]);
  });

  test('shows the title of a memory only while it is in the organization', async () => {
    const { id } = await records.stored({ content: 'Retry the gateway twice' });
    const about = () => entries(`target_id=${id}`);
    expect((await about()).map((entry) => entry.target_name)).toEqual(['Retry the gateway twice']);
    await writeDirectly(world.database, sql`delete from memory_blocks where id = ${id}`);
    await writeDirectly(
      world.database,
      sql`insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, owner_user_id, tenant_id)
      values (${id}, ${ids.agent(1)}, ${ids.conversation(1)}, 'My own thoughts', 'personal', ${ids.user(2)}, ${ids.user(2)})`,
    );
    for (const email of ['owner@x.test', 'root@x.test']) {
      const trail = await read(`target_id=${id}`, email);
      expect(body<AuditEntry[]>(trail)).toMatchObject([{ target_name: null }]);
      expect(trail.body).not.toContain('My own thoughts');
    }
  });

  test('distinguishes entries of one request from concurrent ones', async () => {
    const first = await records.stored({ content: 'One' });
    const second = await records.stored({ content: 'Two' });
    const { statusCode } = await records.call('POST /memory-blocks/bulk-archive', 'editor@x.test', {
      memory_block_ids: [first.id, second.id],
    });
    expect(statusCode).toBe(200);
    const transactions = async (action: string) =>
      (await entries('kind=memories'))
        .filter((entry) => entry.action_type === action && [first.id, second.id].includes(entry.target_id!))
        .map((entry) => entry.transaction_id);
    const created = await transactions('memory_create');
    expect([created.length, new Set(created).size]).toEqual([2, 2]);
    const archived = await transactions('memory_archive');
    expect([archived.length, new Set(archived).size]).toEqual([2, 1]);
    // The id of an audit entry: the database's transaction number would reveal the write count of all workspaces.
    expect((await entries('kind=memories')).map((entry) => entry.id)).toContain(archived[0]);
  });

  test('keeps the name that a keyword had in the organization', async () => {
    const keyword = body<{ keyword_id: string }>(
      await records.call('POST /keywords/', 'editor@x.test', { keyword_text: 'pelican' }),
    );
    await run(sql`delete from keywords where id = ${keyword.keyword_id}`);
    await run(sql`insert into keywords (id, text, visibility_scope, owner_user_id, tenant_id)
      values (${keyword.keyword_id}, 'private', 'personal', ${ids.user(2)}, ${ids.user(2)})`);
    expect(await entries('kind=keywords')).toMatchObject([
      { action_type: 'keyword_create', target_name: 'pelican' },
    ]);
  });

  test('shows a person who declines by the invited email only', async () => {
    await run(sql`update users set display_name = 'Sally Stranger' where email = 'stranger@x.test'`);
    const { id } = body<Invitation>(
      await call(`POST ${alpha}/invitations`, 'owner@x.test', { email: 'stranger@x.test', role: 'viewer' }),
    );
    await call(`POST ${alpha}/invitations/${id}/decline`, 'stranger@x.test');
    const trail = await read('kind=invitations');
    expect(body<AuditEntry[]>(trail)).toMatchObject([
      { action_type: 'invitation_decline', actor_name: 'stranger@x.test', target_name: 'stranger@x.test' },
      { action_type: 'invitation_create', target_name: 'stranger@x.test' },
    ]);
    expect(trail.body).not.toContain('Sally');
  });
});

const SYSTEM = { kind: 'system' } as const;
const OWNER = 'owner@x.test';
/** Occurs in all texts written here and nowhere else. */
const WORD = 'zorblatt';
const GITHUB_TOKEN = `ghp_${'a1B2'.repeat(9)}`;

onOneEngine('deleting an organization', (world) => {
  const { call, join, user } = peopleCalls(world);
  const run = (statement: ReturnType<typeof sql>) =>
    world.database.write(SYSTEM, (handle) => handle.execute(statement));
  const organization = async (name: string) =>
    body<{ id: string }>(await call('POST /organizations/', OWNER, { name, slug: `${WORD}-${name}` })).id;
  const ended = (id: string) =>
    until(
      async () => body<Job>(await call(`GET /jobs/${id}`, OWNER)),
      ({ finished_at: end }) => end !== null,
    );

  /** Creates rows of every kind in the organization. @returns their ids. */
  async function fill(id: string): Promise<string[]> {
    const inside = { 'x-active-scope': 'organization', 'x-organization-id': id };
    const made: string[] = [id];
    const write = async <T extends object>(
      key: string,
      given?: unknown,
      headers: Record<string, string> = inside,
    ) => {
      const answer = await send(world.app, key, OWNER, { body: given, headers });
      if (answer.statusCode >= 300) throw new Error(`${key}: ${answer.body}`);
      return (answer.body === '' ? {} : body<T>(answer)) as T;
    };
    const agent = await write<Agent>('POST /agents/', { agent_name: `${WORD} agent`, description: WORD });
    const memories: string[] = [];
    for (const n of [1, 2, 3]) {
      const stored = await write<MemoryBlock>('POST /memory-blocks/', {
        agent_id: agent.agent_id,
        conversation_id: ids.conversation(n),
        content: `The ${WORD} gateway waits for the queue before it restarts, whatever happens. ${n === 1 ? GITHUB_TOKEN : ''}`,
        lessons_learned: `Ask ${WORD} first.`,
      });
      memories.push(stored.id);
    }
    const [first = '', second = ''] = memories;
    const keyword = await write<Keyword>('POST /keywords/', { keyword_text: `${WORD} word` });
    await write(`POST /memory-blocks/${first}/keywords/${keyword.keyword_id}`);
    await write(`PUT /memory-blocks/${first}`, { content: `Another ${WORD} text.` });
    await write(`POST /memory-blocks/${first}/feedback/`, {
      feedback_type: 'negative',
      feedback_details: `Not for ${WORD}.`,
    });
    await write(`PUT /keywords/${keyword.keyword_id}`, { keyword_text: `${WORD} key` });
    await write('POST /keywords/changes', {
      changes: [{ action: 'rename', keyword_ids: [keyword.keyword_id], keyword_text: `${WORD} name` }],
    });
    const view = await write<{ id: string }>('POST /saved-views/', {
      name: WORD,
      parameters: { search: WORD },
      is_shared: true,
    });
    await write('POST /pinned-questions/', {
      question: `${WORD}?`,
      settings: {},
      memory_block_ids: [second],
    });
    await write('PUT /pinned-views/', { view_id: view.id, is_pinned: true });
    await write('POST /visits/', {});
    const other = await write<Keyword>('POST /keywords/', { keyword_text: `${WORD} names` });
    await write('POST /keywords/distinctions', {
      keyword_id: keyword.keyword_id,
      other_ids: [other.keyword_id],
      is_distinct: true,
    });
    const outside = { 'x-active-scope': 'personal' };
    const { agent_id } = await write<Agent>('POST /agents/', { agent_name: 'Elsewhere' }, outside);
    const moved = await write<MemoryBlock>(
      'POST /memory-blocks/',
      {
        agent_id,
        conversation_id: ids.conversation(4),
        content: 'Sessions of the gateway expire after 30 minutes.',
      },
      outside,
    );
    const moving = { kind: 'move', visibility_scope: 'organization', organization_id: id };
    const adding = { kind: 'keywords', add: [`${WORD} extra`], remove: [] };
    for (const [memory, change, headers] of [
      [moved.id, moving, outside],
      [second, adding, inside],
    ] as const) {
      const edits = [{ memory_block_id: memory, change }];
      const { results } = await write<{ results: object[] }>(
        'POST /memory-blocks/bulk-edit',
        { edits, edit_id: randomUUID() },
        headers,
      );
      expect(results).toMatchObject([{ status: 'changed' }]);
    }
    await world.database.write(SYSTEM, foldTerms);
    const contrary = await write<MemoryBlock>('POST /memory-blocks/', {
      agent_id: agent.agent_id,
      conversation_id: ids.conversation(4),
      content: 'Sessions of the gateway expire after 45 minutes.',
    });
    const finder = createContradictionFinder(world.database, undefined, undefined);
    while ((await finder.catchUp()) > 0);
    await finder.close();
    // Rows that an embeddings server and an accepted suggestion leave behind.
    await run(
      sql`insert into memory_block_embeddings (memory_block_id, model, embedding, tenant_id) select ${first}, 'none', '{1}', tenant_id from memory_blocks where id = ${first}`,
    );
    await run(
      sql`insert into memory_blocks_to_embed (memory_block_id, tenant_id, text_at) values (${second}, ${id}, now()) on conflict do nothing`,
    );
    await run(
      sql`insert into memory_blocks_to_compare (memory_block_id, tenant_id) values (${second}, ${id}) on conflict do nothing`,
    );
    await run(sql`insert into optimization_runs (id, suggestion, results, visibility_scope, organization_id, actor_user_id, tenant_id)
      values (${randomUUID()}, ${{ text: WORD }}, '{}', 'organization', ${id}, ${await user(OWNER)}, ${id})`);
    await run(
      sql`insert into language_model_costs (tenant_id, month, kind, calls, tokens) values (${id}, '2026-01-01', 'pruning', 1, 1)`,
    );
    await write('PUT /secret-policy', { mode: 'mask' });
    // As a job and synchronously, from inside the organization and from another workspace.
    for (const headers of [inside, { 'x-active-scope': 'personal' }]) {
      await write('POST /memory-blocks/bulk-generate-keywords', { memory_block_ids: memories }, headers);
      const { job_id: job } = await write<Job>(
        'POST /memory-blocks/bulk-generate-keywords',
        { memory_block_ids: memories },
        { ...headers, prefer: 'respond-async' },
      );
      await ended(job);
      made.push(job);
    }
    await write('POST /consolidation/trigger/');
    const token = await tokenFor(world.app, OWNER, ['read', 'write'], id);
    for (const text of [WORD, `${WORD} queue`])
      await send(world.app, `GET /memory-blocks/search/fulltext?query=${encodeURIComponent(text)}`, null, {
        token,
        headers: { 'x-agent-id': agent.agent_id },
      });
    await join(id, OWNER, { email: 'viewer@x.test', role: 'viewer' });
    await call(`PUT /organizations/${id}/members/${await user('viewer@x.test')}`, OWNER, { role: 'editor' });
    await call(`POST /organizations/${id}/invitations`, OWNER, { email: 'stranger@x.test', role: 'viewer' });
    await call(`POST /organizations/${id}/invitations`, OWNER, { email: 'new@x.test', role: 'viewer' });
    await call(`PUT /organizations/${id}`, OWNER, { name: `${WORD} renamed` });
    return [
      ...made,
      agent.agent_id,
      ...memories,
      moved.id,
      contrary.id,
      keyword.keyword_id,
      other.keyword_id,
    ];
  }

  /** Tables with workspace rows, but none of this organization. */
  async function findUnfilledTables(id: string): Promise<string[]> {
    const { rows } = await run(sql`
      select table_name as table, string_agg(quote_ident(column_name) || '::text', ', ') as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('tenant_id', 'organization_id') group by 1 order by 1`);
    const empty: string[] = [];
    for (const { table, columns } of rows as { table: string; columns: string }[]) {
      const found = await run(
        sql`select 1 from ${sql.identifier(table)} where ${id} in (${sql.raw(columns)}) limit 1`,
      );
      if (found.rows.length === 0) empty.push(table);
    }
    return empty;
  }

  const empty = async (id: string) => {
    const given = { dry_run: false };
    const started = await call(`POST /bulk-operations/organizations/${id}/bulk-delete`, OWNER, given);
    await ended(body<{ operation_id: string }>(started).operation_id);
  };

  test('leaves only the audit entry and the notices to its members', async () => {
    const id = await organization(WORD);
    const made = await fill(id);
    expect(await findPlaces(world.database, [WORD])).toEqual(
      expect.arrayContaining(['mails.text', 'notifications.title', 'job_items.outcome', 'audits.metadata']),
    );
    // Written asynchronously, shortly after the requests.
    const late = ['agent_activity', 'retrieval_events'];
    const missing = await until(
      () => findUnfilledTables(id),
      (tables) => !tables.some((table) => late.includes(table)),
    );
    // When this fails, extend `fill` to the new table.
    expect(missing).toEqual([]);
    await empty(id);
    const deleted = await call(`DELETE /organizations/${id}`, OWNER);
    expect([deleted.statusCode, deleted.body]).toEqual([204, '']);
    const { notifications } = body<{ notifications: Notification[] }>(
      await call('GET /notifications/', 'viewer@x.test'),
    );
    const notice = `${OWNER} deleted ${WORD} renamed. Your role was editor.`;
    expect(notifications.map(({ message }) => message)).toContain(notice);
    await run(sql`delete from notifications where message = ${notice}`);
    await run(sql`delete from mails where subject = ${`${WORD} renamed was deleted`}`);
    // The notice may also be part of a combined mail.
    await run(sql`update mails set news = (select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(news::jsonb) as one
      where one ->> 'message' <> ${notice}) where news is not null`);
    expect(await findPlaces(world.database, [WORD])).toEqual([]);
    // Change events are kept for an hour for open pages.
    await run(sql`update events set created_at = created_at - interval '2 hours'`);
    await deleteOldChanges(world.database);
    // The comparison cursor is the id of a memory, and advances later.
    await run(sql`delete from service_state where key = 'blocks queued for comparison until'`);
    expect(await findPlaces(world.database, made)).toEqual(['audits.target_id']);
    const { rows } = await run(sql`select action_type, metadata from audits where target_id = ${id}`);
    expect(rows).toEqual([{ action_type: 'organization_delete', metadata: {} }]);
  });

  test('keeps the other news in a combined mail', async () => {
    await run(sql`truncate mails, rate_counters`);
    const id = await organization('Gone');
    const other = await organization('Stays');
    for (const place of [id, other]) await join(place, OWNER, { email: 'admin@x.test', role: 'viewer' });
    const person = await user('admin@x.test');
    for (const place of [id, other])
      await call(`PUT /organizations/${place}/members/${person}`, OWNER, { role: 'editor' });
    await call(`DELETE /organizations/${id}`, OWNER);
    await run(sql`update mails set next_attempt_at = now()`);
    const due = await world.database.write(SYSTEM, (handle) => claimMails(handle, 10));
    const texts = due
      .filter(({ recipient }) => recipient === 'admin@x.test')
      .map((row) => applyNews(row).text);
    expect(texts.join()).toContain('your role in Stays');
    expect(
      texts
        .join()
        .split('\n')
        .filter((line) => line.includes('Gone')),
    ).toEqual([`${OWNER} deleted Gone. Your role was editor.`]);
  });

  test('is rejected by the database for anyone who does not manage the organization', async () => {
    const forget = (handle: { execute: (statement: ReturnType<typeof sql>) => Promise<unknown> }) =>
      handle.execute(sql`select hindsight_forget_organization(${ids.alphaOrg}::uuid)`);
    const editor = await findPerson(world.database, 'editor@x.test');
    await expect(world.database.write(editor, forget)).rejects.toThrow();
  });
});
