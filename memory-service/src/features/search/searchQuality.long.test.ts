/**
 * @jest-environment node
 *
 * Measures search quality: the judged questions of `pnpm bench search` on the demo workspace, compared with plain BM25.
 */
import { sql } from 'drizzle-orm';
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import { seedDemo } from '../../demo/seed';
import { onOneEngine } from '../../testing/engines';
import { bm25 } from '../../testing/judged/bm25';
import {
  DEMO_BLOCKS,
  DEMO_ORGANIZATION,
  demoQuestionSets,
  type JudgedSet,
  measureQuality,
} from '../../testing/judged/judge';
import { body, get } from '../../testing/testApp';

const OWNER = DEMO_PEOPLE.find(({ memberships }) => memberships.larkspur === 'owner')!.email;

onOneEngine('search of the demo workspace', (world) => {
  let sets: JudgedSet[];

  const ids = async (call: string) =>
    body<{ id: string }[]>(await get(world.app, call, OWNER)).map(({ id }) => id);

  beforeAll(async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      await handle.execute(
        sql`truncate users, organizations, search_documents, search_terms, search_term_changes cascade`,
      );
    });
    const now = new Date('2026-06-01T12:00:00Z');
    await seedDemo(world.database, { blocks: DEMO_BLOCKS, seed: 1, now, onProgress: () => undefined });
    const organizations = body<{ id: string; name: string }[]>(
      await get(world.app, '/organizations/', OWNER),
    );
    const scope = `scope=organization&organization_id=${organizations.find(({ name }) => name === DEMO_ORGANIZATION)!.id}`;
    const { items } = body<{ items: MemoryBlock[] }>(
      await get(world.app, `/memory-blocks/?limit=1000&${scope}`, OWNER),
    );
    sets = demoQuestionSets(items, scope);
  }, 60_000);

  test('answers half-remembered questions better than BM25', async () => {
    const { questions, scope, texts } = sets[0]!;
    const rival = await measureQuality(questions, bm25(texts));
    for (const kind of ['fulltext', 'hybrid']) {
      const found = await measureQuality(questions, (text) =>
        ids(`/memory-blocks/search/${kind}?limit=10&${scope}&query=${encodeURIComponent(text)}`),
      );
      expect(found.recallAt10).toBe(1);
      expect(found.mrr).toBeGreaterThanOrEqual(0.95);
      expect(found.ndcg).toBeGreaterThanOrEqual(Math.max(0.97, rival.ndcg));
    }
  });
});
