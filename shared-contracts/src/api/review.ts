/** The review inbox: all pending proposals of a workspace, and the log of decisions. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { AfterRow, Page, ScopeQuery, SkipLimit, Timestamp, Uuid } from './common';
import { AcceptedFields } from './consolidation';
import { GeneratedBy } from './generatedBy';

/** `feedback`: an agent or a person rated the memory negatively. `contradiction`: two memories that cannot both be right. */
export const ReviewKind = z.enum([
  'contradiction',
  'consolidation',
  'compaction',
  'pruning',
  'keywords',
  'feedback',
  'secret',
]);

/** Range of a sentence in the text of a memory: its content, a line break, then its lesson. */
const Place = z.object({ from: z.number().int(), length: z.number().int() });

export const ReviewItem = z.object({
  kind: ReviewKind,
  /** Id of the consolidation suggestion, the secret finding or the proposal. */
  id: Uuid,
  /** Start of the memory, with all its secrets masked. */
  title: z.string(),
  /** Reason for the proposal, e.g. the feedback text or the kind of secret. */
  reason: z.string(),
  /** For a contradiction: the older memory, then the newer one. */
  memory_block_ids: z.array(Uuid),
  /** When each side of a contradiction was written; for a merged memory, its newest original counts. */
  said_at: z.array(Timestamp).optional(),
  /** The contradicting sentences, in the order of the memories. */
  sentences: z.array(Place).optional(),
  /** Keywords that it proposes to add. */
  keywords: z.array(z.string()),
  /** Null if neither a model nor rules generated it. */
  generated_by: GeneratedBy.nullable(),
  created_at: Timestamp,
});

/**
 * `accept` applies the proposal: merges the originals, replaces the text (`compaction`: `accepted` holds the text that the person saw),
 * adds the keywords, archives the memory (`pruning`, `feedback`), masks the secret, or lets one memory supersede the other
 * (`contradiction`). Rejecting a contradiction says that both are right, until one of them changes. `snooze` hides the item everywhere for
 * a week; secrets cannot be snoozed. `reopen` undoes a decision or a snooze.
 */
export const ReviewVerdict = z.enum(['accept', 'reject', 'snooze', 'reopen']);

/** Number of days that `snooze` hides an item. */
export const SNOOZE_DAYS = 7;

/** Maximum per request: more than a person resolves at once. */
export const MAX_DECISIONS = 200;

const Kept = z.enum(['newer', 'older']);

const Decision = z.object({
  kind: ReviewKind,
  id: Uuid,
  /** Accepted parts of the proposal; absent accepts all. */
  accepted: AcceptedFields.optional(),
  /** Which memory of an accepted contradiction is kept; defaults to the newer one. */
  keep: Kept.optional(),
});

const ReviewDecision = z.object({
  id: Uuid,
  kind: ReviewKind,
  item_id: Uuid,
  verdict: ReviewVerdict,
  /** Start of the memory; empty if it was deleted. */
  title: z.string(),
  memory_block_ids: z.array(Uuid),
  actor_name: z.string(),
  decided_at: Timestamp,
  /** For an accepted contradiction. */
  kept: Kept.optional(),
  /** Whether it is the latest decision on its item and can be undone. */
  may_reopen: z.boolean(),
});

export const reviewEndpoints = {
  'GET /review-items/': endpoint({
    summary: 'Pending proposals in the active scope: secrets first, then the newest.',
    query: z.object({
      ...ScopeQuery.shape,
      ...SkipLimit(50).shape,
      after: AfterRow,
      /** Whether the row of `after` is a secret finding. These sort before all others. */
      after_secret: z.stringbool().default(false),
      /** One kind, or several separated by commas. */
      kind: z.preprocess(
        (value) => (typeof value === 'string' && value !== '' ? value.split(',') : undefined),
        z.array(ReviewKind).optional(),
      ),
    }),
    response: z.object({
      ...Page(ReviewItem).shape,
      /** Pending items of all kinds, regardless of `kind`; kinds without any are absent. */
      counts: z.partialRecord(ReviewKind, z.number().int()),
    }),
  }),
  'POST /review-items/decide': endpoint({
    summary: 'Resolves many items, each in a separate transaction; one failure does not affect the others.',
    body: z.object({ verdict: ReviewVerdict, items: z.array(Decision).min(1).max(MAX_DECISIONS) }),
    response: z.object({
      /** One per item, in request order; `error` is the reason why it was not resolved. */
      results: z.array(
        z.object({ kind: ReviewKind, id: Uuid, success: z.boolean(), error: z.string().optional() }),
      ),
    }),
  }),
  'GET /review-decisions/': endpoint({
    summary: 'Review decisions in the active scope, newest first.',
    query: z.object({ ...ScopeQuery.shape, ...SkipLimit(50).shape, after: AfterRow }),
    response: Page(ReviewDecision),
  }),
};

export type ReviewKind = z.infer<typeof ReviewKind>;
export type ReviewItem = z.infer<typeof ReviewItem>;
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;
export type ReviewDecision = z.infer<typeof ReviewDecision>;
