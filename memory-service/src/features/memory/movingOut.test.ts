/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { AuditEntry, Notification } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { peopleCalls } from '../../testing/peopleCalls';
import { body, get, ids, send, tokenFor } from '../../testing/testApp';
import { writeDirectly } from '../../testing/directWrites';

const SYSTEM = { kind: 'system' } as const;
const REFUSAL = 'Only owners and admins can move memories and agents out of an organization.';

onOneEngine('moving out of an organization', (world) => {
  const { call } = peopleCalls(world);
  const run = (statement: ReturnType<typeof sql>) =>
    world.database.write(SYSTEM, (handle) => handle.execute(statement));
  const inAlpha = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
  const block = async () => {
    const id = randomUUID();
    await writeDirectly(
      world.database,
      sql`insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
      values (${id}, ${ids.agent(1)}, ${id}, ${id}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
    );
    return id;
  };
  const agent = async () => {
    const id = randomUUID();
    await run(
      sql`insert into agents (id, name, visibility_scope, organization_id, tenant_id) values (${id}, ${id}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
    );
    return id;
  };
  const move = (path: string, email: string, to: object = { visibility_scope: 'personal' }, token?: string) =>
    send(world.app, `POST ${path}/change-scope`, email, {
      body: to,
      ...(token === undefined ? { headers: inAlpha } : { token }),
    });
  const reports = async (email: string) =>
    body<{ notifications: Notification[] }>(await call('GET /notifications/', email)).notifications.filter(
      ({ event_type }) => event_type === 'org_memory_moved',
    );

  afterEach(() => run(sql`truncate notifications, rate_counters`));

  test('prevents an editor from moving anything out, by any endpoint', async () => {
    const memory = await block();
    const made = await call('POST /organizations/', 'editor@x.test', { name: 'Elsewhere' });
    const { id: own } = body<{ id: string }>(made);
    const token = await tokenFor(world.app, 'editor@x.test');
    const elsewhere = { visibility_scope: 'organization', organization_id: own };
    for (const refused of [
      await move(`/memory-blocks/${memory}`, 'editor@x.test'),
      await move(`/memory-blocks/${memory}`, 'editor@x.test', elsewhere),
      await move(`/memory-blocks/${memory}`, 'editor@x.test', elsewhere, token),
      await move(`/agents/${await agent()}`, 'editor@x.test'),
    ]) {
      expect([refused.statusCode, body(refused)]).toMatchObject([403, { detail: REFUSAL, code: 'move_out' }]);
    }
    const all = { dry_run: false, resource_types: ['memory_blocks'], destination_organization_id: own };
    const bulk = `POST /bulk-operations/organizations/${ids.alphaOrg}/bulk-move`;
    expect((await call(bulk, 'editor@x.test', all)).statusCode).toBe(403);
    const stays = await run(sql`select organization_id as home from memory_blocks where id = ${memory}`);
    expect(stays.rows).toEqual([{ home: ids.alphaOrg }]);
    expect(await reports('owner@x.test')).toEqual([]);
  });

  test('lets an admin move, and tells the owner who moved what where', async () => {
    const memory = await block();
    expect((await move(`/memory-blocks/${memory}`, 'admin@x.test')).statusCode).toBe(200);
    expect(await reports('owner@x.test')).toMatchObject([
      {
        title: 'Moved out of Alpha',
        message: 'admin@x.test moved memories of Alpha to a personal workspace.',
        metadata: { moved_by: 'admin@x.test', organization_id: ids.alphaOrg },
      },
    ]);
    expect(await reports('admin@x.test')).toEqual([]);
    const trail = body<AuditEntry[]>(
      await get(world.app, `/audits?organization_id=${ids.alphaOrg}&target_id=${memory}`, 'owner@x.test'),
    );
    expect(trail).toMatchObject([
      { action_type: 'memory_scope_change', metadata: { new_scope: 'personal' } },
    ]);
  });

  test('reports moves by token too, and several within a minute only once', async () => {
    const token = await tokenFor(world.app, 'admin@x.test');
    for (let n = 0; n < 5; n += 1) {
      const moved = await move(`/memory-blocks/${await block()}`, 'admin@x.test', undefined, token);
      expect(moved.statusCode).toBe(200);
    }
    expect(await reports('owner@x.test')).toHaveLength(1);
  });

  test('reports a bulk move when it starts', async () => {
    const bulk = `POST /bulk-operations/organizations/${ids.alphaOrg}/bulk-move`;
    const all = {
      dry_run: false,
      resource_types: ['keywords', 'agents'],
      destination_owner_user_id: ids.user(1),
    };
    expect((await call(bulk, 'admin@x.test', all)).statusCode).toBe(200);
    expect(await reports('owner@x.test')).toMatchObject([
      { message: 'admin@x.test moved keywords and agents of Alpha to a personal workspace.' },
    ]);
  });

  describe('a memory moved in', () => {
    const mine = async () => {
      const id = randomUUID();
      await run(
        sql`insert into agents (id, name, visibility_scope, owner_user_id, tenant_id) values (${id}, ${id}, 'personal', ${ids.user(2)}, ${ids.user(2)})`,
      );
      await writeDirectly(
        world.database,
        sql`insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, owner_user_id, tenant_id)
        values (${id}, ${id}, ${id}, ${id}, 'personal', ${ids.user(2)}, ${ids.user(2)})`,
      );
      return id;
    };
    const toAlpha = { kind: 'move', visibility_scope: 'organization', organization_id: ids.alphaOrg };
    const toMine = { kind: 'move', visibility_scope: 'personal', organization_id: null };
    const edit = async (id: string, change: object, more: object) => {
      const given = { edits: [{ memory_block_id: id, change }], ...more };
      const headers = { 'x-active-scope': 'personal' };
      const answer = await send(world.app, 'POST /memory-blocks/bulk-edit', 'editor@x.test', {
        body: given,
        headers,
      });
      return body<{ results: { status: string; error: string | null }[] }>(answer).results[0];
    };
    const home = async (id: string) =>
      (await run(sql`select organization_id as id from memory_blocks where id = ${id}`)).rows[0]?.id;

    test('appears in the audit trail of the organization it entered', async () => {
      const id = await mine();
      await edit(id, toAlpha, {});
      const trail = body<AuditEntry[]>(
        await get(world.app, `/audits?organization_id=${ids.alphaOrg}&target_id=${id}`, 'owner@x.test'),
      );
      expect(trail).toMatchObject([
        {
          action_type: 'memory_scope_change',
          metadata: { old_scope: 'personal', new_scope: 'organization' },
        },
      ]);
    });

    test('can be moved back by the person who brought it, only through the undo of the edit', async () => {
      const [id, edit_id] = [await mine(), randomUUID()];
      expect(await edit(id, toAlpha, { edit_id })).toMatchObject({ status: 'changed' });
      expect(await edit(id, toMine, {})).toMatchObject({ status: 'refused', error: REFUSAL });
      const made = await call('POST /organizations/', 'editor@x.test', { name: `Away ${id}` });
      const away = { ...toAlpha, organization_id: body<{ id: string }>(made).id };
      expect(await edit(id, away, { undo_of: edit_id })).toMatchObject({ status: 'refused', error: REFUSAL });
      const others = await block();
      expect(await edit(others, toMine, { undo_of: edit_id })).toMatchObject({ status: 'refused' });
      expect(await edit(id, toMine, { undo_of: edit_id })).toMatchObject({ status: 'changed' });
      expect([await home(id), await home(others)]).toEqual([null, ids.alphaOrg]);
      expect(await reports('owner@x.test')).toHaveLength(1);
    });

    test('remains where others have moved it since', async () => {
      const [id, edit_id] = [await mine(), randomUUID()];
      await edit(id, toAlpha, { edit_id });
      const made = await call('POST /organizations/', 'admin@x.test', { name: `Further ${id}` });
      const { id: further } = body<{ id: string }>(made);
      await run(sql`insert into memberships (organization_id, user_id, role, can_read, can_write)
        values (${further}, ${ids.user(2)}, 'editor', true, true)`);
      await move(`/memory-blocks/${id}`, 'admin@x.test', {
        visibility_scope: 'organization',
        organization_id: further,
      });
      expect(await edit(id, toMine, { undo_of: edit_id })).toMatchObject({
        status: 'refused',
        error: REFUSAL,
      });
      expect(await home(id)).toBe(further);
    });
  });

  test('requires no additional rights within the organization', async () => {
    const to = { visibility_scope: 'organization', organization_id: ids.alphaOrg };
    expect((await move(`/memory-blocks/${await block()}`, 'editor@x.test', to)).statusCode).toBe(200);
    expect(await reports('owner@x.test')).toEqual([]);
  });
});
