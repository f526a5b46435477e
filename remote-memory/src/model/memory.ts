/** A memory as the screens use it. */
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { readFields, type AuthorFields } from './authorFields';
import { toKeyword, type Keyword } from './keyword';

/** A memory block as the service sends it. */
export type MemoryBlock = CallAnswer<'GET /memory-blocks/{id}'>;

/** Texts are empty where the service has none; times are ISO. */
export interface Memory extends AuthorFields {
  id: string;
  agentId: string;
  agentName: string;
  conversationId: string;
  /** 0 to 100; null while nobody has rated it. */
  score: number | null;
  retrievals: number;
  /** Who or what wrote it; null where it is not known. */
  origin: MemoryBlock['origin'];
  /** What people or agents say is wrong with it. */
  problem: MemoryBlock['problem'];
  keywords: Keyword[];
  createdAt: string;
  updatedAt: string;
  archived: boolean;
  archivedAt: string;
  /** The older memories that it replaces; only the memory itself is asked for them. */
  superseded: readonly { id: string; title: string }[];
}

/** Rows of a list, and how many there are on all its pages. */
export interface Rows<T> {
  items: T[];
  total: number;
  /** Whether there are rows behind these; absent where `total` tells. */
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

/** A page of memories as the service sends it. */
export function toRows(page: { items: MemoryBlock[]; total_items: number }): Rows<Memory> {
  return { items: page.items.map(toMemory), total: page.total_items };
}

/** The texts of a memory's keywords. */
export function keywordTexts({ keywords }: Pick<Memory, 'keywords'>): string[] {
  return keywords.map(({ text }) => text);
}
