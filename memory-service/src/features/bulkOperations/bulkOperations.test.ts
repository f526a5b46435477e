/** @jest-environment node */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { BulkOperation } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { body, get, ids, send } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import { writeDirectly } from '../../testing/directWrites';

onOneEngine('emptying an organization', (world) => {
  const source = randomUUID();
  const target = randomUUID();
  const path = `/bulk-operations/organizations/${source}`;
  const run = (statement: ReturnType<typeof sql>) =>
    world.database.write({ kind: 'system' }, (handle) => handle.execute(statement));
  const post = (url: string, email: string, given: unknown) =>
    send(world.app, `POST ${url}`, email, { body: given });
  const inventory = async (id: string) =>
    body(await get(world.app, `/bulk-operations/organizations/${id}/inventory`, 'owner@x.test'));
  const ended = (id: string) =>
    until(
      async () =>
        body<BulkOperation>(await get(world.app, `/bulk-operations/admin/operations/${id}`, 'root@x.test')),
      ({ finished_at: end }) => end !== null,
    );

  /** Two agents, three blocks (one archived) and two keywords; the target has an agent and a keyword of the same names. */
  beforeEach(async () => {
    for (const id of [source, target]) {
      await writeDirectly(world.database, sql`delete from memory_blocks where organization_id = ${id}`);
      await run(sql`delete from agents where organization_id = ${id}`);
      await run(sql`delete from keywords where organization_id = ${id}`);
      await run(sql`insert into organizations (id, name) values (${id}, ${id}) on conflict do nothing`);
      await run(sql`insert into memberships (organization_id, user_id, role, can_read, can_write)
        values (${id}, ${ids.user(0)}, 'owner', true, true) on conflict do nothing`);
    }
    await run(sql`insert into agents (name, visibility_scope, organization_id, tenant_id) values
      ('Scout', 'organization', ${source}, ${source}), ('Idle', 'organization', ${source}, ${source}), ('scout', 'organization', ${target}, ${target})`);
    await run(sql`insert into keywords (text, visibility_scope, organization_id, tenant_id) values
      ('Locks', 'organization', ${source}, ${source}), ('unused', 'organization', ${source}, ${source}), ('locks', 'organization', ${target}, ${target})`);
    await writeDirectly(
      world.database,
      sql`insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, archived, archived_at, tenant_id)
      select agents.id, agents.id, 'Hold one lock.', 'organization', ${source}, n = 3, case when n = 3 then now() end, ${source}
      from agents, generate_series(1, 3) as n where agents.organization_id = ${source} and agents.name = 'Scout'`,
    );
    await writeDirectly(
      world.database,
      sql`insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id)
      select memory_blocks.id, keywords.id, memory_blocks.tenant_id from memory_blocks join keywords on keywords.tenant_id = memory_blocks.tenant_id
      where memory_blocks.tenant_id = ${source} and keywords.text = 'Locks'`,
    );
  });

  test('lists affected rows and name conflicts in a dry run, and changes nothing', async () => {
    const before = await inventory(source);
    expect(before).toEqual({ agent_count: 2, memory_block_count: 3, keyword_count: 2 });
    const moved = await post(`${path}/bulk-move`, 'owner@x.test', { destination_organization_id: target });
    expect([moved.statusCode, body(moved)]).toEqual([
      200,
      {
        resources_to_move: { agents: 2, memory_blocks: 3, keywords: 2 },
        conflicts: { agents: ['Scout'], keywords: ['Locks'] },
      },
    ]);
    const deleted = await post(`${path}/bulk-delete`, 'owner@x.test', { resource_types: ['keywords'] });
    expect(body(deleted)).toEqual({ resources_to_delete: { keywords: 2 } });
    expect(await inventory(source)).toEqual(before);
  });

  test('moves everything and merges agents and keywords of the same name', async () => {
    const response = await post(`${path}/bulk-move`, 'owner@x.test', {
      dry_run: false,
      destination_organization_id: target,
    });
    const { operation_id: id, status } = body<{ operation_id: string; status: string }>(response);
    expect(status).toBe('started');
    expect(await ended(id)).toMatchObject({ type: 'bulk_move', status: 'completed', failed: 0, total: 4 });
    expect(await inventory(source)).toEqual({ agent_count: 0, memory_block_count: 0, keyword_count: 0 });
    expect(await inventory(target)).toEqual({ agent_count: 2, memory_block_count: 3, keyword_count: 2 });
    const { rows } = await world.database.read({ kind: 'system' }, (handle) =>
      handle.execute(sql`select agents.name, keywords.text, count(*)::int as blocks from memory_blocks
        join agents on agents.id = agent_id join memory_block_keywords as link on link.memory_block_id = memory_blocks.id and link.tenant_id = memory_blocks.tenant_id
        join keywords on keywords.id = link.keyword_id and keywords.tenant_id = link.tenant_id
        where memory_blocks.organization_id = ${target} and agents.organization_id = ${target}
        group by agents.name, keywords.text`),
    );
    expect(rows).toEqual([{ name: 'scout', text: 'locks', blocks: 3 }]);
  });

  test('keeps agents that still have blocks when deleting agents only, and deletes everything when asked to', async () => {
    const start = async (types?: string[]) => {
      const given = { dry_run: false, ...(types && { resource_types: types }) };
      const response = await post(`${path}/bulk-delete`, 'owner@x.test', given);
      return ended(body<{ operation_id: string }>(response).operation_id);
    };
    expect(await start(['agents'])).toMatchObject({ status: 'completed', failed: 1 });
    expect(await inventory(source)).toMatchObject({ agent_count: 2, memory_block_count: 3 });
    expect(await start()).toMatchObject({ type: 'bulk_delete', status: 'completed', failed: 0 });
    expect(await inventory(source)).toEqual({ agent_count: 0, memory_block_count: 0, keyword_count: 0 });
    const list = body<BulkOperation[]>(
      await get(world.app, '/bulk-operations/admin/operations', 'root@x.test'),
    );
    expect(list[0]).toMatchObject({ organization_id: source, actor_user_id: ids.user(0) });
  });

  test.each([
    [{}, 422],
    [{ destination_organization_id: ids.betaOrg }, 403],
    [{ destination_owner_user_id: ids.user(5) }, 403],
    [{ destination_organization_id: source }, 422],
    [{ destination_organization_id: target, destination_owner_user_id: ids.user(0) }, 422],
  ])('rejects a move to %j', async (given, status) => {
    const response = await post(`${path}/bulk-move`, 'owner@x.test', { dry_run: false, ...given });
    expect(response.statusCode).toBe(status);
    expect(await inventory(source)).toMatchObject({ memory_block_count: 3 });
  });
});
