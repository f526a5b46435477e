/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { onEveryEngine } from '../../testing/engines';
import { ids } from '../../testing/testApp';
import { createVersionedCache } from './stampedCache';
import { foldCounters, readCounters } from './counters';

const SYSTEM = { kind: 'system' } as const;
const ALPHA = { rows: 'organizations', organizationIds: [ids.alphaOrg] } as const;

onEveryEngine('counters', (world) => {
  const run = (statement: SQL) => world.database.write(SYSTEM, (handle) => handle.execute(statement));
  const alpha = () => world.database.read(SYSTEM, (handle) => readCounters(handle, ALPHA));

  /** Every sum, by the counters and by counting all rows. */
  const sums = () =>
    world.database.read(SYSTEM, async (handle) => {
      const columns = sql`visibility_scope, owner_user_id, organization_id, agent_id`;
      const kept = await handle.execute(sql`
        select ${columns}, sum(active)::int as active, sum(archived)::int as archived, sum(retrievals)::int as retrievals,
          sum(feedback)::int as feedback, sum(rated)::int as rated, sum(high)::int as high, sum(medium)::int as medium
        from workspace_tallies group by ${columns} having sum(active) <> 0 or sum(archived) <> 0 order by ${columns}`);
      const counted = await handle.execute(sql`
        select ${columns}, count(*) filter (where not archived)::int as active, count(*) filter (where archived)::int as archived,
          coalesce(sum(retrieval_count) filter (where not archived), 0)::int as retrievals,
          coalesce(sum(feedback_score) filter (where not archived), 0)::int as feedback,
          count(feedback_score) filter (where not archived)::int as rated,
          count(*) filter (where not archived and feedback_score >= 80)::int as high,
          count(*) filter (where not archived and feedback_score between 60 and 79)::int as medium
        from memory_blocks group by ${columns} order by ${columns}`);
      return { kept: kept.rows, counted: counted.rows };
    });

  const insert = (n: number | null) => sql`
    insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, organization_id, feedback_score)
    select ${ids.block(0x900)}::uuid, ${ids.agent(1)}, gen_random_uuid(), 'counted', 'organization', ${ids.alphaOrg}, ${n}::int`;

  test.each<[string, SQL, number]>([
    ['what was there before', sql`select 1`, 0],
    ['a new block', insert(null), 1],
    ['its first score', sql`update memory_blocks set feedback_score = 85 where id = ${ids.block(0x900)}`, 1],
    ['a better score', sql`update memory_blocks set feedback_score = 65 where id = ${ids.block(0x900)}`, 1],
    [
      'having been read, which changes no list',
      sql`update memory_blocks set retrieval_count = retrieval_count + 3 where id = ${ids.block(0x900)}`,
      0,
    ],
    [
      'archiving many',
      sql`update memory_blocks set archived = true, archived_at = now() where id in (${ids.block(0x900)}, ${ids.block(1)})`,
      1,
    ],
    [
      'a move to another workspace and agent',
      sql`update memory_blocks set organization_id = ${ids.betaOrg}, agent_id = ${ids.agent(2)} where id = ${ids.block(0x900)}`,
      1,
    ],
    ['a deletion over there', sql`delete from memory_blocks where id = ${ids.block(0x900)}`, 0],
    [
      'a keyword on a block',
      sql`with word as (
        insert into keywords (text, visibility_scope, organization_id) values ('w', 'organization', ${ids.alphaOrg}) returning id
      ) insert into memory_block_keywords (memory_block_id, keyword_id) select ${ids.block(1)}::uuid, id from word`,
      1,
    ],
    ['folding', sql`select 1`, 0],
  ])('hold after %s', async (name, statement, isChange) => {
    const before = await alpha();
    await run(statement);
    if (name === 'folding') await world.database.write(SYSTEM, foldCounters);
    const { kept, counted } = await sums();
    expect(kept).toEqual(counted);
    const after = await alpha();
    expect([Math.sign(after.changes - before.changes), name]).toEqual([isChange, name]);
  });

  test('are one row for each workspace and agent when they are folded, and forget nothing of what is rolled back', async () => {
    const failing = world.database.write(SYSTEM, async (handle) => {
      await handle.execute(insert(1));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await world.database.write(SYSTEM, foldCounters);
    const { rows } = await run(sql`
      select count(*)::int as rows from workspace_tallies
      group by visibility_scope, owner_user_id, organization_id, agent_id having count(*) > 1`);
    expect(rows).toEqual([]);
    const { kept, counted } = await sums();
    expect(kept).toEqual(counted);
  });
});

describe('remembered answers', () => {
  test('hold for their stamp alone, are shared by those who ask at once, and are never replaced by older ones', async () => {
    const cache = createVersionedCache(2);
    const asked: string[] = [];
    const ask = (key: string, stamp: number) =>
      cache.get(key, stamp, () => {
        asked.push(`${key}${stamp}`);
        return Promise.resolve(`${key}${stamp}`);
      });
    expect(await Promise.all([ask('a', 1), ask('a', 1)])).toEqual(['a1', 'a1']);
    expect(asked).toEqual(['a1']);
    expect(await ask('a', 2)).toBe('a2');
    expect(await ask('a', 1)).toBe('a1');
    expect(await ask('a', 2)).toBe('a2');
    expect(asked).toEqual(['a1', 'a2', 'a1']);
    await ask('b', 1);
    await ask('c', 1);
    await ask('a', 2);
    expect(asked.slice(3)).toEqual(['b1', 'c1', 'a2']);
  });

  test('are not remembered when they could not be found', async () => {
    const cache = createVersionedCache(2);
    const failed = cache.get('a', 1, () => Promise.reject(new Error('gone')));
    await expect(failed).rejects.toThrow('gone');
    expect(await cache.get('a', 1, () => Promise.resolve('there'))).toBe('there');
  });
});
