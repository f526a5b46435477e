/** Where the answers of lists keep their rows: the one check of a shape that the client makes. */
import { UnexpectedAnswerError } from './errors';
import type { CallAnswer, CallKey } from './types';

/** `''` for an answer that is the array itself, else the name of the array in it. */
type Place<Answer> = Answer extends readonly unknown[]
  ? ''
  : { [N in keyof Answer]: Answer[N] extends readonly unknown[] ? N : never }[keyof Answer];

type Lists = { readonly [K in CallKey]?: Place<CallAnswer<K>> };

export const LISTS: Lists = {
  'GET /agent-activity/': 'items',
  'GET /agent-activity/questions': 'items',
  'GET /agent-activity/summary': 'days',
  'GET /agents/': 'items',
  'GET /agents/counts': 'counts',
  'GET /agents/search/': '',
  'GET /analytics/new-memories': 'agents',
  'GET /analytics/unused': 'items',
  'GET /audits/': '',
  'GET /beta-access/admin/users': 'users',
  'GET /beta-access/pending': 'requests',
  'GET /beta-access/pending/stuck': 'requests',
  'GET /bulk-edits/{id}': 'edits',
  'GET /bulk-operations/admin/operations': '',
  'GET /consolidation-suggestions/': 'items',
  'GET /conversations/{id}/events': 'items',
  'GET /jobs/': 'items',
  'GET /keywords/': '',
  'GET /keywords/cleanup': 'duplicates',
  'GET /keywords/counts': 'counts',
  'GET /keywords/{id}/memory-blocks/': '',
  'GET /memory-blocks/': 'items',
  'GET /memory-blocks/archived/': 'items',
  'GET /memory-blocks/search/': '',
  'GET /memory-blocks/search/fulltext': '',
  'GET /memory-blocks/search/hybrid': '',
  'GET /memory-blocks/search/recall': 'hits',
  'GET /memory-blocks/search/semantic': '',
  'GET /memory-blocks/{id}/feedback/': 'items',
  'GET /memory-blocks/{id}/keywords/': '',
  'GET /memory-blocks/{id}/retrievals': 'items',
  'GET /memory-blocks/{id}/versions': '',
  'GET /memory-optimization/suggestions': 'suggestions',
  'GET /notifications/': 'notifications',
  'GET /organizations/': '',
  'GET /organizations/admin': '',
  'GET /organizations/manageable': '',
  'GET /organizations/{id}/invitations': '',
  'GET /organizations/{id}/members': '',
  'GET /pinned-questions/': 'items',
  'GET /review-decisions/': 'items',
  'GET /review-items/': 'items',
  'GET /saved-views/': 'items',
  'GET /secret-findings/': 'items',
  'GET /users/me/tokens': '',
};

/**
 * An answer without its rows, e.g. from something else behind the same address, is a failure, not an empty list.
 * @throws UnexpectedAnswerError when a list's answer holds no array.
 */
export function assertList(key: string, answer: unknown): void {
  const place = (LISTS as Record<string, string | undefined>)[key];
  if (place === undefined) return;
  const rows = place === '' ? answer : (answer as Record<string, unknown> | null)?.[place];
  if (!Array.isArray(rows)) throw new UnexpectedAnswerError(200, JSON.stringify(answer));
}
