/** A memory block as reviews need it, read from whatever the service sent. */
import { fields, firstText, numberOr } from '@hindsight/shared-contracts/api/client';

export interface ReviewedBlock {
  id: string;
  content: string;
  lesson: string;
  keywords: { id: string; text: string }[];
  agent: string;
  createdAt: string;
  updatedAt: string;
  archived: boolean;
  score: number | null;
  retrievals: number | null;
}

function readKeyword(value: unknown): { id: string; text: string } | null {
  if (typeof value === 'string') return value.trim() === '' ? null : { id: '', text: value };
  const keyword = fields(value);
  const text = firstText(keyword['keyword_text'], keyword['keyword']);
  return text === '' ? null : { id: firstText(keyword['keyword_id'], keyword['id']), text };
}

/** Null without an id. */
export function readBlock(value: unknown): ReviewedBlock | null {
  const block = fields(value);
  const id = firstText(block['id']);
  if (id === '') return null;
  const keywords = Array.isArray(block['keywords']) ? block['keywords'] : [];
  return {
    id,
    content: firstText(block['content']),
    lesson: firstText(block['lessons_learned']),
    keywords: keywords.map(readKeyword).filter((keyword) => keyword !== null),
    agent: firstText(block['agent_name']),
    createdAt: firstText(block['created_at'], block['timestamp']),
    updatedAt: firstText(block['updated_at']),
    archived: block['archived'] === true,
    score: numberOr(block['feedback_score'], null),
    retrievals: numberOr(block['retrieval_count'], null),
  };
}

/** Last characters of an id, as the product shows ids. */
export const shortId = (id: string): string => id.slice(-8);

/** `1 memory`, `2 memories`. */
export const memories = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? 'memory' : 'memories'}`;
