/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { onEveryEngine } from '../../testing/engines';
import { findPerson } from '../../testing/persons';
import { ids } from '../../testing/testApp';
import { conversationsStatement } from '../../features/analytics/queries/analytics';
import { foundAgentsStatement } from '../../features/agents/queries/agentWrites';
import { type BlockPageOptions, loadIds, pageRows } from '../../features/memory/queries/blockPages';
import { ensureIndexes } from './indexes';
import { usesStatement } from '../../features/memory/queries/keywordCounts';
import { keywordPageStatement } from '../../features/memory/queries/keywords';
import { supersededByStatement } from '../../features/memory/queries/successors';
import {
  AGENT_NAMES_INDEX,
  AGENTS_INDEXES,
  BEST_ARCHIVED_INDEXES,
  BEST_INDEXES,
  CHANGES_INDEXES,
  CREATED_INDEXES,
  KEYWORD_TEXTS_INDEX,
  KEYWORDS_INDEXES,
  LINKS_INDEX,
  LOWEST_ARCHIVED_INDEXES,
  LOWEST_INDEXES,
  ORIGIN_INDEXES,
  PROBLEM_INDEXES,
  SUCCESSOR_INDEX,
  SUMMARY_INDEX,
} from '../../schema/indexes';
import type { DeferredIndex } from '../../schema/indexes';

const SYSTEM = { kind: 'system' } as const;
const ALPHA = { rows: 'organizations', organizationIds: [ids.alphaOrg] } as const;
const OWNED = { rows: 'owned', ownerUserId: ids.user(0) } as const;
const MOMENT = '2026-01-01T00:00:00Z';

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

  test('are built by one replica at a time', async () => {
    await ask(`drop index ${SUMMARY_INDEX.name}`);
    const answers = await Promise.all(Array.from({ length: 4 }, keep));
    expect(answers).toContain(true);
    expect([await keep(), await isValid()]).toEqual([true, { indisvalid: true }]);
  });

  test.each([
    ['the summary goes through an organization', conversationsStatement, 'memory_blocks', SUMMARY_INDEX.name],
    ['the uses of keywords are counted', usesStatement, 'memory_block_keywords', LINKS_INDEX.name],
  ])('%s without reading a row', async (_, toStatement, table, index) => {
    await keep();
    await ask(`vacuum (analyze) ${table}`);
    const plan = await world.database.read(SYSTEM, async (handle) => {
      // With seven rows, a sequential scan beats any index.
      await handle.execute(sql`set local enable_seqscan = off`);
      await handle.execute(sql`set local enable_bitmapscan = off`);
      const { rows } = await handle.execute(sql`explain ${toStatement(ALPHA)}`);
      return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    });
    expect(plan).toContain(`Index Only Scan using ${index}`);
  });

  test('finds the memories that a memory replaces without reading other replaced ones', async () => {
    await keep();
    const place = {
      visibilityScope: 'organization',
      ownerUserId: null,
      organizationId: ids.alphaOrg,
    } as const;
    const write = (statement: SQL) => world.database.write(SYSTEM, (handle) => handle.execute(statement));
    await write(sql`
      insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, archived, archived_at, metadata, tenant_id)
      select ${ids.agent(1)}, ${ids.conversation(1)}, 'replaced', 'organization', ${ids.alphaOrg}, true, now(),
        jsonb_build_object('superseded_by', gen_random_uuid()), ${ids.alphaOrg} from generate_series(1, 500)`);
    await ask('analyze memory_blocks');
    const { rows } = await world.database.read(SYSTEM, (handle) =>
      handle.execute(sql`explain ${supersededByStatement(ids.block(1), place)}`),
    );
    await write(sql`delete from memory_blocks where content = 'replaced'`);
    expect(JSON.stringify(rows)).toContain(SUCCESSOR_INDEX.name);
  });

  test('finds agents and keywords without comparing all names', async () => {
    await keep();
    const write = (statement: SQL) => world.database.write(SYSTEM, (handle) => handle.execute(statement));
    await write(sql`
      insert into agents (name, visibility_scope, organization_id, tenant_id)
      select 'Žluťoučký kůň ' || md5(n::text), 'organization', ${ids.alphaOrg}, ${ids.alphaOrg} from generate_series(1, 1000) as n`);
    await write(sql`
      insert into keywords (text, visibility_scope, organization_id, tenant_id)
      select 'Žluťoučký kůň ' || md5(n::text), 'organization', ${ids.alphaOrg}, ${ids.alphaOrg} from generate_series(1, 5000) as n`);
    await ask('analyze agents, keywords');
    const page = { rows: ALPHA, skip: 0, limit: 50 };
    // Row-level security applies, as for a user's query.
    const viewer = await findPerson(world.database, 'viewer@x.test');
    const plan = async (statement: SQL) => {
      const { rows } = await world.database.read(viewer, async (handle) => {
        if (world.engine === 'Citus') await handle.execute(sql`set local enable_seqscan = off`);
        return handle.execute(sql`explain ${statement}`);
      });
      return JSON.stringify(rows);
    };
    // Workers check policies first, so an index finds the workspace and its names are compared.
    const way = ({ name }: DeferredIndex) =>
      world.engine === 'Citus' ? /Cond: \((?:organization|tenant)_id = / : name;
    expect(await plan(foundAgentsStatement({ ...page, text: 'C4CA4' }))).toMatch(way(AGENT_NAMES_INDEX));
    expect(await plan(keywordPageStatement({ ...page, query: 'C4CA4 kun' }))).toMatch(
      way(KEYWORD_TEXTS_INDEX),
    );
    await write(sql`delete from agents where name like 'Ž%'`);
    await write(sql`delete from keywords where text like 'Ž%'`);
  });

  test.each([ALPHA, OWNED])(
    'finds agents and keywords of a workspace without those of others: %j',
    async (rows) => {
      await keep();
      const page = { rows, skip: 0, limit: 50 };
      const plans = await world.database.read(SYSTEM, async (handle) => {
        for (const method of ['seqscan', 'bitmapscan', 'sort'])
          await handle.execute(sql.raw(`set local enable_${method} = off`));
        const statements = [foundAgentsStatement({ ...page, text: 'agent' }), keywordPageStatement(page)];
        const answers = [];
        for (const statement of statements)
          answers.push((await handle.execute(sql`explain ${statement}`)).rows);
        return answers.map((lines) => JSON.stringify(lines));
      });
      const which = rows === ALPHA ? 0 : 1;
      expect(plans[0]).toContain(AGENTS_INDEXES[which].name);
      expect(plans[1]).toContain(KEYWORDS_INDEXES[which].name);
    },
  );

  /** The plan of a page with the given scan and sort methods disabled. */
  const explainPlan = (change: Partial<BlockPageOptions>, forbidden = ['seqscan', 'bitmapscan', 'sort']) =>
    world.database.read(SYSTEM, async (handle) => {
      for (const method of forbidden) await handle.execute(sql.raw(`set local enable_${method} = off`));
      const page: BlockPageOptions = {
        rows: ALPHA,
        skip: 0,
        limit: 50,
        narrowing: {},
        search: undefined,
        sortBy: 'created_at',
        descending: true,
        which: 'active',
        ...change,
      };
      const { rows: lines } = await handle.execute(sql`explain ${pageRows(page, sql`memory_blocks.id`)}`);
      return lines.map((row) => String(row['QUERY PLAN'])).join('\n');
    });

  test('finds the last changes without reading unchanged memories', async () => {
    await keep();
    const [organization, owner] = CHANGES_INDEXES;
    const changed = { sortBy: 'updated_at', which: 'all' } as const;
    expect(await explainPlan(changed)).toContain(organization!.name);
    expect(await explainPlan({ ...changed, rows: OWNED })).toContain(owner!.name);
  });

  test.each<[string, Partial<BlockPageOptions>]>([
    [LOWEST_INDEXES[0].name, { sortBy: 'feedback_score', descending: false }],
    [BEST_INDEXES[0].name, { sortBy: 'feedback_score' }],
    [BEST_INDEXES[1].name, { sortBy: 'feedback_score', rows: OWNED }],
    [LOWEST_ARCHIVED_INDEXES[0].name, { sortBy: 'feedback_score', descending: false, which: 'archived' }],
    [BEST_ARCHIVED_INDEXES[1].name, { sortBy: 'feedback_score', which: 'archived', rows: OWNED }],
    [CREATED_INDEXES[0].name, { which: 'all' }],
    [CREATED_INDEXES[1].name, { which: 'all', rows: OWNED }],
    ['memory_block_usage_count_idx', { sortBy: 'retrieval_count' }],
    ['memory_block_usage_count_idx', { sortBy: 'retrieval_count', narrowing: { retrievedAfter: MOMENT } }],
    ['memory_block_usage_count_idx', { sortBy: 'retrieval_count', descending: false }],
    [ORIGIN_INDEXES[0].name, { narrowing: { origin: 'person' } }],
    [PROBLEM_INDEXES[0].name, { narrowing: { feedback: 'marked' } }],
    [PROBLEM_INDEXES[0].name, { narrowing: { feedback: 'wrong' } }],
  ])('%s finds and sorts a page', async (index, page) => {
    await keep();
    const plan = await explainPlan(page);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Sort|Seq Scan on memory_block/);
  });

  test.each<[string, Partial<BlockPageOptions>]>([
    ['a large page', { skip: 0, limit: 1000 }],
    ['a page of a person', { rows: OWNED }],
    ['a page by changes', { sortBy: 'updated_at' }],
    ['a page by feedback', { sortBy: 'feedback_score' }],
    ['a page of archived ones', { sortBy: 'archived_at', which: 'archived' }],
    ['a page by retrievals', { sortBy: 'retrieval_count' }],
    ['a page by ids', { sortBy: 'id' }],
    ['a page of a person by ids', { sortBy: 'id', rows: OWNED, which: 'all', descending: false }],
    ['a page by the fewest retrievals', { sortBy: 'retrieval_count', which: 'all', descending: false }],
  ])('%s deep in a list is found without sorting the workspace', async (_name, change) => {
    await keep();
    const page: BlockPageOptions = {
      ...{ rows: ALPHA, skip: 5000, limit: 100, narrowing: {}, search: undefined, sortBy: 'created_at' },
      ...{ descending: true, which: 'active', ...change },
    };
    const plans: unknown[] = [];
    await world.database.read(SYSTEM, async (handle) => {
      await handle.execute(sql`set local enable_seqscan = off`);
      const execute = handle.execute.bind(handle);
      jest.spyOn(handle, 'execute').mockImplementation((async (statement: SQL | string) => {
        if (typeof statement !== 'string') plans.push(...(await execute(sql`explain ${statement}`)).rows);
        return execute(statement);
      }) as unknown as typeof handle.execute);
      await loadIds(handle, page);
      jest.restoreAllMocks();
    });
    expect(JSON.stringify(plans)).toMatch(/Index[^]*Scan/);
    expect(JSON.stringify(plans)).not.toMatch(/Sort|Seq Scan/);
  });

  test('selects a page by retrievals before reading any memory', async () => {
    const plan = await explainPlan({ sortBy: 'retrieval_count' });
    expect(plan).toMatch(/Nested Loop[^]*-> +Limit[^]*memory_block_usage_count_idx/);
  });

  test('merges the best archived and active memories for a page by feedback', async () => {
    await keep();
    const plan = await explainPlan({ sortBy: 'feedback_score', which: 'all' });
    expect(plan).toContain(BEST_INDEXES[0].name);
    expect(plan).toContain(BEST_ARCHIVED_INDEXES[0].name);
    expect(plan.match(/Sort Key/g)).toHaveLength(1);
  });

  test('finds the last retrieval by its index', async () => {
    const narrowing = { retrievedAfter: MOMENT };
    expect(await explainPlan({ narrowing }, ['seqscan', 'bitmapscan'])).toContain(
      'memory_block_usage_last_idx',
    );
  });
});
