/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { PUBLIC_TENANT } from './conditions';
import { onEveryEngine } from '../../testing/engines';
import { findPerson } from '../../testing/persons';
import { ids } from '../../testing/testApp';
import { GUEST } from '../auth/rules/principal';
import type { Principal } from '../auth/rules/principal';

const SYSTEM = { kind: 'system' } as const;

/** Tables without tenant data, and why they need no policy. */
const OPEN: Readonly<Record<string, string>> = {
  users: 'members, inviters and invitees are shown to each other by their names',
  organizations: 'names only; memberships are protected',
  rate_counters: 'how often something happened',
};

/** Reads every table WITHOUT the conditions of the permission rules, so that only the policies protect the rows of Alpha and its owner. */
onEveryEngine('row-level security without the conditions of queries', (world) => {
  const person = (email: string) => findPerson(world.database, email);
  const confined = async (): Promise<Principal> => {
    const owner = await person('stranger@x.test');
    const token = {
      id: ids.user(99),
      tokenId: '0',
      name: 't',
      scopes: ['read'],
      organizationId: ids.betaOrg,
    };
    return { ...owner, kind: 'token', memberships: [], isSuperadmin: false, token };
  };

  beforeAll(async () => {
    const owner = ids.user(0);
    const block = ids.block(1);
    await world.database.write(SYSTEM, async (handle) => {
      for (const statement of [
        sql`insert into keywords (id, text, visibility_scope, organization_id, tenant_id) values (${ids.user(90)}, 'w', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        sql`insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id) values (${block}, ${ids.user(90)}, ${ids.alphaOrg})`,
        sql`insert into search_terms (tenant_id, term, documents) values (${ids.alphaOrg}, 'w', 1)`,
        sql`insert into memory_block_versions (memory_block_id, version, reason, snapshot, tenant_id) values (${block}, 1, 'r', '{}', ${ids.alphaOrg})`,
        sql`insert into memory_block_feedback (memory_block_id, feedback_type, actor_user_id, tenant_id) values (${block}, 'neutral', ${owner}, ${ids.alphaOrg})`,
        sql`insert into memory_block_fingerprints (memory_block_id, bands, source_hash, tenant_id) values (${block}, '{1}', 'x', ${ids.alphaOrg})`,
        sql`insert into memory_block_embeddings (memory_block_id, model, embedding, tenant_id) values (${block}, 'm', '{1}', ${ids.alphaOrg})`,
        sql`insert into memory_blocks_to_embed (memory_block_id, tenant_id, text_at) values (${block}, ${ids.alphaOrg}, now())`,
        sql`insert into retrieval_events (memory_block_id, user_id, token_id, token_name, kind, tenant_id) values (${block}, ${owner}, ${ids.user(91)}, 't', 'detail', ${ids.alphaOrg})`,
        sql`insert into optimization_runs (id, suggestion, results, visibility_scope, organization_id, actor_user_id, tenant_id) values (${ids.user(92)}, '{}', '{}', 'organization', ${ids.alphaOrg}, ${owner}, ${ids.alphaOrg})`,
        sql`insert into keyword_changes (changes, actor_user_id, visibility_scope, organization_id, tenant_id) values ('[]', ${owner}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        sql`insert into keywords (id, text, visibility_scope, organization_id, tenant_id) values (${ids.user(94)}, 'x', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        sql`insert into keyword_distinctions (first_id, second_id, texts_hash, tenant_id) values (${ids.user(90)}, ${ids.user(94)}, 1, ${ids.alphaOrg})`,
        sql`insert into bulk_edits (edit_id, user_id, change, undo, visibility_scope, organization_id, tenant_id) values (${ids.user(95)}, ${owner}, '{}', '[]', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        sql`insert into pinned_questions (question, settings, memory_block_ids, visibility_scope, organization_id, tenant_id) values ('q', '{}', '{}', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        sql`insert into saved_views (name, parameters, visibility_scope, organization_id, tenant_id) values ('v', '{}', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        sql`insert into pinned_views (user_id, visibility_scope, organization_id, tenant_id) values (${owner}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        sql`insert into visits (user_id, visibility_scope, organization_id, tenant_id) values (${owner}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        sql`insert into jobs (id, kind, user_id, options, total, tenant_id) values (${ids.user(93)}, 'consolidation', ${owner}, '{}', 1, ${owner})`,
        sql`insert into job_items (job_id, position, input, tenant_id) values (${ids.user(93)}, 0, '{}', (select tenant_id from jobs where id = ${ids.user(93)}))`,
        sql`insert into idempotency_keys (user_id, key_hash, request_hash) values (${owner}, 'k', 'r')`,
        sql`insert into invitations (organization_id, email, expires_at) values (${ids.alphaOrg}, 'someone@x.test', now() + interval '1 day')`,
        sql`insert into personal_access_tokens (user_id, token_id, secret_hash, name, scopes, last_four) values (${owner}, 'abc', 'x', 't', '{read}', 'last')`,
        sql`insert into device_grants (device_code_hash, user_code_hash, client_name, machine_name, address, user_id, status, expires_at, next_poll_at) values ('d', 'u', 'c', 'm', '::1', ${owner}, 'approved', now(), now())`,
        sql`insert into oauth_records (kind, id_hash, payload, token_id) select 'Grant', 'g', jsonb_build_object('of', user_id), id from personal_access_tokens where token_id = 'abc'`,
        sql`insert into ended_sessions (id) values (${ids.user(93)})`,
        sql`insert into digests (user_id, due_at) values (${owner}, now())`,
        sql`insert into notifications (user_id, event_type, title, message) values (${owner}, 'org_invitation', 't', 'm')`,
        sql`insert into notification_preferences (user_id, event_type, email_enabled, in_app_enabled) values (${owner}, 'org_invitation', true, true)`,
        sql`insert into beta_access_requests (user_id, email) values (${owner}, 'owner@x.test')`,
        sql`insert into audits (action_type, status, organization_id, actor_user_id, tenant_id) values ('a', 'success', ${ids.alphaOrg}, ${owner}, ${ids.alphaOrg})`,
        sql`insert into mails (event, recipient, actor_user_id, subject, html, text) values ('e', 'owner@x.test', ${owner}, 's', 'h', 't')`,
        sql`insert into secret_findings (memory_block_id, field, kind, state, visibility_scope, organization_id, tenant_id) values (${block}, 'content', 'token', 'open', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        sql`insert into proposals (memory_block_ids, kind, block_updated_at, visibility_scope, organization_id, tenant_id) values (array[${block}::uuid], 'feedback', now(), 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        sql`insert into memory_blocks_to_compare (memory_block_id, tenant_id) values (${block}, ${ids.alphaOrg}) on conflict do nothing`,
        sql`insert into secret_policies (organization_id, mode, tenant_id) values (${ids.alphaOrg}, 'mask', ${ids.alphaOrg})`,
        sql`insert into agent_activity (user_id, organization_id, token_id, token_name, kind, action, call, memory_ids, latency_ms, status, tenant_id) values (${owner}, ${ids.alphaOrg}, ${ids.user(91)}, 't', 'read', 'open', 'c', '{}', 1, 200, ${ids.alphaOrg})`,
        sql`insert into agent_activity (user_id, token_id, token_name, kind, action, call, memory_ids, latency_ms, status, tenant_id) values (${owner}, ${ids.user(91)}, 't', 'read', 'open', 'c', '{}', 1, 200, ${owner})`,
        sql`insert into service_state (key, value) values ('secret', 'value')`,
        sql`insert into language_model_costs (tenant_id, month, kind, calls, tokens) values (${ids.alphaOrg}, '1999-12-01', 'pruning', 1, 1)`,
        sql`insert into language_model_usage (day, tokens) values ('1999-12-31', 1)`,
      ]) {
        await handle.execute(statement);
      }
    });
  });

  const tables = async () => {
    const { rows } = await world.database.read(SYSTEM, (handle) =>
      handle.execute<{ name: string }>(
        sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
      ),
    );
    return rows.map(({ name }) => name);
  };
  const toRows = async (principal: Principal | typeof SYSTEM, table: string) => {
    const { rows } = await world.database.read(principal, (handle) =>
      handle.execute<{ row: string }>(
        sql`select row_to_json(t)::text as row from ${sql.raw(`"${table}"`)} as t`,
      ),
    );
    return rows.map(({ row }) => row);
  };
  /** Values that occur only in rows of Alpha, its owner or its other members. */
  const isForeign = (row: string) =>
    [
      ids.alphaOrg,
      ids.user(0),
      ids.block(1),
      ids.user(93),
      ids.user(94),
      'owner@x.test',
      '"secret"',
      '1999-12-31',
    ].some((mark) => row.includes(mark));

  test('hides all rows of Alpha and its people from strangers, guests and tokens of other organizations, in every table', async () => {
    const outsiders = [await person('stranger@x.test'), GUEST, await confined()];
    const protectedTables = (await tables()).filter((table) => !(table in OPEN));
    expect(protectedTables.length).toBeGreaterThan(18);
    for (const table of protectedTables) {
      const all = (await toRows(SYSTEM, table)).filter(isForeign);
      expect([table, all.length > 0]).toEqual([table, true]);
      for (const outsider of outsiders) {
        const leaked = (await toRows(outsider, table)).filter(isForeign);
        expect([table, outsider.kind, leaked]).toEqual([table, outsider.kind, []]);
      }
    }
  });

  test('hides them in every view as well', async () => {
    const { rows } = await world.database.read(SYSTEM, (handle) =>
      handle.execute<{ name: string }>(
        sql`select viewname as name from pg_views where schemaname = 'public'`,
      ),
    );
    expect(rows.length).toBeGreaterThanOrEqual(5);
    const stranger = await person('stranger@x.test');
    for (const { name } of rows) {
      expect([name, (await toRows(stranger, name)).filter(isForeign)]).toEqual([name, []]);
    }
  });

  test('shows members their own rows, but hides the administration of Alpha from a viewer', async () => {
    const viewer = await person('viewer@x.test');
    const seen = async (principal: Principal, table: string) =>
      (await toRows(principal, table)).filter((row) => row.includes(ids.alphaOrg)).length;
    for (const table of ['memory_blocks', 'agents', 'keywords', 'memberships', 'workspace_tallies']) {
      expect([table, (await seen(viewer, table)) > 0]).toEqual([table, true]);
    }
    for (const table of ['invitations', 'audits', 'jobs', 'mails']) {
      expect([table, await seen(viewer, table)]).toEqual([table, 0]);
    }
    const owner = await person('owner@x.test');
    for (const table of ['invitations', 'audits'])
      expect([table, await seen(owner, table)]).toEqual([table, 1]);
  });

  test.each([
    ['memberships', sql`update memberships set role = 'owner'`],
    ['invitations', sql`update invitations set role = 'owner'`],
    ['notifications', sql`update notifications set read_at = now()`],
    ['digests', sql`delete from digests`],
    ['notification_preferences', sql`delete from notification_preferences`],
    ['idempotency_keys', sql`delete from idempotency_keys`],
    ['device_grants', sql`update device_grants set status = 'denied'`],
    ['oauth_records', sql`delete from oauth_records`],
    ['jobs', sql`update jobs set cancel_requested = true`],
    ['mails', sql`delete from mails`],
    ['audits', sql`delete from audits`],
    ['memory_block_keywords', sql`delete from memory_block_keywords`],
    ['personal_access_tokens', sql`update personal_access_tokens set status = 'active'`],
    ['keyword_changes', sql`delete from keyword_changes`],
    ['bulk_edits', sql`delete from bulk_edits`],
    ['keyword_distinctions', sql`delete from keyword_distinctions`],
    ['pinned_questions', sql`delete from pinned_questions`],
    ['saved_views', sql`delete from saved_views`],
    ['pinned_views', sql`delete from pinned_views`],
    ['visits', sql`delete from visits`],
    ['proposals', sql`delete from proposals`],
    [
      'memory_blocks_to_compare',
      sql`delete from memory_blocks_to_compare where memory_block_id = ${ids.block(1)}`,
    ],
    ['secret_findings', sql`delete from secret_findings`],
    ['secret_policies', sql`update secret_policies set mode = 'mark'`],
    ['service_state', sql`delete from service_state`],
    ['memory_blocks_to_embed', sql`delete from memory_blocks_to_embed`],
  ])('prevents a stranger and a viewer from changing rows of others in %s', async (_table, statement) => {
    for (const email of ['stranger@x.test', 'viewer@x.test']) {
      const changed = await world.database.write(await person(email), (handle) => handle.execute(statement));
      expect([email, changed.rowCount]).toEqual([email, 0]);
    }
  });
});

onEveryEngine('row-level security', (world) => {
  const person = (email: string) => findPerson(world.database, email);
  const token = async (email: string, organizationId: string | null, scopes = ['read', 'write']) => {
    const owner = await person(email);
    const memberships = owner.memberships.filter(
      (membership) => organizationId === null || membership.organization_id === organizationId,
    );
    const isSuperadmin = owner.isSuperadmin && organizationId === null;
    const about = { id: ids.user(99), tokenId: '0'.repeat(16), name: 't', scopes, organizationId };
    return { ...owner, kind: 'token', memberships, isSuperadmin, token: about } as const;
  };
  /** Numbers of the memories that a query WITHOUT any condition returns. */
  const seen = async (principal: Principal, table = 'memory_blocks', first = 0x2000) => {
    const { rows } = await world.database.read(principal, (handle) =>
      handle.execute<{ id: string }>(sql`select id from ${sql.raw(table)} order by id`),
    );
    return rows.map((row) => Number.parseInt(row.id.slice(-4), 16) - first);
  };

  test.each([
    ['owner@x.test', [0, 1, 3, 5, 6]],
    ['viewer@x.test', [0, 1, 5, 6]],
    ['blind@x.test', [0]],
    ['stranger@x.test', [0, 4]],
    ['root@x.test', [0, 1, 2, 3, 4, 5, 6]],
  ])('shows %s only their own rows without any condition', async (email, expected) => {
    expect(await seen(await person(email))).toEqual(expected);
    const agents = expected.filter((n) => n < 5);
    expect(await seen(await person(email), 'agents', 0x1000)).toEqual(agents);
  });

  test('shows guests public rows, and tokens what their limits allow', async () => {
    expect(await seen(GUEST)).toEqual([0]);
    expect(await seen(GUEST, 'personal_access_tokens')).toEqual([]);
    expect(await seen(await token('owner@x.test', null))).toEqual([0, 1, 3, 5, 6]);
    expect(await seen(await token('owner@x.test', ids.alphaOrg))).toEqual([0, 1, 5, 6]);
    expect(await seen(await token('root@x.test', ids.alphaOrg))).toEqual([0]);
  });

  test.each([
    ['another one’s personal row', 'owner@x.test', 4],
    ['a foreign organization', 'owner@x.test', 2],
    ['an organization that may only be read', 'viewer@x.test', 1],
    ['a public row', 'editor@x.test', 0],
  ])('prevents changing or deleting %s, whatever the query says', async (_name, email, n) => {
    const principal = await person(email);
    const change = world.database.write(principal, (handle) =>
      handle.execute(sql`update memory_blocks set content = 'stolen' where id = ${ids.block(n)}`),
    );
    const outcome = await change.then(
      (result) => result.rowCount,
      (error: { cause?: { code?: string } }) => error.cause?.code,
    );
    expect([0, '42501']).toContain(outcome);
    const removal = await world.database.write(principal, (handle) =>
      handle.execute(sql`delete from memory_blocks where id = ${ids.block(n)}`),
    );
    expect(removal.rowCount).toBe(0);
  });

  test('prevents moving a row to a workspace that its writer cannot write to', async () => {
    const editor = await person('editor@x.test');
    const give = (home: SQL, tenant: string) =>
      world.database.write(editor, (handle) =>
        handle.execute(
          sql`update memory_blocks set ${home}, tenant_id = ${tenant} where id = ${ids.block(1)}`,
        ),
      );
    const toBeta = sql`visibility_scope = 'organization', organization_id = ${ids.betaOrg}`;
    // Citus rejects any change of a row's tenant.
    const refused = world.engine === 'Citus' ? '0A000' : '42501';
    for (const [home, tenant] of [
      [toBeta, ids.betaOrg],
      [sql`visibility_scope = 'public', organization_id = null`, PUBLIC_TENANT],
      [
        sql`visibility_scope = 'personal', organization_id = null, owner_user_id = ${ids.user(0)}`,
        ids.user(0),
      ],
    ] as const)
      await expect(give(home, tenant)).rejects.toMatchObject({ cause: { code: refused } });
    // The row still belongs to Beta, even if it names Alpha as its tenant.
    await expect(give(toBeta, ids.alphaOrg)).rejects.toMatchObject({ cause: { code: refused } });
    const keyword = world.database.write(editor, (handle) =>
      handle.execute(
        sql`insert into keywords (text, visibility_scope, organization_id, tenant_id) values ('theirs', 'organization', ${ids.betaOrg}, ${ids.alphaOrg})`,
      ),
    );
    await expect(keyword).rejects.toMatchObject({ cause: { code: '23514' } });
    const reader = await token('editor@x.test', null, ['read']);
    const attempt = world.database.write(reader, (handle) =>
      handle.execute(sql`update memory_blocks set content = 'x' where id = ${ids.block(1)}`),
    );
    await expect(attempt).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  test("prevents adding rows with the writer's tenant to a memory of another tenant", async () => {
    const editor = await person('editor@x.test');
    for (const addition of [
      sql`memory_block_feedback (memory_block_id, feedback_type, actor_user_id, tenant_id) values (${ids.block(2)}, 'neutral', ${editor.userId}, ${ids.alphaOrg})`,
      sql`memory_block_versions (memory_block_id, version, reason, snapshot, tenant_id) values (${ids.block(2)}, 9, 'r', '{}', ${ids.alphaOrg})`,
      sql`memory_block_fingerprints (memory_block_id, bands, source_hash, tenant_id) values (${ids.block(2)}, '{1}', 'x', ${ids.alphaOrg})`,
    ]) {
      const attempt = world.database.write(editor, (handle) => handle.execute(sql`insert into ${addition}`));
      // On Citus a foreign key rejects it: memories are referenced within their tenant.
      const refused = world.engine === 'Citus' ? '23503' : '42501';
      await expect(attempt).rejects.toMatchObject({ cause: { code: refused } });
    }
  });

  test('resets the connection for the next transaction of the service', async () => {
    await seen(GUEST);
    const { rows } = await world.database.read({ kind: 'system' }, (handle) =>
      handle.execute<{ total: number }>(sql`select count(*)::int as total from memory_blocks`),
    );
    expect(rows[0]?.total).toBe(7);
  });
});
