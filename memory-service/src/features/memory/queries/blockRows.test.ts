/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { onEveryEngine } from '../../../testing/engines';
import { findPerson } from '../../../testing/persons';
import { ids } from '../../../testing/testApp';
import { BLOCK_COLUMNS, blockRows } from './blockRows';
import { readableBlocks } from '../../../platform/database/readable';
import { byHand } from '../../../testing/byHand';

const BLOCKS = 100;
const KEYWORDS = 300;
const KEYWORDS_OF_A_BLOCK = 3;

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** Rows that the busiest step of a plan hands on. */
const mostRows = (plan: Plan): number =>
  Math.max(plan['Actual Rows'] * plan['Actual Loops'], ...(plan.Plans ?? []).map(mostRows));

onEveryEngine('rows of a page', (world) => {
  test('are read once each where the planner expects one row', async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      await handle.execute(sql`insert into keywords (id, text, visibility_scope, organization_id, tenant_id)
        values (${ids.user(90)}, 'w', 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`);
      await byHand(
        handle,
        sql`
        with made as (
          insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, tenant_id)
          select ${ids.agent(1)}, gen_random_uuid(), 'n' || n, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg} from generate_series(1, ${BLOCKS}) as n returning id, tenant_id
        ) insert into memory_block_keywords (memory_block_id, keyword_id, tenant_id) select id, ${ids.user(90)}, tenant_id from made`,
      );
    });
    // What it chooses when it knows of no table how large it is.
    expect(await rowsRead(['hashjoin', 'mergejoin'])).toBeLessThan(BLOCKS * 5);
  });

  test('bring each their own keywords, and the others are not read for each of them', async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      await byHand(
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

  /** The most rows that a step of the plan hands on, with some ways to join forbidden. */
  async function rowsRead(forbidden: readonly string[]): Promise<number> {
    const owner = await findPerson(world.database, 'owner@x.test');
    const plan = await world.database.read(owner, async (handle) => {
      for (const way of forbidden)
        await handle.execute(sql`select set_config(${`enable_${way}`}, 'off', true)`);
      const page = sql`select ${BLOCK_COLUMNS} from ${readableBlocks} where content like 'n%' limit ${BLOCKS}`;
      const { rows } = await handle.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        sql`explain (analyze, timing off, format json) ${blockRows(page, () => sql`true`)}`,
      );
      return rows[0]!['QUERY PLAN'][0].Plan;
    });
    return mostRows(plan);
  }
});
