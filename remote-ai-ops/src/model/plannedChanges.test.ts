import type { Compaction } from '@hindsight/shared-contracts/api';
import { toMergeChanges, toRewriteChanges } from './plannedChanges';

test('a merge is checked as it is accepted', () => {
  const row = {
    original_memory_ids: ['a', 'b'],
    suggested_content: 'Both',
    suggested_lessons_learned: 'Learned',
  };
  expect(toMergeChanges(row, { lesson: true, keywords: ['dns'], edited: null })).toEqual({
    merged: [
      { memory_block_ids: ['a', 'b'], content: 'Both', lessons_learned: 'Learned', keywords: ['dns'] },
    ],
  });
  expect(toMergeChanges(row, { lesson: false, keywords: [], edited: null }).merged).toMatchObject([
    { lessons_learned: null, keywords: [] },
  ]);
});

test('a compaction is checked as it is accepted', () => {
  const compaction = {
    memory_id: 'a',
    original_content: 'Long',
    original_lessons_learned: 'Learned',
    compressed_content: 'Short',
    compressed_lessons_learned: 'Less',
  } as Compaction;
  expect(toRewriteChanges(compaction, { content: true, lesson: false })).toEqual({
    rewritten: [{ memory_block_id: 'a', content: 'Short', lessons_learned: 'Learned' }],
  });
});
