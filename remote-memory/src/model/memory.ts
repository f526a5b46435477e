/** View model of a memory. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { readFields, type AuthorFields } from './authorFields';
import { toKeyword, type Keyword } from './keyword';

/** Memory block in wire format. */
export type MemoryBlock = CallAnswer<'GET /memory-blocks/{id}'>;

/** Missing texts are empty strings; times are ISO timestamps. */
export interface Memory extends AuthorFields {
  id: string;
  agentId: string;
  agentName: string;
  conversationId: string;
  /** 0 to 100; null without ratings. */
  score: number | null;
  retrievals: number;
  /** Kind of author; null if unknown. */
  origin: MemoryBlock['origin'];
  /** Mark set by people or agents. */
  problem: MemoryBlock['problem'];
  keywords: Keyword[];
  createdAt: string;
  updatedAt: string;
  archived: boolean;
  archivedAt: string;
  /** Older memories that this one replaces; loaded only with the memory itself, not in lists. */
  superseded: readonly { id: string; title: string }[];
}

/** Rows of a list, and the total on all pages. */
export interface Rows<T> {
  items: T[];
  total: number;
  /** Whether rows follow; absent if `total` tells. */
  hasMore?: boolean;
}

export function toMemory(block: MemoryBlock): Memory {
  return {
    id: block.id,
    agentId: block.agent_id,
    agentName: block.agent_name,
    conversationId: block.conversation_id,
    ...readFields(block),
    score: block.feedback_score,
    retrievals: block.retrieval_count,
    origin: block.origin,
    problem: block.problem,
    keywords: block.keywords.map(toKeyword),
    createdAt: block.created_at,
    updatedAt: block.updated_at,
    archived: block.archived,
    archivedAt: block.archived_at ?? '',
    superseded: block.superseded ?? [],
  };
}

/** Converts a page of memories from wire format. */
export function toRows(page: { items: MemoryBlock[]; total_items: number }): Rows<Memory> {
  return { items: page.items.map(toMemory), total: page.total_items };
}

/** Texts of a memory's keywords. */
export function keywordTexts({ keywords }: Pick<Memory, 'keywords'>): string[] {
  return keywords.map(({ text }) => text);
}
