/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { onEveryEngine } from '../testing/engines';
import { ids } from '../testing/testApp';
import { conversationsStatement } from './analytics';
import { type BlockPageOptions, pageRows } from './blockPages';
import { CHANGES_INDEXES, ensureIndexes, SUMMARY_INDEX } from './indexes';

const SYSTEM = { kind: 'system' } as const;
const ALPHA = { rows: 'organizations', organizationIds: [ids.alphaOrg] } as const;

onEveryEngine('indexes of a filled database', (world) => {
  const ask = <Row extends object>(text: string) => world.database.ask<Row>({ name: '', text, values: [] });
  const keep = () => ensureIndexes(world.database, world.engine === 'embedded');
  const isValid = async () =>
    (await ask(`select indisvalid from pg_index where indexrelid = to_regclass('${SUMMARY_INDEX.name}')`))[0];

  test('are created once, and recreated after an interrupted build', async () => {
    expect(await isValid()).toBeUndefined();
    await keep();
    await keep();
    expect(await isValid()).toEqual({ indisvalid: true });
    if (world.engine === 'embedded') return;
    await ask(`update pg_index set indisvalid = false where indexrelid = '${SUMMARY_INDEX.name}'::regclass`);
    await keep();
    expect(await isValid()).toEqual({ indisvalid: true });
  });

  test('the summary goes through an organization without reading a block', async () => {
    await keep();
    await ask('vacuum (analyze) memory_blocks');
    const plan = await world.database.read(SYSTEM, async (handle) => {
      // Seven blocks are read faster than any index.
      await handle.execute(sql`set local enable_seqscan = off`);
      await handle.execute(sql`set local enable_bitmapscan = off`);
      const { rows } = await handle.execute(sql`explain ${conversationsStatement(ALPHA)}`);
      return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    });
    expect(plan).toContain(`Index Only Scan using ${SUMMARY_INDEX.name}`);
  });

  test('what changed last is found without reading what did not', async () => {
    await keep();
    const plan = (rows: BlockPageOptions['rows']) =>
      world.database.read(SYSTEM, async (handle) => {
        for (const method of ['seqscan', 'bitmapscan', 'sort'])
          await handle.execute(sql.raw(`set local enable_${method} = off`));
        const page: BlockPageOptions = {
          rows,
          skip: 0,
          limit: 50,
          agentId: undefined,
          conversationId: undefined,
          search: undefined,
          sortBy: 'updated_at',
          descending: true,
          which: 'all',
        };
        const { rows: lines } = await handle.execute(sql`explain ${pageRows(page, sql`memory_blocks.id`)}`);
        return lines.map((row) => String(row['QUERY PLAN'])).join('\n');
      });
    const [organization, owner] = CHANGES_INDEXES;
    expect(await plan(ALPHA)).toContain(organization!.name);
    expect(await plan({ rows: 'owned', ownerUserId: ids.user(0) })).toContain(owner!.name);
  });
});
