/** Memory blocks of Alpha for search tests. */
import { sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database';
import { ids } from './testApp';
import { settle } from './directWrites';

const FIRST = 0x100;

/** Id of a `searchWorld` block by number. */
export const searchBlock = (n: number) => ids.block(FIRST + n);

export const readNumbers = (blocks: { id: string }[]) =>
  blocks.map(({ id }) => Number.parseInt(id.slice(-4), 16) - 0x2000 - FIRST);

const ROWS = [
  [0, 'Retry the migration when the connection drops', 'Back off between attempts', null, 90, false],
  [1, 'The vendor portal rejects uploads', 'Retry uploads once', 'connection reset', 10, false],
  [2, 'Nothing about that here', null, 'migration failed', 0, false],
  [3, 'An archived note about the migration', null, null, 0, true],
] as const;

/** Inserts four blocks about migrations and vendors, the last one archived. */
export async function searchWorld(database: Database): Promise<void> {
  await database.write({ kind: 'system' }, async (handle) => {
    for (const [n, content, lessons, errors, feedback, archived] of ROWS) {
      await handle.execute(sql`
        insert into memory_blocks (id, agent_id, conversation_id, content, lessons_learned, errors, feedback_score,
          visibility_scope, organization_id, archived, archived_at, tenant_id)
        values (${searchBlock(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${content}, ${lessons}, ${errors}, ${feedback},
          'organization', ${ids.alphaOrg}, ${archived}, ${archived ? sql`now()` : null}, ${ids.alphaOrg})`);
    }
    await settle(handle);
  });
}
