/** @jest-environment node */
import { onOneEngine } from '../../testing/engines';
import { get, ids, ownPage } from '../../testing/testApp';

/** Texts that databases and parsers stumble over. */
const HOSTILE = [
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '%00',
  '((((" or and -',
  '&|!:*()<->',
  '\\',
  '💥'.repeat(200),
  '-1',
  '1e400',
  'NaN',
  '99999999999999999999',
];

onOneEngine('hostile input', (world) => {
  const alpha = { 'x-active-scope': 'organization', 'x-organization-id': ids.alphaOrg };
  const post = (url: string, payload: unknown) =>
    world.app.inject({
      method: 'POST',
      url,
      headers: { ...ownPage('editor@x.test'), ...alpha, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
  const calm = (response: { statusCode: number; body: string }) => {
    expect(response.statusCode < 500 ? '' : response.body).toBe('');
    if (response.statusCode >= 400)
      expect(Object.keys(JSON.parse(response.body) as object)).toContain('detail');
  };

  test.each(HOSTILE)('searches and lists stay calm at %j', async (text) => {
    const value = encodeURIComponent(text === '\ud800' ? '\ufffd' : text);
    for (const url of [
      `/memory-blocks/search/?query=${value}&keywords=${value}`,
      `/memory-blocks/search/?query=a&search_type=${value}`,
      `/memory-blocks/search/?query=a&limit=${value}`,
      `/memory-blocks/search/fulltext?query=${value}&min_score=${value}`,
      `/memory-blocks/search/fulltext?query=${value}`,
      `/memory-blocks/search/semantic?query=${value}`,
      `/memory-blocks/search/hybrid?query=${value}`,
      `/memory-blocks/?search_query=${value}`,
      `/memory-blocks/archived/?search_query=${value}`,
      `/memory-blocks/${ids.block(1)}/retrievals?skip=${value}`,
      `/memory-optimization/suggestions?agent_id=${value}`,
      `/memory-optimization/suggestions/${value}`,
      `/consolidation-suggestions/${value}`,
      `/consolidation-suggestions/?search=${value}`,
      `/jobs/${value}`,
      `/analytics/summary?organization_id=${value}`,
    ]) {
      calm(await get(world.app, url, 'editor@x.test', url.includes('analytics') ? {} : alpha));
    }
  });

  test.each(HOSTILE)('writes stay calm at %j', async (text) => {
    for (const [url, payload] of [
      [`/memory-blocks/${ids.block(1)}/compress`, { user_instructions: text }],
      [
        `/memory-blocks/${ids.block(1)}/compress/apply`,
        { compressed_content: text, compressed_lessons_learned: text },
      ],
      ['/memory-blocks/bulk-generate-keywords', { memory_block_ids: [text, ids.block(1)] }],
      [
        '/memory-blocks/bulk-compact',
        { memory_block_ids: [text], user_instructions: text, max_concurrent: text },
      ],
      [
        '/memory-blocks/bulk-compact',
        { memory_block_ids: [text], user_instructions: text, max_concurrent: -5 },
      ],
      [
        '/memory-blocks/bulk-apply-keywords',
        {
          applications: [
            { memory_block_id: text, selected_keywords: [text] },
            { memory_block_id: ids.block(1), selected_keywords: [text] },
          ],
        },
      ],
      ['/memory-blocks/merge', { memory_block_ids: [ids.block(1), text], merged_content: text }],
      ['/memory/prune/suggest', { batch_size: text }],
      ['/memory/prune/confirm', { memory_block_ids: [text] }],
      [`/jobs/${ids.block(1)}/cancel`, { [text]: text }],
    ] as const) {
      calm(await post(url, payload));
    }
  });
});
