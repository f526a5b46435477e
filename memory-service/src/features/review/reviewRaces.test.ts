/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { ReviewItem, ReviewVerdict } from '@hindsight/shared-contracts/api';
import { createContradictionFinder } from '../curation/contradictionFinder';
import type { Handle } from '../../platform/database/database';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';
import { until } from '../../testing/waiting';
import { writeWith } from '../../testing/directWrites';

const SYSTEM = { kind: 'system' } as const;
const EDITOR = 'editor@x.test';
const GITHUB_TOKEN = `ghp_${'a1B2'.repeat(9)}`;

onOneEngine('decisions that race with a change', (world) => {
  const { call, stored } = recordCalls(world);
  const findItem = async (id: string): Promise<ReviewItem> => {
    const { items } = body<{ items: ReviewItem[] }>(
      await get(world.app, '/review-items/?limit=200', EDITOR, ALPHA),
    );
    const item = items.find(({ memory_block_ids: blocks }) => blocks.includes(id));
    if (!item) throw new Error('Nothing waits about the memory.');
    return item;
  };
  const decide = async (verdict: ReviewVerdict, { kind, id }: ReviewItem, email = EDITOR) => {
    const answer = await call('POST /review-items/decide', email, { verdict, items: [{ kind, id }] });
    return body<{ results: { success: boolean; error?: string }[] }>(answer).results[0];
  };
  const archived = async (id: string) =>
    body<{ archived: boolean }>(await get(world.app, `/memory-blocks/${id}`, 'root@x.test')).archived;

  /** Decides while `change` is applied but not committed. @returns the result of the decision. */
  async function decideDuring(item: ReviewItem, change: (handle: Handle) => Promise<unknown>) {
    let commit = () => undefined as void;
    const released = new Promise<void>((resolve) => (commit = resolve));
    let changed = () => undefined as void;
    const isChanged = new Promise<void>((resolve) => (changed = resolve));
    const other = world.database.write(SYSTEM, async (handle) => {
      await change(handle);
      changed();
      await released;
    });
    await isChanged;
    const decision = decide('accept', item);
    await until(
      () =>
        world.database.read(SYSTEM, async (handle) => {
          const { rows } = await handle.execute<{ waiting: number }>(
            sql`select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          return rows[0]?.waiting ?? 0;
        }),
      (waiting) => waiting > 0,
    );
    commit();
    await other;
    return decision;
  }

  const rated = async () => {
    const { id } = await stored();
    await call(`POST /memory-blocks/${id}/feedback/`, EDITOR, { feedback_type: 'negative' });
    return { id, item: await findItem(id) };
  };
  const edit = (id: string) => (handle: Handle) =>
    writeWith(
      handle,
      sql`update memory_blocks set content = 'Corrected meanwhile', updated_at = now() where id = ${id}::uuid`,
    );
  /** Locks rows in the order of a real move: the memory first, then its proposals. */
  const move = (id: string) => async (handle: Handle) => {
    await writeWith(
      handle,
      sql`update memory_blocks set organization_id = ${ids.betaOrg}::uuid, tenant_id = ${ids.betaOrg}::uuid, updated_at = now() where id = ${id}::uuid`,
    );
    await handle.execute(sql`delete from proposals where memory_block_ids @> array[${id}::uuid]`);
    await handle.execute(sql`delete from secret_findings where memory_block_id = ${id}::uuid`);
  };

  // The embedded engine runs transactions one at a time.
  const onServer = world.engine === 'PostgreSQL' ? describe : null;
  onServer?.('at once', () => {
    test('does not archive a memory that was just edited', async () => {
      const { id, item } = await rated();
      expect(await decideDuring(item, edit(id))).toMatchObject({
        success: false,
        error: 'The memory has changed since this was proposed.',
      });
      expect(await archived(id)).toBe(false);
    });

    test('does not archive a memory that was just moved, and does not deadlock', async () => {
      const { id, item } = await rated();
      expect(await decideDuring(item, move(id))).toMatchObject({
        success: false,
        error: 'This proposal no longer exists.',
      });
      expect(await archived(id)).toBe(false);
    });

    test('does not mask a secret in a memory that was just moved', async () => {
      const { id } = await stored({ content: `The token is ${GITHUB_TOKEN}` });
      expect(await decideDuring(await findItem(id), move(id))).toMatchObject({ success: false });
    });

    test('does not supersede a memory that was just edited', async () => {
      const older = await stored({ content: 'The walrus session cookie expires after 30 minutes.' });
      await stored({ content: 'The walrus session cookie expires after 45 minutes.' });
      const finder = createContradictionFinder(world.database, undefined, undefined);
      while ((await finder.catchUp()) > 0);
      await finder.close();
      expect(await decideDuring(await findItem(older.id), edit(older.id))).toMatchObject({
        success: false,
        error: 'One of the memories has changed since this was proposed.',
      });
      expect(await archived(older.id)).toBe(false);
    });
  });

  test('lets one of two people decide and reports that to the other', async () => {
    const { item } = await rated();
    const answers = await Promise.all([decide('accept', item), decide('reject', item, 'owner@x.test')]);
    expect(answers.filter((answer) => answer?.success)).toHaveLength(1);
    expect(answers.find((answer) => !answer?.success)?.error).toBe('This has already been resolved.');
  });

  test('fails after the memory is deleted or write access is lost', async () => {
    const deleted = await rated();
    await world.database.write(SYSTEM, (handle) =>
      writeWith(handle, sql`delete from memory_blocks where id = ${deleted.id}::uuid`),
    );
    expect(await decide('accept', deleted.item)).toMatchObject({
      error: 'This proposal no longer exists.',
    });
    const { id, item } = await rated();
    const role = (name: string, writes: boolean) =>
      world.database.write(SYSTEM, (handle) =>
        handle.execute(sql`
          update memberships set role = ${name}, can_write = ${writes}
          where organization_id = ${ids.alphaOrg}::uuid and user_id = (select id from users where email = ${EDITOR})`),
      );
    await role('viewer', false);
    expect(await decide('accept', item)).toMatchObject({ success: false });
    expect(await archived(id)).toBe(false);
    await role('editor', true);
  });
});
