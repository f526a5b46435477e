/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { onEveryEngine } from '../../../testing/engines';
import { ids } from '../../../testing/testApp';
import { activityPage } from './agentActivity';

const SYSTEM = { kind: 'system' } as const;

onEveryEngine('activity queries over many calls', (world) => {
  const one = { userId: ids.user(0), organizationIds: [ids.alphaOrg] };
  const alpha = { rows: 'organizations', organizationIds: [ids.alphaOrg] } as const;
  const token = ids.user(7);

  beforeAll(async () => {
    await world.database.write(SYSTEM, (handle) =>
      handle.execute(sql`
        insert into agent_activity (user_id, organization_id, agent_id, token_id, token_name, kind, action, call, memory_ids, latency_ms, status, created_at, tenant_id)
        select case when n % 20 < 2 then ${ids.user(0)}::uuid else ${ids.user(1)}::uuid end,
          case when n % 2 = 0 then ${ids.alphaOrg}::uuid end, case when n % 50 = 0 then ${ids.agent(1)}::uuid end,
          case when n % 50 = 2 then ${token}::uuid else gen_random_uuid() end, 't',
          case when n % 1000 = 0 then 'refused' else 'read' end, 'open', 'c', '{}', 1, 200, timestamptz '2026-01-01' - n * interval '1 minute', case when n % 2 = 0 then ${ids.alphaOrg}::uuid when n % 20 < 2 then ${ids.user(0)}::uuid else ${ids.user(1)}::uuid end
        from generate_series(1, 20000) as n`),
    );
    await world.database.ask({ name: '', text: 'vacuum (analyze) agent_activity', values: [] });
  });

  test.each([
    ['an agent', { visible: one, agentId: ids.agent(1) }, 'agent_activity_agent_idx'],
    [
      'refusals of an agent',
      { visible: one, agentId: ids.agent(1), kind: 'refused' },
      'agent_activity_agent_rare_idx',
    ],
    ['a token', { visible: alpha, tokenId: token }, 'agent_activity_token_idx'],
    ['an organization', { visible: alpha }, 'agent_activity_organization_idx'],
    [
      'a personal workspace',
      { visible: { rows: 'owned', ownerUserId: ids.user(0) } },
      'agent_activity_own_idx',
    ],
  ] as const)('a page of %s comes from an index', async (_, filter, index) => {
    const cursor = '2025-12-31T00:00:00.000000Z_1';
    const { plan, part } = await world.database.read(SYSTEM, async (handle) => {
      const page = activityPage(handle, { ...filter, cursor, limit: 25 });
      const { rows } = await handle.execute(sql`explain ${page.getSQL()}`);
      const { rows: parts } = await handle.execute<{ name: string }>(sql`
        select relname as name from pg_inherits join pg_index on indexrelid = inhrelid join pg_class on pg_class.oid = inhrelid
        where inhparent = ${index}::regclass and indrelid = 'hindsight_partitions.agent_activity_before'::regclass`);
      return { plan: rows.map((row) => String(row['QUERY PLAN'])).join('\n'), part: parts[0]?.name };
    });
    // The index of the partition that holds all these calls.
    expect(plan).toContain(part);
    // The default partition is empty.
    expect(plan.replaceAll('Seq Scan on agent_activity_default', '')).not.toContain('Seq Scan');
  });
});
