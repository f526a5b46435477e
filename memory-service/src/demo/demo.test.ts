/** @jest-environment node */
import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';
import type { Database } from '../storage/database';
import { body, get, testApp } from '../testing/testApp';
import { buildService, openEmbedded, temporaryFolder } from '../testing/testDatabase';
import { blockSource } from './blocks';
import { seedDemo } from './seed';
import { generateDuplicates } from './duplicates';
import { generateSuggestions } from './suggestions';

const NOW = new Date('2026-06-01T12:00:00Z');
const BLOCKS = 1200;

test('the same seed writes the same blocks, another seed others', () => {
  const take = (seed: number) => {
    const source = blockSource(seed, NOW);
    return Array.from({ length: 50 }, (_, index) => source.next(index));
  };
  expect(take(7)).toEqual(take(7));
  expect(take(7)[0]?.block.id).not.toBe(take(8)[0]?.block.id);
});

test('titles differ, apart from the repetitions that are meant', () => {
  const source = blockSource(1, NOW);
  const titles = Array.from({ length: BLOCKS }, (_, index) => source.next(index).lesson.headline);
  expect(new Set(titles).size).toBeGreaterThan(BLOCKS * 0.85);
});

test('memories that could be merged begin alike and end differently', () => {
  const repeats = generateDuplicates(1, NOW);
  const owners = new Set(repeats.map(({ block }) => block['owner_user_id']));
  expect(owners.size).toBe(3);
  for (const owner of owners) {
    const texts = repeats
      .filter(({ block }) => block['owner_user_id'] === owner)
      .map(({ block }) => String(block['content']));
    expect(new Set(texts.map((text) => text.slice(0, 100))).size).toBe(1);
    expect(new Set(texts).size).toBeGreaterThan(1);
  }
});

test('the originals of a suggestion describe one incident in different words', () => {
  for (const { originals, suggestion } of generateSuggestions(1, NOW)) {
    expect(suggestion['generated_by']).toBe('deterministic');
    expect(new Set(originals.map(({ lesson }) => lesson.headline)).size).toBe(1);
    expect(new Set(originals.map(({ block }) => block['organization_id'])).size).toBe(1);
  }
});

describe('in a database', () => {
  let database: Database;
  const folder = temporaryFolder();
  const progress: [number, number][] = [];
  const options = {
    blocks: BLOCKS,
    seed: 1,
    now: new Date(),
    onProgress: (done: number, total: number) => void progress.push([done, total]),
  };
  const one = async (query: string): Promise<Record<string, unknown>> =>
    database.read({ kind: 'system' }, async (handle) => {
      const [row] = (await handle.execute(sql.raw(query))).rows;
      return row ?? {};
    });

  beforeAll(async () => {
    await buildService();
    database = await openEmbedded(folder);
    await seedDemo(database, options);
  }, 60_000);
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('holds what the demo promises', async () => {
    const facts = await one(`select count(*)::int as blocks,
        count(distinct visibility_scope)::int as scopes,
        count(*) filter (where archived)::int as archived,
        count(*) filter (where length(content) > 20000)::int as long,
        count(*) filter (where errors is not null)::int as errors,
        count(*) filter (where retrieval_count = 0 and feedback_score <= 25)::int as stale,
        max(feedback_score) - min(feedback_score) as spread,
        (select count(*)::int from agents) as agents,
        (select count(*)::int from organizations) as organizations,
        (select count(*)::int from users) as users,
        (select count(*)::int from consolidation_suggestions) as suggestions,
        (select count(distinct status)::int from consolidation_suggestions) as statuses,
        (select count(distinct event_type)::int from notifications) as kinds
      from memory_blocks`);
    expect(facts).toMatchObject({ blocks: BLOCKS, scopes: 3, agents: 12, organizations: 3, users: 8 });
    expect(facts).toMatchObject({ suggestions: 32, statuses: 3, kinds: 6, spread: 100 });
    for (const key of ['archived', 'long', 'errors', 'stale']) expect(facts[key]).toBeGreaterThan(5);
    expect(progress.at(-1)).toEqual([BLOCKS, BLOCKS]);
  });

  test('every person sees something that fits the role', async () => {
    const app = testApp(database, { ADMIN_EMAILS: 'superadmin@demo.hindsight.local' });
    for (const person of DEMO_PEOPLE) {
      const blocks = await get(app, '/memory-blocks?scope=organization&limit=1', person.email);
      expect([person.email, blocks.statusCode]).toEqual([
        person.email,
        person.betaAccessStatus === 'accepted' ? 200 : 403,
      ]);
      const bell = body<{ unread_count: number; total_count: number }>(
        await get(app, '/notifications/', person.email),
      );
      const belongs = Object.keys(person.memberships).length > 0;
      if (belongs) expect(bell.unread_count).toBeGreaterThan(0);
      expect(bell.total_count).toBe(belongs ? bell.total_count : 0);
    }
    await app.close();
  });

  test('is written once, and written again from the start after an interruption', async () => {
    expect(await seedDemo(database, options)).toBe(false);
    await database.write({ kind: 'system' }, (handle) =>
      handle.execute(sql`update service_state set value = 'writing' where key = 'demo'`),
    );
    expect(await seedDemo(database, { ...options, blocks: 200 })).toBe(true);
    expect(await one('select count(*)::int as n from memory_blocks')).toEqual({ n: 200 });
  }, 60_000);
});
