/** The review inbox: everything in a workspace that waits for a person's decision, and who decided what. */
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

/** Where a sentence is in a memory: in its content, a line break and its lesson. */
const Place = z.object({ from: z.number().int(), length: z.number().int() });

export const ReviewItem = z.object({
  kind: ReviewKind,
  /** Of the consolidation suggestion, the secret finding, or the proposal. */
  id: Uuid,
  /** The start of the memory, with masks in place of all its secrets. */
  title: z.string(),
  /** Why it was proposed, e.g. the words that came with the feedback or the kind of the secret. */
  reason: z.string(),
  /** Of a contradiction the older memory, then the newer one. */
  memory_block_ids: z.array(Uuid),
  /** When what each memory of a contradiction says was written: of a merged one, when the newest of its originals was. */
  said_at: z.array(Timestamp).optional(),
  /** The sentences that contradict each other, in the order of the memories. */
  sentences: z.array(Place).optional(),
  /** Those that it proposes to add. */
  keywords: z.array(z.string()),
  /** Null when neither a model nor rules made it. */
  generated_by: GeneratedBy.nullable(),
  created_at: Timestamp,
});

/**
 * What accepting does: the originals become the merged memory, the memory gets the shorter text (`compaction`: `accepted` holds the one
 * that the person saw) or the keywords, it is archived (`pruning`, `feedback`), the secret is masked, or one of two memories supersedes the
 * other (`contradiction`; rejecting says that both are right, until one of them changes). `snooze` puts it out of the way of every page for
 * a week; secrets cannot wait. `reopen` undoes a decision or a snooze.
 */
export const ReviewVerdict = z.enum(['accept', 'reject', 'snooze', 'reopen']);

/** How long `snooze` puts an item out of the way. */
export const SNOOZE_DAYS = 7;

/** More than a person decides at once. */
export const MAX_DECISIONS = 200;

const Kept = z.enum(['newer', 'older']);

const Decision = z.object({
  kind: ReviewKind,
  id: Uuid,
  /** The parts of it that are accepted; absent takes all. */
  accepted: AcceptedFields.optional(),
  /** Which memory of an accepted contradiction supersedes the other; absent is the newer one. */
  keep: Kept.optional(),
});

const ReviewDecision = z.object({
  id: Uuid,
  kind: ReviewKind,
  item_id: Uuid,
  verdict: ReviewVerdict,
  /** The start of the memory; empty when it is gone. */
  title: z.string(),
  memory_block_ids: z.array(Uuid),
  actor_name: z.string(),
  decided_at: Timestamp,
  /** Of an accepted contradiction. */
  kept: Kept.optional(),
  /** Whether it is the newest decision about its item and can be undone. */
  may_reopen: z.boolean(),
});

export const reviewEndpoints = {
  'GET /review-items/': endpoint({
    summary: 'Pending proposals in the active scope: secrets first, then the newest.',
    query: z.object({
      ...ScopeQuery.shape,
      ...SkipLimit(50).shape,
      after: AfterRow,
      /** Whether the row of `after` is a found secret. These come before all others. */
      after_secret: z.stringbool().default(false),
      /** One kind, or several with commas between them. */
      kind: z.preprocess(
        (value) => (typeof value === 'string' && value !== '' ? value.split(',') : undefined),
        z.array(ReviewKind).optional(),
      ),
    }),
    response: z.object({
      ...Page(ReviewItem).shape,
      /** All that waits, whatever `kind` asks for; a kind of which nothing waits is absent. */
      counts: z.partialRecord(ReviewKind, z.number().int()),
    }),
  }),
  'POST /review-items/decide': endpoint({
    summary:
      'Decides many items, each in a transaction of its own; one that is refused leaves the others alone.',
    body: z.object({ verdict: ReviewVerdict, items: z.array(Decision).min(1).max(MAX_DECISIONS) }),
    response: z.object({
      /** One for each item, in their order; `error` is the reason why it was not decided. */
      results: z.array(
        z.object({ kind: ReviewKind, id: Uuid, success: z.boolean(), error: z.string().optional() }),
      ),
    }),
  }),
  'GET /review-decisions/': endpoint({
    summary: 'Who decided what in the active scope, newest first.',
    query: z.object({ ...ScopeQuery.shape, ...SkipLimit(50).shape, after: AfterRow }),
    response: Page(ReviewDecision),
  }),
};

export type ReviewKind = z.infer<typeof ReviewKind>;
export type ReviewItem = z.infer<typeof ReviewItem>;
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;
export type ReviewDecision = z.infer<typeof ReviewDecision>;
