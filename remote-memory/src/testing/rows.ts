/** Rows in wire format, for tests. */
import type { BlockFieldValues, MemoryBlock } from '@hindsight/shared-contracts/api';
import { BLOCK_FIELD_NAMES } from '@hindsight/shared-contracts/rules';

export const AGENT_ID = 'a0000000-0000-4000-8000-00000000000a';
export const CONVERSATION_ID = 'c0000000-0000-4000-8000-00000000000c';

/** Deterministic ID for a number. */
export function testId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

const NO_FIELDS = Object.fromEntries(
  BLOCK_FIELD_NAMES.map((name) => [name, null]),
) as unknown as BlockFieldValues;

/** Block whose texts contain its number. */
export function block(number: number, rest: Partial<MemoryBlock> = {}): MemoryBlock {
  return {
    id: testId(number),
    agent_id: AGENT_ID,
    agent_name: 'Reviewer',
    conversation_id: CONVERSATION_ID,
    ...NO_FIELDS,
    content: `Incident ${number} of the queue. It was slow.`,
    lessons_learned: `Lesson ${number}: bound every queue.`,
    feedback_score: 82,
    retrieval_count: 3,
    origin: null,
    problem: null,
    archived: false,
    archived_at: null,
    visibility_scope: 'personal',
    owner_user_id: null,
    organization_id: null,
    content_embedding: null,
    timestamp: '2026-03-01T09:00:00Z',
    created_at: '2026-03-01T09:00:00Z',
    updated_at: '2026-03-01T09:00:00Z',
    keywords: [],
    ...rest,
  };
}

/** Keyword with its text as ID. */
export function keyword(text: string): MemoryBlock['keywords'][number] {
  return {
    keyword_id: text,
    id: text,
    keyword_text: text,
    keyword: text,
    visibility_scope: 'personal',
    owner_user_id: null,
    organization_id: null,
    created_at: '2026-03-01T09:00:00Z',
  };
}

/** Page of a list in wire format. */
export function page<T>(items: T[], total = items.length, size = 12) {
  return { items, total_items: total, total_pages: Math.ceil(total / size) };
}
