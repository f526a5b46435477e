/** @jest-environment node */
import type { SecretCheck } from '@hindsight/shared-contracts/api';
import { onOneEngine } from '../../testing/engines';
import { ALPHA, recordCalls } from '../../testing/recordCalls';
import { everyRow, findLeaks } from '../../testing/secretLeaks';
import { SECRET_SAMPLES, secretText } from '../../testing/secretSamples';
import { body, ids } from '../../testing/testApp';

const GITHUB = secretText(SECRET_SAMPLES['GitHub classic token'] ?? { text: '' });
const row = (rest: object) => ({ content: 'How we deploy', agent_id: ids.agent(1), ...rest });

onOneEngine('secrets in the rows of an import', (world) => {
  const { call, detail } = recordCalls(world);
  const choose = (mode: string) => call('PUT /secret-policy', 'owner@x.test', { mode }, ALPHA);
  const check = (rows: unknown[], email = 'editor@x.test') =>
    call('POST /secret-findings/check', email, { rows }, ALPHA);
  const importRows = (rows: object[], more: object = {}) =>
    call('POST /memory-blocks/bulk-import', 'editor@x.test', { rows, ...more }, ALPHA);

  test.each(['mark', 'mask', 'refuse'])(
    'are named by row and field, without their texts, in a workspace that %ss',
    async (mode) => {
      await choose(mode);
      const answer = await check([
        row({}),
        row({ lessons_learned: `Push with ${GITHUB}, and again.`, metadata_col: { token: GITHUB } }),
        row({ content: 7 }),
        null,
        row({ keywords: [GITHUB] }),
      ]);
      expect(body(answer)).toEqual({
        mode,
        found: [],
        rows: [
          {
            row: 1,
            preview: 'Push with [hidden: GitHub token], and again.',
            found: [
              { field: 'lessons_learned', kind: 'GitHub token' },
              { field: 'metadata_col', kind: 'GitHub token' },
            ],
          },
          { row: 4, preview: 'How we deploy', found: [{ field: 'keywords', kind: 'GitHub token' }] },
        ],
      });
      expect(answer.body).not.toContain(GITHUB);
    },
  );

  test('are not named where a person said that they are none', async () => {
    await choose('mark');
    const text = 'password: Example_1234';
    await importRows([row({ content: text })]);
    const { items } = body<{ items: { id: string }[] }>(
      await call('GET /secret-findings/', 'editor@x.test', undefined, ALPHA),
    );
    for (const { id } of items)
      await call(`PATCH /secret-findings/${id}`, 'editor@x.test', { state: 'not_a_secret' });
    expect(body<SecretCheck>(await check([row({ content: `${text} again` })])).rows).toEqual([]);
  });

  test('are looked for only for those who may import, and in one request of texts or of rows', async () => {
    expect((await check([row({})], 'viewer@x.test')).statusCode).toBe(403);
    const both = { texts: { content: 'x' }, rows: [row({})] };
    for (const given of [{}, both]) {
      const refused = await call('POST /secret-findings/check', 'editor@x.test', given, ALPHA);
      expect([refused.statusCode, JSON.stringify(detail(refused))]).toEqual([
        422,
        expect.stringContaining('Pass texts or rows.'),
      ]);
    }
  });

  test.each(['mark', 'refuse'])(
    'are masked on request in a workspace that %ss, and a second import changes nothing',
    async (mode) => {
      await choose(mode);
      const rows = [row({ content: `Push (${mode}) with ${GITHUB}`, keywords: [`use ${GITHUB}`, 'git'] })];
      const options = { mask_secrets: true, create_missing: true };
      expect(body(await importRows(rows, options))).toMatchObject({ created_count: 1, refused_count: 0 });
      expect(body(await importRows(rows, options))).toMatchObject({ already_there_count: 1 });
      expect(findLeaks(await everyRow(world.database))).toEqual([]);
    },
  );
});
