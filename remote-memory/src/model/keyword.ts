/** View model of a keyword. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';

export interface Keyword {
  id: string;
  text: string;
  /** ISO timestamp. */
  createdAt: string;
}

export function toKeyword(keyword: CallAnswer<'GET /keywords/{id}'>): Keyword {
  return { id: keyword.keyword_id, text: keyword.keyword_text, createdAt: keyword.created_at };
}

/** Number of days for which a keyword counts as recent, as specified. */
export const RECENT_DAYS = 7;
const DAY = 24 * 60 * 60 * 1000;

/** Whether the keyword was created in the last 7 days. */
export function isRecent({ createdAt }: Keyword, now: number): boolean {
  return now - Date.parse(createdAt) <= RECENT_DAYS * DAY;
}

/** `Used in 1 memory`, `Used in 2,410 memories`. */
export function usageText(count: number): string {
  return `Used in ${formatNumber(count)} ${count === 1 ? 'memory' : 'memories'}`;
}

/** Texts of the similar keywords for each keyword. */
export function similarKeywords(
  groups: CallAnswer<'GET /keywords/cleanup'>['duplicates'],
): ReadonlyMap<string, string> {
  return new Map(
    groups.flatMap(({ keywords }) =>
      keywords.map(({ keyword_id: id }) => {
        const others = keywords.filter((one) => one.keyword_id !== id).map((one) => one.keyword_text);
        return [id, others.join(', ')] as const;
      }),
    ),
  );
}
