/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { onEveryEngine } from '../../../testing/engines';
import { findPerson } from '../../../testing/persons';
import { ids } from '../../../testing/testApp';
import { BLOCK_COLUMNS, blockRows } from './blockRows';
import { readableBlocks } from '../../../platform/database/readable';
import { writeWith } from '../../../testing/directWrites';
import { ofTenant } from '../../../platform/database/tenants';

const BLOCKS = 100;
const KEYWORDS = 300;
const KEYWORDS_OF_A_BLOCK = 3;

/** Most rows returned by any step of a plan; on Citus, it includes the plan of a worker. */
function mostRows(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  const { 'Actual Rows': rows = 0, 'Actual Loops': loops = 0 } = plan as Record<string, number>;
  return Math.max(rows * loops, ...Object.values(plan).map(mostRows));
}

onEveryEngine('rows of a page', (world) => {
  test('reads each row once even if the planner expects one row', async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      await handle.execute(sql`insert into keywords (id, text, visibility_scope, organization_id, tenant_id)
        values (${ids.user(90)}, 'w', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`);
      await writeWith(
        handle,
        sql`
        with made as (
          insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
          select ${ids.agent(1)}, gen_random_uuid(), 'n' || n, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg} from generate_series(1, ${BLOCKS}) as n returning id, tenant_id
        ) insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id) select id, ${ids.user(90)}, tenant_id from made`,
      );
    });
    // The plan it chooses without statistics on table sizes.
    expect(await rowsRead(['hashjoin', 'mergejoin'])).toBeLessThan(BLOCKS * 5);
  });

  test("loads each row's own keywords without reading the others for each row", async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      await writeWith(
        handle,
        sql`
        with made as (
          insert into keywords (text, visibility_scope, organization_id, tenant_id)
          select 'k' || n, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg} from generate_series(1, ${KEYWORDS}) as n returning id
        ), first as (select id from made limit ${KEYWORDS_OF_A_BLOCK})
        insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id)
        select memory_blocks.id, first.id, tenant_id from memory_blocks, first where content like 'n%'`,
      );
    });
    for (const table of ['keywords', 'memory_blocks', 'memory_block_keywords'])
      await world.database.ask({ name: '', text: `analyze ${table}`, values: [] });
    expect(await rowsRead([])).toBeLessThan(BLOCKS * (KEYWORDS_OF_A_BLOCK + 2));
  });

  /** Most rows returned by any step of the plan, with some join methods disabled. */
  async function rowsRead(forbidden: readonly string[]): Promise<number> {
    const owner = await findPerson(world.database, 'owner@x.test');
    const here = ofTenant(ids.alphaOrg);
    const plan = await world.database.read(owner, async (handle) => {
      for (const way of forbidden) await handle.execute(sql.raw(`set local enable_${way} = off`));
      const page = sql`select ${BLOCK_COLUMNS} from ${readableBlocks} where content like 'n%' and ${here('memory_blocks.tenant_id')} limit ${BLOCKS}`;
      const { rows } = await handle.execute(
        sql`explain (analyze, timing off, format json) ${blockRows(page, here)}`,
      );
      return rows[0]!['QUERY PLAN'];
    });
    return mostRows(plan);
  }
});
