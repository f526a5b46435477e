/** One look of a program at a memory block. */
import { fields, firstText, numberOr } from '@hindsight/shared-contracts/api/client';

export interface RetrievalRow {
  /** Unique within a page: the wire gives none, so it is made of what it says. */
  key: string;
  person: string;
  token: string;
  kind: 'search' | 'detail';
  /** Empty for a block that was opened by its id. */
  query: string;
  /** Place among the hits, from 1; null when it was not searched for. */
  rank: number | null;
  at: string;
}

export function readRetrieval(value: unknown): RetrievalRow | null {
  const look = fields(value);
  const at = firstText(look['retrieved_at']);
  if (at === '') return null;
  const token = firstText(look['token_name']) || 'A token without a name';
  const query = firstText(look['query']);
  return {
    key: `${at} ${firstText(look['token_id'])} ${query}`,
    person: firstText(look['user_display_name']) || 'Somebody without a name',
    token,
    kind: look['kind'] === 'search' ? 'search' : 'detail',
    query,
    rank: numberOr(look['rank'], null),
    at,
  };
}
