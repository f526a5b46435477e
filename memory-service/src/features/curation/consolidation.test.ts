/** @jest-environment node */
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { ConsolidationSuggestion, MemoryBlock } from '@hindsight/shared-contracts/api';
import type { Handle } from '../../platform/database/database';
import { onOneEngine } from '../../testing/engines';
import {
  labeledNear,
  labeledPairs,
  labeledWorkspaces,
  measureConflicts,
  measureConflictsAmong,
  measureDuplicates,
  measureMerges,
  measurePruning,
  measureWarnings,
} from '../../testing/judged/proposals';
import { body, get, ids, ownPage, testApp } from '../../testing/testApp';
import { ensureKeywords, linkKeywords } from '../memory/queries/keywords';
import { nearPairs } from './nearPairs';
import { insertSuggestion } from './queries/consolidation';
import { removeRepetition } from './repetition';
import { writeWith } from '../../testing/directWrites';

const TEXT =
  'The deployment failed because the migration lock was held by a second migration process and nobody noticed until the pipeline had waited for an hour';

onOneEngine('consolidation', (world) => {
  const id = (n: number) => ids.block(0x600 + n);
  const alpha = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
  const call = (
    method: 'POST' | 'DELETE',
    url: string,
    email: string | null,
    payload: unknown = {},
    app = world.app,
  ) =>
    app.inject({
      method,
      url,
      headers: { ...ownPage(email), ...alpha, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
  const alphaPlace = {
    visibilityScope: 'organization',
    ownerUserId: null,
    organizationId: ids.alphaOrg,
  } as const;
  const tag = async (handle: Handle, blockId: string, texts: string[]) =>
    linkKeywords(handle, blockId, await ensureKeywords(handle, alphaPlace, texts));
  const detail = (response: { body: string; statusCode: number }) => [
    response.statusCode,
    (JSON.parse(response.body) as { detail: string }).detail,
  ];

  beforeAll(async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      const homes = [
        ['organization', null, ids.alphaOrg],
        ['organization', null, ids.alphaOrg],
        ['organization', null, ids.betaOrg],
        ['personal', ids.user(2), null],
      ] as const;
      for (const [n, [scope, owner, org]] of homes.entries()) {
        await writeWith(
          handle,
          sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, visibility_scope, owner_user_id, organization_id, tenant_id)
          values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${`${TEXT}${n === 1 ? ' again' : ''}.`}, ${scope}, ${owner}, ${org}, ${org ?? owner})`,
        );
      }
      await writeWith(
        handle,
        sql`update memory_blocks set feedback_score = 90, retrieval_count = 50 where id = ${id(0)}`,
      );
    });
  });

  const suggestions = async (email: string, query = 'status=pending') =>
    body<{ items: ConsolidationSuggestion[] }>(
      await get(world.app, `/consolidation-suggestions/?${query}`, email, alpha),
    ).items.filter((item) => item.original_memory_ids.includes(id(0)));

  test('finds near-duplicates within one workspace, once, and merges their keywords', async () => {
    await world.database.write({ kind: 'system' }, async (handle) => {
      for (const n of [0, 1]) await tag(handle, id(n), n === 0 ? ['deploys', 'releases'] : ['deploys']);
    });
    expect(detail(await call('POST', '/consolidation/trigger/', 'viewer@x.test'))).toEqual([
      403,
      'No write permission in target organization',
    ]);
    const first = await call('POST', '/consolidation/trigger/', 'editor@x.test');
    expect([first.statusCode, body(first)]).toEqual([
      202,
      { message: 'Consolidation process triggered successfully', groups_found: 1, suggestions_created: 1 },
    ]);
    const again = await call('POST', '/consolidation/trigger/', 'editor@x.test');
    expect(body(again)).toMatchObject({ suggestions_created: 0 });
    const [found] = await suggestions('viewer@x.test');
    expect(found?.original_memory_ids).toEqual([id(0), id(1)]);
    expect(found?.suggested_content).toBe(`${TEXT} again.`);
    expect(found?.suggested_keywords).toEqual(['deploys', 'releases']);
    const off = testApp(world.database, { LLM_FEATURES_ENABLED: '0' });
    expect(detail(await call('POST', '/consolidation/trigger/', 'editor@x.test', {}, off))).toEqual([
      503,
      'LLM features are currently disabled.',
    ]);
    await off.close();
  });

  test('proposes a rejected group again only after one of its memories changes', async () => {
    const pending = async () => {
      await call('POST', '/consolidation/trigger/', 'editor@x.test');
      const all = await suggestions('editor@x.test');
      return all.find((one) => one.status === 'pending' && one.original_memory_ids.includes(id(0)));
    };
    const found = await pending();
    await call('POST', `/consolidation-suggestions/${found?.suggestion_id}/reject/`, 'editor@x.test');
    expect(await pending()).toBeUndefined();
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(handle, sql`update memory_blocks set updated_at = now() where id = ${id(1)}`),
    );
    expect((await pending())?.original_memory_ids).toEqual([id(0), id(1)]);
  });

  test('shows a suggestion to readers of all originals, and lets only their editors decide it', async () => {
    const [found] = await suggestions('editor@x.test');
    const url = `/consolidation-suggestions/${found?.suggestion_id}`;
    expect((await get(world.app, url, 'viewer@x.test')).statusCode).toBe(200);
    expect(detail(await get(world.app, url, 'stranger@x.test'))).toEqual([
      404,
      'Consolidation suggestion not found',
    ]);
    expect(detail(await call('POST', `${url}/validate/`, 'viewer@x.test'))).toEqual([
      403,
      'Cannot validate: you must have write access to every original memory block.',
    ]);

    const validated = await call('POST', `${url}/validate/`, 'editor@x.test');
    expect([validated.statusCode, body<ConsolidationSuggestion>(validated).status]).toEqual([
      200,
      'validated',
    ]);
    for (const n of [0, 1]) {
      const block = body<MemoryBlock>(await get(world.app, `/memory-blocks/${id(n)}`, 'editor@x.test'));
      expect(block.archived).toBe(true);
    }
    const page = body<{ items: MemoryBlock[] }>(
      await get(world.app, '/memory-blocks/?limit=1', 'editor@x.test', alpha),
    );
    expect(page.items[0]).toMatchObject({
      metadata_col: { consolidated_from: [id(0), id(1)] },
      organization_id: ids.alphaOrg,
      feedback_score: 90,
    });
    expect(detail(await call('POST', `${url}/reject/`, 'editor@x.test'))).toEqual([
      409,
      'Suggestion is not in pending status',
    ]);
    expect((await call('DELETE', url, 'editor@x.test')).statusCode).toBe(204);
    expect((await get(world.app, url, 'editor@x.test')).statusCode).toBe(404);
  });

  test('applies only the accepted parts, and reopens a decision', async () => {
    const block = async (n: string) =>
      body<MemoryBlock>(await get(world.app, `/memory-blocks/${n}`, 'editor@x.test'));
    const made = await world.database.write({ kind: 'system' }, async (handle) => {
      for (const n of [8, 9]) {
        await writeWith(
          handle,
          sql`
          insert into memory_blocks (id, agent_id, conversation_id, content, lessons_learned, visibility_scope, organization_id, tenant_id)
          values (${id(n)}, ${ids.agent(1)}, ${ids.conversation(1)}, ${`Text ${n}`}, ${`Lesson ${n}`}, 'organization', ${ids.alphaOrg}, ${ids.alphaOrg})`,
        );
      }
      // One keyword was added to a memory after the suggestion was made, the other is suggested.
      await tag(handle, id(8), ['one', 'later']);
      return insertSuggestion(handle, {
        content: 'Merged',
        lessonsLearned: 'Merged lesson',
        keywords: ['one', 'two'],
        originals: [id(8), id(9)],
        generatedBy: 'model',
        place: alphaPlace,
      });
    });
    const url = `/consolidation-suggestions/${made}`;
    const accepted = { lessons_learned: false, keywords: ['two', 'not suggested'] };
    const validated = body<ConsolidationSuggestion>(
      await call('POST', `${url}/validate/`, 'editor@x.test', accepted),
    );
    expect(validated).toMatchObject({ status: 'validated', generated_by: 'model' });
    const merged = await block(String(validated.merged_memory_id));
    expect(merged).toMatchObject({ content: 'Merged', lessons_learned: 'Lesson 8\n\nLesson 9' });
    expect(merged.keywords.map((keyword) => keyword.keyword_text).sort()).toEqual(['later', 'two']);

    const reopened = await call('POST', `${url}/reopen/`, 'editor@x.test');
    expect(body(reopened)).toMatchObject({ status: 'pending', merged_memory_id: null });
    expect((await block(id(8))).archived).toBe(false);
    expect((await block(merged.id)).archived).toBe(true);
    expect(detail(await call('POST', `${url}/reopen/`, 'editor@x.test'))).toEqual([
      400,
      'Suggestion is in pending status',
    ]);
    await call('POST', `${url}/reject/`, 'editor@x.test');
    expect(body(await call('POST', `${url}/reopen/`, 'editor@x.test'))).toMatchObject({ status: 'pending' });

    const both = await Promise.all(
      ['editor@x.test', 'owner@x.test'].map((email) => call('POST', `${url}/validate/`, email)),
    );
    expect(both.map((response) => response.statusCode).sort()).toEqual([200, 409]);
    await world.database.write({ kind: 'system' }, (handle) =>
      writeWith(handle, sql`delete from memory_blocks where content = 'Merged'`),
    );
  });

  test('refuses to consolidate deleted originals and those of different workspaces', async () => {
    const validate = (n: number, email: string) =>
      call('POST', `/consolidation-suggestions/${ids.suggestion(n)}/validate/`, email);
    expect((await validate(1, 'editor@x.test')).statusCode).toBe(404);
    expect(detail(await validate(1, 'root@x.test'))).toEqual([
      409,
      'Suggestion bundles originals with different scope/owner/org; cannot consolidate.',
    ]);
    expect(detail(await validate(3, 'editor@x.test'))).toEqual([
      409,
      'Some of the original memories have since been deleted or archived; cannot consolidate.',
    ]);
    expect(
      (await call('POST', `/consolidation-suggestions/${ids.suggestion(0)}/reject/`, 'editor@x.test'))
        .statusCode,
    ).toBe(200);
  });
});

describe('nearPairs', () => {
  test('finds vectors with nearly the same direction, and none of another size', async () => {
    const vectors = [[1, 0], [0.96, 0.28], [0, 1], [1]];
    expect(await nearPairs(vectors, 0.9)).toEqual([[0, 1, expect.closeTo(0.96)]]);
    expect(await nearPairs(vectors, 0.2)).toEqual([
      [0, 1, expect.closeTo(0.96)],
      [1, 2, expect.closeTo(0.28)],
    ]);
    expect(await nearPairs([])).toEqual([]);
  });
});

describe('measured', () => {
  const pairs = labeledPairs(path.join(__dirname, '../../../..'));

  test('holds 200 labeled pairs and texts', () => {
    expect(pairs.length + Object.values(measureWarnings().found).reduce((sum, [, of]) => sum + of, 0)).toBe(
      200,
    );
  });

  test('proposes merging texts that say the same, by words and with vectors', () => {
    const byWords = measureMerges(pairs, false);
    expect(byWords.precision).toBeGreaterThanOrEqual(0.9);
    expect(byWords.recall).toBeGreaterThanOrEqual(0.5);
    // The rules separate cases that vectors consider the same.
    const byMeaning = measureMerges(pairs, true);
    expect(byMeaning.precision).toBeGreaterThanOrEqual(0.9);
    expect(byMeaning.recall).toBeGreaterThanOrEqual(0.75);
  });

  test('does not merge an instruction with its opposite, whatever the number of negations', () => {
    const workspace = [
      'Do not restart pgbouncer during business hours, the booking terminals do not reconnect.',
      'pgbouncer may be restarted during business hours, the booking terminals reconnect since 4.2.',
    ].map((text, n) => ({ id: String(n), kind: 'warning', text }));
    expect(measureDuplicates(workspace, [[0, 1, 1]]).found).toEqual({});
  });

  test('finds conflicts and warnings with few false positives', () => {
    for (const { precision, recall } of [measureConflicts(pairs), measureWarnings()]) {
      expect(precision).toBeGreaterThanOrEqual(0.9);
      expect(recall).toBeGreaterThanOrEqual(0.75);
    }
  });

  describe.each(labeledWorkspaces.map((workspace, n) => ({ n, workspace })))(
    'in workspace $n as people write it',
    ({ workspace }) => {
      test('merges only duplicates, by words and with vectors', () => {
        const byWords = measureDuplicates(workspace);
        expect(byWords.precision).toBeGreaterThanOrEqual(0.9);
        expect(byWords.recall).toBeGreaterThanOrEqual(0.5);
        const byMeaning = measureDuplicates(workspace, labeledNear(workspace));
        expect(byMeaning.precision).toBeGreaterThanOrEqual(0.9);
        expect(byMeaning.recall).toBeGreaterThanOrEqual(0.75);
      });

      test('reports only conflicts', () => {
        const { precision, recall } = measureConflictsAmong(workspace);
        expect(precision).toBeGreaterThanOrEqual(0.9);
        expect(recall).toBeGreaterThanOrEqual(0.55);
      });

      test('compacts only repeated text', () => {
        const compacted = workspace.filter(({ text }) => removeRepetition(text) !== text);
        for (const { text } of compacted) {
          const said = removeRepetition(text);
          for (const line of text.split(/(?<=[.!?])\s+|\n+/))
            expect(said).toContain(line.replace(/[.]$/, ''));
        }
      });

      test.each([60, 200, 400, 1200])(
        'proposes only passing notes for archiving after %i unread days',
        (days) => {
          const { precision, recall } = measurePruning(workspace, days);
          expect(precision).toBeGreaterThanOrEqual(0.9);
          expect(recall).toBeGreaterThanOrEqual(0.5);
        },
      );
    },
  );
});
