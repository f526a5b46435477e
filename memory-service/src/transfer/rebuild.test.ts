/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { onEveryEngine } from '../testing/engines';
import { ids } from '../testing/testApp';
import { rebuild } from './rebuild';

const SYSTEM = { kind: 'system' } as const;

onEveryEngine('rebuild', (world) => {
  const run = (statement: SQL) => world.database.write(SYSTEM, (handle) => handle.execute(statement));

  test.each<[string, SQL]>([
    [
      'workspace_tallies',
      sql`insert into workspace_tallies (visibility_scope, organization_id, agent_id, active, tenant_id)
        values ('organization', ${ids.alphaOrg}, ${ids.agent(1)}, 3, ${ids.alphaOrg})`,
    ],
    [
      'memory_block_versions.tenant_id',
      sql`insert into memory_block_versions (memory_block_id, tenant_id, version, reason, snapshot)
        values (${ids.block(0)}, ${ids.alphaOrg}, 1000, 'r', '{}')`,
    ],
    [
      'memory_block_usage',
      sql`update memory_block_usage set retrieval_count = 1000 where memory_block_id = ${ids.block(0)}`,
    ],
    ['memory_block_usage', sql`delete from memory_block_usage where memory_block_id = ${ids.block(0)}`],
    [
      'search_documents',
      sql`update search_documents set words = 'forged:1' where memory_block_id = ${ids.block(0)}`,
    ],
    ['search_documents', sql`delete from search_documents where memory_block_id = ${ids.block(0)}`],
    [
      'search_terms',
      sql`insert into search_term_changes (tenant_id, term, documents) values (${ids.alphaOrg}, 'forged', 2)`,
    ],
  ])('detects and repairs differences in %s', async (name, damage) => {
    if (world.engine === 'Citus' && name === 'memory_block_versions.tenant_id') {
      // On Citus, a foreign key that includes the tenant already rejects the damage.
      await expect(run(damage)).rejects.toThrow();
      return;
    }
    await run(damage);
    const [found] = (await rebuild(world.database, false)).filter((difference) => difference.name === name);
    expect(found).toMatchObject({ count: 1, examples: [expect.stringMatching(/^[\da-f-]{36}$/)] });
    expect(await rebuild(world.database, true)).toContainEqual(found);
    expect(await rebuild(world.database, false)).toEqual([]);
  });
});
