/** @jest-environment node */
import { sql } from 'drizzle-orm';
import { onEveryEngine } from '../../testing/engines';
import { findPerson } from '../../testing/persons';
import { ids } from '../../testing/testApp';
import { blockPage } from '../../features/memory/queries/blockPages';
import type { BlockPageOptions } from '../../features/memory/queries/blockPages';
import { createVersionedCache } from './stampedCache';

onEveryEngine('the first page of a workspace', (world) => {
  test.each(['created_at', 'updated_at', 'feedback_score', 'retrieval_count'] as const)(
    'by %s is not planned for its values on a server',
    async (sortBy) => {
      const owner = await findPerson(world.database, 'owner@x.test');
      const options: BlockPageOptions = {
        rows: { rows: 'organizations', organizationIds: [ids.alphaOrg] },
        skip: 0,
        limit: 12,
        narrowing: {},
        search: undefined,
        sortBy,
        descending: true,
        which: 'active',
      };
      const planned = await world.database.read(owner, async (handle) => {
        await blockPage(handle, options, { cache: createVersionedCache(2), caller: 'owner' });
        const { rows } = await handle.execute<{ custom: number; generic: number }>(sql`
          select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
          where statement like 'with page as%' and statement like ${`%${sortBy} desc%limit 12%`}`);
        return rows;
      });
      expect(planned).toEqual([
        world.engine === 'PostgreSQL' ? { custom: 0, generic: 1 } : { custom: 1, generic: 0 },
      ]);
    },
  );
});
