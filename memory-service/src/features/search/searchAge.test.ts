/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { MemoryBlock, ScoredBlock } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';

const EDITOR = 'editor@x.test';
const SAID = 'The tapir vault listens on port';

onOneEngine('the age of what a search finds', (world) => {
  const { call, stored } = recordCalls(world);
  const said = async (port: number, daysAgo: number) => {
    const { id } = await stored({ content: `${SAID} ${port}.` });
    await world.database.write({ kind: 'system' }, (handle) =>
      handle.execute(
        sql`update memory_blocks set created_at = now() - make_interval(days => ${daysAgo}::int) where id = ${id}::uuid`,
      ),
    );
    return id;
  };
  const found = async () => {
    const url = `/memory-blocks/search/hybrid?query=tapir%20vault&scope=organization&organization_id=${ids.alphaOrg}`;
    const blocks = body<ScoredBlock[]>(await get(world.app, url, EDITOR));
    return new Map(blocks.map(({ id, score_components }) => [id, score_components?.['recency']]));
  };

  test('a merge is as old as the newest of its originals, so that what was said after them comes first', async () => {
    const originals = [await said(8200, 150), await said(8201, 60)];
    const truth = await said(8300, 20);
    const merge = await call('POST /memory-blocks/merge', EDITOR, {
      memory_block_ids: originals,
      merged_content: `${SAID} 8200.`,
    });
    const { id } = body<MemoryBlock>(merge);
    const hits = await found();
    expect([...hits.keys()]).toEqual([truth, id]);
    expect(hits.get(id)).toBeCloseTo(1.15 / 4, 2);
    // Metadata that names nothing leaves the moment of the merge.
    await call(`PUT /memory-blocks/${id}`, EDITOR, { metadata_col: { merged_from: 'x' } });
    expect((await found()).get(id)).toBeCloseTo(1.15, 2);
  });
});
