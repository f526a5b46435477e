/** @jest-environment node */
import { sql } from 'drizzle-orm';
import type { ReviewDecision, ReviewItem, ReviewKind, ReviewVerdict } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, PERSONAL, recordCalls } from '../../testing/recordCalls';
import { body, get, ids } from '../../testing/testApp';
import { insertSuggestion } from '../curation/queries/consolidation';
import { writeWith } from '../../testing/directWrites';

const BETA = { 'x-active-scope': 'organization', 'x-organization-id': ids.betaOrg };
const GITHUB_TOKEN = `ghp_${'a1B2'.repeat(9)}`;

onOneEngine('the review inbox', (world) => {
  const { call, stored } = recordCalls(world);
  const inbox = async (
    query = '',
    email: string | null = 'editor@x.test',
    headers: Record<string, string> = ALPHA,
  ) =>
    body<{ items: ReviewItem[]; total_items: number; counts: Partial<Record<ReviewKind, number>> }>(
      await get(world.app, `/review-items/?limit=200${query}`, email, headers),
    );
  const about = async (id: string, email = 'editor@x.test', headers: Record<string, string> = ALPHA) =>
    (await inbox('', email, headers)).items.filter(({ memory_block_ids: blocks }) => blocks.includes(id));
  const decide = async (
    verdict: ReviewVerdict,
    items: readonly (Pick<ReviewItem, 'kind' | 'id'> & { accepted?: object })[],
    email = 'editor@x.test',
  ) => {
    const answer = await call('POST /review-items/decide', email, { verdict, items });
    expect(answer.statusCode).toBe(200);
    return body<{ results: { success: boolean; error?: string }[] }>(answer).results;
  };
  const only = async (id: string, kind: ReviewKind) => {
    const found = (await about(id)).filter((item) => item.kind === kind);
    expect(found).toHaveLength(1);
    return found[0] as ReviewItem;
  };
  const block = async (id: string) =>
    body<{ archived: boolean; content: string; keywords: { keyword_text: string }[] }>(
      await get(world.app, `/memory-blocks/${id}`, 'editor@x.test'),
    );
  const words = async (id: string) => (await block(id)).keywords.map(({ keyword_text: text }) => text);
  const rate = (id: string, type: string, details: string | null = null) =>
    call(`POST /memory-blocks/${id}/feedback/`, 'editor@x.test', {
      feedback_type: type,
      feedback_details: details,
    });
  const suggestMerge = async (originals: string[]) =>
    world.database.write({ kind: 'system' }, (handle) =>
      insertSuggestion(handle, {
        content: 'The merged text of both',
        lessonsLearned: 'The merged lesson',
        keywords: ['merged'],
        originals,
        generatedBy: 'model',
        place: { visibilityScope: 'organization', ownerUserId: null, organizationId: ids.alphaOrg },
      }),
    );

  test('hides a merge while one of its memories is edited or archived, and restores it afterwards', async () => {
    const [first, second, third] = [await stored(), await stored(), await stored()];
    await suggestMerge([first.id, second.id]);
    await suggestMerge([second.id, third.id]);
    const merges = async (id: string) =>
      (await about(id)).filter(({ kind }) => kind === 'consolidation').length;
    expect(await merges(second.id)).toBe(2);
    await call(`PUT /memory-blocks/${first.id}`, 'editor@x.test', { content: 'A corrected text' });
    expect([await merges(first.id), await merges(second.id)]).toEqual([0, 1]);
    await call(`POST /memory-blocks/${first.id}/versions/1/restore`, 'editor@x.test');
    expect([await merges(first.id), await merges(second.id)]).toEqual([1, 2]);
    await call(`PUT /memory-blocks/${first.id}`, 'editor@x.test', { content: 'A corrected text' });
    expect([await merges(first.id), await merges(second.id)]).toEqual([0, 1]);
    await call(`POST /memory-blocks/${third.id}/archive`, 'editor@x.test');
    expect(await merges(second.id)).toBe(0);
    await call(`PUT /memory-blocks/${third.id}`, 'editor@x.test', { archived: false });
    expect(await merges(second.id)).toBe(1);
    // Feedback affects only the ranking, not the merged texts.
    await rate(third.id, 'positive');
    expect(await merges(second.id)).toBe(1);
  });

  test('lists pending items with their reason, and nothing of other workspaces', async () => {
    const { id } = await stored({
      content:
        'The cache must be cleared after each deployment. The pods kept answering with the old prices.',
    });
    await rate(id, 'negative', 'It is cleared by the pipeline now');
    const item = await only(id, 'feedback');
    expect(item).toMatchObject({
      title: 'The cache must be cleared after each deployment',
      reason: 'It is cleared by the pipeline now',
      generated_by: null,
    });
    const { counts, total_items: total } = await inbox();
    expect(counts.feedback).toBeGreaterThan(0);
    expect(total).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0));
    expect((await inbox('&kind=keywords')).items.every(({ kind }) => kind === 'keywords')).toBe(true);
    expect(await about(id, 'editor@x.test', PERSONAL)).toEqual([]);
    expect(await about(id, 'stranger@x.test', BETA)).toEqual([]);
    expect((await inbox('', null)).items).toEqual([]);
  });

  test('archives a memory rated as wrong, and restores it', async () => {
    const { id } = await stored();
    await rate(id, 'negative');
    const item = await only(id, 'feedback');
    expect(await decide('accept', [item])).toEqual([{ kind: 'feedback', id: item.id, success: true }]);
    expect((await block(id)).archived).toBe(true);
    expect(await about(id)).toEqual([]);
    expect(await decide('accept', [item])).toMatchObject([
      { success: false, error: 'This has already been resolved.' },
    ]);
    await decide('reopen', [item]);
    expect((await block(id)).archived).toBe(false);
    expect(await about(id)).toHaveLength(1);
  });

  test('keeps a rejection until there is new feedback', async () => {
    const { id } = await stored();
    await rate(id, 'negative', 'first');
    await decide('reject', [await only(id, 'feedback')]);
    expect(await about(id)).toEqual([]);
    await rate(id, 'positive');
    expect(await about(id)).toEqual([]);
    await rate(id, 'negative', 'second');
    expect((await only(id, 'feedback')).reason).toBe('second');
  });

  test('removes the mark from a memory that is kept, until that is undone', async () => {
    const { id } = await stored();
    await call(`POST /memory-blocks/${id}/feedback/`, 'editor@x.test', {
      feedback_type: 'negative',
      problem: 'outdated',
    });
    const item = await only(id, 'feedback');
    const problem = async () =>
      body<{ problem: string | null }>(await get(world.app, `/memory-blocks/${id}`, 'editor@x.test')).problem;
    await decide('reject', [item], 'owner@x.test');
    expect(await problem()).toBeNull();
    expect(await about(id)).toEqual([]);
    await decide('reopen', [item]);
    expect([await problem(), (await about(id)).length]).toEqual(['outdated', 1]);
  });

  test('drops a proposal when its memory is edited or moved', async () => {
    const { id } = await stored();
    await rate(id, 'negative');
    const item = await only(id, 'feedback');
    await call(`PUT /memory-blocks/${id}`, 'editor@x.test', { content: 'Corrected' });
    expect(await about(id)).toEqual([]);
    expect(await decide('accept', [item])).toMatchObject([
      { success: false, error: 'The memory has changed since this was proposed.' },
    ]);
    expect((await block(id)).archived).toBe(false);

    const moved = await stored();
    await rate(moved.id, 'negative');
    const before = await only(moved.id, 'feedback');
    await call(`POST /memory-blocks/${moved.id}/change-scope`, 'owner@x.test', {
      visibility_scope: 'personal',
    });
    expect(await about(moved.id, 'owner@x.test', PERSONAL)).toEqual([]);
    expect(await decide('accept', [before])).toMatchObject([{ success: false }]);
  });

  test('keeps generated keywords pending until some are chosen, and undoes that', async () => {
    const { id } = await stored({
      content: 'The connection pool of the checkout service is exhausted when transactions stay open',
    });
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(handle, sql`delete from memory_block_keywords where memory_block_id = ${id}`),
    );
    await call('POST /memory-blocks/bulk-generate-keywords', 'editor@x.test', { memory_block_ids: [id] });
    const item = await only(id, 'keywords');
    const [first = ''] = item.keywords;
    const before = await words(id);
    await decide('accept', [{ ...item, accepted: { keywords: [first] } }]);
    expect([...(await words(id))].sort()).toEqual([...before, first].sort());
    await decide('reopen', [item]);
    expect(await words(id)).toEqual(before);
    // The whole proposal is pending again, not only the chosen keywords.
    expect((await only(id, 'keywords')).keywords).toEqual(item.keywords);
    await call('POST /memory-blocks/bulk-apply-keywords', 'editor@x.test', {
      applications: [{ memory_block_id: id, selected_keywords: [first] }],
    });
    expect(await about(id)).toEqual([]);
  });

  test('stores pruning proposals, and does not repeat rejected ones', async () => {
    const { id } = await stored({ content: 'ok' });
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`update memory_blocks set created_at = now() - interval '400 days', feedback_score = 0 where id = ${id}`,
      ),
    );
    const propose = async (email = 'editor@x.test') =>
      body<{ suggestions: { memory_block_id: string; rationale: string }[] }>(
        await call('POST /memory/prune/suggest', email, {}),
      ).suggestions.find((suggestion) => suggestion.memory_block_id === id);
    await propose('viewer@x.test');
    expect(await about(id)).toEqual([]);
    const suggestion = await propose();
    const item = await only(id, 'pruning');
    expect(item.reason).toBe(suggestion?.rationale);
    await decide('reject', [item]);
    expect(await propose()).toBeUndefined();
    await decide('reopen', [item]);
    expect(await propose()).toBeDefined();
  });

  test('merges with an edited text, and refuses when an original has changed', async () => {
    const [one, two] = [await stored(), await stored()];
    const id = await suggestMerge([one.id, two.id]);
    const accepted = { content: 'Edited by a person', lessons_learned: 'Edited lesson', keywords: [] };
    expect(await decide('accept', [{ kind: 'consolidation', id, accepted }])).toMatchObject([
      { success: true },
    ]);
    const suggestion = body<{ merged_memory_id: string }>(
      await get(world.app, `/consolidation-suggestions/${id}`, 'editor@x.test', ALPHA),
    );
    expect(await block(suggestion.merged_memory_id)).toMatchObject({
      content: 'Edited by a person',
      lessons_learned: 'Edited lesson',
    });
    const [three, four] = [await stored(), await stored()];
    const outdated = await suggestMerge([three.id, four.id]);
    await call(`PUT /memory-blocks/${four.id}`, 'editor@x.test', { content: 'Something else by now' });
    expect(await decide('accept', [{ kind: 'consolidation', id: outdated }])).toMatchObject([
      { success: false, error: expect.stringMatching(/^A memory has changed since this was suggested\./) },
    ]);
    expect((await block(four.id)).archived).toBe(false);
    await call('POST /consolidation/trigger/', 'editor@x.test', {});
    expect((await inbox()).items.map((item) => item.id)).not.toContain(outdated);
    const listed = body<{ items: { suggestion_id: string }[] }>(
      await get(world.app, '/consolidation-suggestions/?status=pending&limit=100', 'editor@x.test', ALPHA),
    );
    expect(listed.items.map((item) => item.suggestion_id)).not.toContain(outdated);
  });

  test('masks a secret and never shows it', async () => {
    const { id } = await stored({ content: `Deploy with ${GITHUB_TOKEN}` });
    const item = await only(id, 'secret');
    expect(JSON.stringify(item)).not.toContain(GITHUB_TOKEN);
    // Still stored, so the title says hidden, not removed.
    expect(item.title).toBe('Deploy with [hidden: GitHub token]');
    await decide('accept', [item]);
    expect((await block(id)).content).not.toContain(GITHUB_TOKEN);
    expect(await decide('reopen', [item])).toMatchObject([{ success: false }]);
  });

  test('lists and masks a secret in an archived memory', async () => {
    const { id } = await stored({ content: `Deploy with ${GITHUB_TOKEN} on Fridays` });
    const item = await only(id, 'secret');
    await call(`POST /memory-blocks/${id}/archive`, 'editor@x.test');
    expect(await about(id)).toEqual([item]);
    expect(await decide('accept', [item])).toMatchObject([{ success: true }]);
    const masked = await block(id);
    expect([masked.archived, masked.content.includes(GITHUB_TOKEN)]).toEqual([true, false]);
    expect(await about(id)).toEqual([]);
  });

  test('decides several items independently, and only for permitted callers', async () => {
    const [one, two] = [await stored(), await stored()];
    await rate(one.id, 'negative');
    await rate(two.id, 'negative');
    const [first, second] = [await only(one.id, 'feedback'), await only(two.id, 'feedback')];
    expect(await decide('accept', [first, second], 'viewer@x.test')).toMatchObject([
      { success: false },
      { success: false },
    ]);
    expect(await decide('accept', [first, second], 'stranger@x.test')).toMatchObject([
      { success: false, error: 'This proposal no longer exists.' },
      { success: false },
    ]);
    await decide('reject', [first]);
    expect(await decide('accept', [first, second])).toMatchObject([{ success: false }, { success: true }]);
    expect([(await block(one.id)).archived, (await block(two.id)).archived]).toEqual([false, true]);
  });

  test('lets one of two concurrent decisions win', async () => {
    const { id } = await stored();
    await rate(id, 'negative');
    const item = await only(id, 'feedback');
    const both = await Promise.all([decide('accept', [item]), decide('reject', [item], 'owner@x.test')]);
    expect(both.flat().filter(({ success }) => success)).toHaveLength(1);
  });

  test('shows decisions and their authors to everyone who can read the workspace, and to no one else', async () => {
    const { id } = await stored({ content: 'A memory that a person looked at' });
    await rate(id, 'negative');
    const item = await only(id, 'feedback');
    await decide('accept', [item]);
    await decide('reopen', [item], 'owner@x.test');
    const decisions = async (email: string, headers: Record<string, string> = ALPHA) =>
      body<{ items: ReviewDecision[] }>(
        await get(world.app, '/review-decisions/?limit=200', email, headers),
      ).items.filter((decision) => decision.item_id === item.id);
    expect(await decisions('viewer@x.test')).toMatchObject([
      { kind: 'feedback', verdict: 'reopen', may_reopen: false, title: 'A memory that a person looked at' },
      { kind: 'feedback', verdict: 'accept', may_reopen: false, memory_block_ids: [id] },
    ]);
    const [newest] = await decisions('viewer@x.test');
    expect(newest?.actor_name).not.toBe('');
    expect(await decisions('stranger@x.test')).toEqual([]);
    expect(await decisions('stranger@x.test', BETA)).toEqual([]);
    expect(await decisions('owner@x.test', PERSONAL)).toEqual([]);
  });
});

onOneEngine('the order of the review inbox', (world) => {
  const { call, stored } = recordCalls(world);
  const inbox = async (query = '') =>
    body<{ items: ReviewItem[] }>(
      await get(world.app, `/review-items/?limit=200${query}`, 'editor@x.test', ALPHA),
    ).items;

  test('follows the pruning score within one batch, lowest first', async () => {
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(
        handle,
        sql`
        insert into memory_blocks (agent_id, conversation_id, content, visibility_scope, organization_id, feedback_score, created_at, tenant_id)
        select ${ids.agent(1)}, ${ids.conversation(1)}, repeat('ok ', 9 * n), 'organization', ${ids.alphaOrg}, n, now() - interval '400 days', ${ids.alphaOrg}
        from generate_series(1, 40) as n`,
      ),
    );
    // The second run finds the same proposals pending, in the same order.
    for (let time = 0; time < 2; time += 1) {
      const { suggestions } = body<{ suggestions: { review_item_id: string; pruning_score: number }[] }>(
        await call('POST /memory/prune/suggest', 'editor@x.test', { target_count: 200 }),
      );
      expect(new Set(suggestions.map((suggestion) => suggestion.pruning_score)).size).toBeGreaterThan(3);
      const proposed = suggestions.map((suggestion) => suggestion.review_item_id);
      const waiting = (await inbox('&kind=pruning')).map((item) => item.id);
      expect(waiting.slice(0, proposed.length)).toEqual(proposed);
    }
  });

  test('lists secrets before newer items', async () => {
    const secret = await stored({ content: `Release with ghp_${'a1B2'.repeat(9)}` });
    const rated = await stored();
    await call(`POST /memory-blocks/${rated.id}/feedback/`, 'editor@x.test', { feedback_type: 'negative' });
    expect((await inbox()).slice(0, 2)).toMatchObject([
      { kind: 'secret', memory_block_ids: [secret.id] },
      { kind: 'feedback', memory_block_ids: [rated.id] },
    ]);
  });
});
