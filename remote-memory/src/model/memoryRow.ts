/** A memory block as the screens use it, read from whatever the service sent. */
import { fields, firstText, numberOr } from '@hindsight/shared-contracts/api/client';

export interface MemoryRow {
  id: string;
  agentId: string;
  /** Empty when the answer does not name the agent. */
  agentName: string;
  conversationId: string;
  content: string;
  /** Empty when nothing was learned. */
  lesson: string;
  /** What went wrong, in the words of a tool; empty when nothing did. */
  errors: string;
  /** ISO times; empty when unknown. */
  createdAt: string;
  updatedAt: string;
  /** Empty unless the block is archived. */
  archivedAt: string;
  /** 0 to 100, or null when nobody rated. */
  score: number | null;
  /** How often agents read it. */
  retrievals: number;
  /** The block's own keywords, without duplicates. */
  keywords: string[];
}

function readKeyword(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  const keyword = fields(value);
  return firstText(keyword['keyword_text'], keyword['keyword']).trim();
}

function readKeywords(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value.map(readKeyword).filter((keyword) => keyword !== ''))];
}

/** One row, or null when it has no id: such a row could be neither keyed nor opened. */
export function readMemoryRow(value: unknown): MemoryRow | null {
  const block = fields(value);
  const id = firstText(block['id'], block['memory_block_id']);
  if (id === '') return null;
  const score = numberOr(block['feedback_score'], null);
  return {
    id,
    agentId: firstText(block['agent_id']),
    agentName: firstText(block['agent_name']),
    conversationId: firstText(block['conversation_id']),
    content: firstText(block['content']),
    lesson: firstText(block['lessons_learned']),
    errors: firstText(block['errors']),
    createdAt: firstText(block['created_at'], block['timestamp']),
    updatedAt: firstText(block['updated_at']),
    archivedAt: firstText(block['archived_at']),
    score: score === null ? null : Math.min(100, Math.max(0, Math.round(score))),
    retrievals: Math.max(0, numberOr(block['retrieval_count'], 0)),
    keywords: readKeywords(block['keywords']),
  };
}
