/** Endpoints of the review inbox: pending items, decisions and their history. */
import { SNOOZE_DAYS } from '@hindsight/shared-contracts/api';
import type { AcceptedFields, ReviewKind, ReviewVerdict, SecretState } from '@hindsight/shared-contracts/api';
import {
  applyOne,
  editKeywords,
  recordFeedback,
  restoreMark,
  lockBlock,
  setArchived,
  loadTitles,
} from '../../memory';
import { decideProposal, findAny, findProposal, lockProposal, snoozeProposal } from '../../proposals';
import type { ProposalRow } from '../../proposals';
import {
  prune,
  storeCompact,
  decidePair,
  type Kept,
  acceptedTexts,
  undoCompaction,
  type CompactedTexts,
  rejectSuggestion,
  reopenSuggestion,
  validateSuggestion,
} from '../../curation';
import { totalPages } from '../../../platform/http/rules/paging';
import { listRows, mayRead, mayUseMemoryData, toOwnership } from '../../../platform/auth/rules/permissions';
import type { Person } from '../../../platform/auth/rules/principal';
import { audit, targetType } from '../../../platform/database/audits';
import type { BlockRow } from '../../memory';
import type { Handle } from '../../../platform/database/database';
import { listDecisions, listReviewItems } from '../queries/reviewItems';
import { writable } from '../../../platform/http/access';
import { assertAllowed, HttpProblem } from '../../../platform/http/problem';
import type { Call, Routes } from '../../../platform/http/route';
import { decideSecret } from '../../secretFindings';
import { describePlace } from '../../../platform/http/keyset';

const MISSING = 'This proposal no longer exists.';
const DECIDED = 'This has already been resolved.';
const CHANGED = 'The memory has changed since this was proposed.';
const SECRET_WAITS = 'A secret cannot be snoozed.';

interface Decision {
  kind: ReviewKind;
  id: string;
  accepted?: AcceptedFields | undefined;
  compact?: CompactedTexts | undefined;
  keep?: Kept | undefined;
}

async function applyProposal(
  handle: Handle,
  principal: Person,
  { kind, keywords }: ProposalRow,
  block: BlockRow,
  { accepted, compact }: Decision,
): Promise<void> {
  if (compact) {
    return storeCompact(handle, block, compact, principal.userId, { generated_by: compact.generatedBy });
  }
  if (kind === 'pruning') return prune(handle, block, principal.userId);
  if (kind !== 'keywords') return setArchived(handle, block, true, principal.userId);
  const chosen = accepted?.keywords ?? keywords;
  const application = { memory_block_id: block.id, selected_keywords: chosen };
  const { success, error } = await applyOne(handle, principal, application);
  if (!success) throw new HttpProblem(409, error ?? CHANGED);
}

/** Feedback that clears the mark. */
const RESOLVED = { type: 'neutral', details: null, problem: null } as const;

const STATES = { accept: 'accepted', reject: 'rejected', reopen: 'pending' } as const;
type Decided = Exclude<ReviewVerdict, 'snooze'>;

async function decideOne(
  handle: Handle,
  principal: Person,
  decision: Decision,
  verdict: Decided,
): Promise<void> {
  const { kind, id } = decision;
  // Lock the memory first, like every edit and move, so that a decision that waited for one sees its result.
  const known = writable(principal, await findProposal(handle, id), MISSING);
  const block = writable(principal, await lockBlock(handle, known.memoryBlockId), MISSING);
  const proposal = writable(principal, await lockProposal(handle, id), MISSING);
  if (proposal.kind !== kind) throw new HttpProblem(404, MISSING);
  if ((proposal.state === 'pending') === (verdict === 'reopen')) throw new HttpProblem(409, DECIDED);
  if (verdict !== 'reopen' && !proposal.isCurrent) throw new HttpProblem(409, CHANGED);
  if (verdict === 'accept') await applyProposal(handle, principal, proposal, block, decision);
  // Keeping a memory means that it is neither wrong nor outdated.
  if (kind === 'feedback' && verdict === 'reject' && block.problem !== null)
    await recordFeedback(handle, block, RESOLVED, principal.userId);
  if (kind === 'feedback' && verdict === 'reopen' && proposal.state === 'rejected')
    await restoreMark(handle, block, principal.userId);
  if (verdict === 'reopen' && proposal.state === 'accepted') {
    if (kind === 'keywords')
      await editKeywords(handle, principal, block, { add: [], remove: proposal.addedKeywords });
    else if (kind === 'compaction') await undoCompaction(handle, proposal, block, principal.userId);
    else await setArchived(handle, block, false, principal.userId);
  }
  // Already settled and audited by the action itself, as on any other page.
  if (verdict === 'accept' && kind !== 'feedback') return;
  await decideProposal(handle, proposal, STATES[verdict]);
  await audit(handle, {
    actionType: `review_${verdict}`,
    targetType: targetType(kind),
    targetId: id,
    organizationId: block.organizationId,
    actorUserId: principal.userId,
    metadata: { memory_block_id: block.id },
  });
}

const SECRET_STATES: Record<Decided, SecretState> = {
  accept: 'masked',
  reject: 'not_a_secret',
  reopen: 'open',
};

type Deciding = Call<'POST /review-items/decide', 'person'>;

/** Snoozes a pending proposal, or ends the snooze. @returns false when there was no snooze to end. */
async function snooze(
  handle: Handle,
  principal: Person,
  { id, kind }: Decision,
  verdict: 'snooze' | 'reopen',
) {
  const proposal = writable(principal, await findAny(handle, kind, id), MISSING);
  if (verdict === 'reopen' && (proposal.state !== 'pending' || proposal.snoozedUntil === null)) return false;
  if (proposal.state !== 'pending') throw new HttpProblem(409, DECIDED);
  await snoozeProposal(handle, id, verdict === 'snooze' ? SNOOZE_DAYS : null);
  return true;
}

/** Decides one item in a separate transaction. @throws HttpProblem with the reason for the person. */
async function decide(call: Deciding, item: Decision, given: ReviewVerdict) {
  const { database, principal } = call;
  const { kind, id, accepted } = item;
  if (kind === 'secret' && given === 'snooze') throw new HttpProblem(409, SECRET_WAITS);
  if (kind !== 'secret' && (given === 'snooze' || given === 'reopen')) {
    if (await database.write(principal, (handle) => snooze(handle, principal, item, given))) return;
  }
  const verdict = given as Decided;
  if (kind === 'secret') {
    await database.write(principal, (handle) => decideSecret(handle, principal, id, SECRET_STATES[verdict]));
  } else if (kind === 'consolidation') {
    const suggestion = { database, principal, id };
    if (verdict === 'accept') await validateSuggestion(suggestion, accepted);
    else if (verdict === 'reject') await rejectSuggestion(suggestion);
    else await reopenSuggestion(suggestion);
  } else if (kind === 'contradiction') {
    await database.write(principal, (handle) => decidePair(handle, principal, item, verdict));
  } else {
    const isCompaction = kind === 'compaction' && verdict === 'accept';
    const compact = isCompaction ? await acceptedTexts(call, id, accepted) : undefined;
    await database.write(principal, (handle) => decideOne(handle, principal, { ...item, compact }, verdict));
  }
}

export const reviewRoutes = {
  'GET /review-items/': {
    access: 'memory',
    handle: async ({ database, principal, query, scope }) => {
      const { kind: kinds, skip, limit } = query;
      const after = describePlace(query.after);
      const options = {
        rows: listRows(principal, scope()),
        kinds,
        withSecrets: principal.kind === 'person',
        after: after && { ...after, isSecret: query.after_secret },
        skip,
        limit,
      };
      const { items, counts } = await database.read(principal, (handle) => listReviewItems(handle, options));
      const counted = Object.entries(counts).filter(([kind]) => !kinds || kinds.includes(kind as ReviewKind));
      const total = counted.reduce((sum, [, count]) => sum + count, 0);
      return { items, total_items: total, total_pages: totalPages(total, limit), counts };
    },
  },

  'POST /review-items/decide': {
    access: 'person',
    handle: async (call) => {
      const { principal, body } = call;
      assertAllowed(mayUseMemoryData(principal));
      const results: { kind: ReviewKind; id: string; success: boolean; error?: string }[] = [];
      for (const item of body.items) {
        const { kind, id } = item;
        try {
          await decide(call, item, body.verdict);
          results.push({ kind, id, success: true });
        } catch (error) {
          if (!(error instanceof HttpProblem)) throw error;
          results.push({ kind, id, success: false, error: error.detail });
        }
      }
      return { results };
    },
  },

  'GET /review-decisions/': {
    access: 'person',
    handle: async ({ database, principal, query, scope }) => {
      assertAllowed(mayUseMemoryData(principal));
      const place = toOwnership(principal, scope());
      const page = { ...query, after: describePlace(query.after) };
      const { items, total } = mayRead(principal, place)
        ? await database.read({ kind: 'system' }, (handle) => listDecisions(handle, place, page))
        : { items: [], total: 0 };
      const ids = items.flatMap(({ memory_block_ids: blocks }) => blocks);
      const titles = await database.read(principal, (handle) => loadTitles(handle, ids));
      return {
        items: items.map((item) => ({
          ...item,
          title: item.memory_block_ids.flatMap((id) => titles.get(id) ?? [])[0] ?? '',
        })),
        total_items: total,
        total_pages: totalPages(total, query.limit),
      };
    },
  },
} satisfies Partial<Routes>;
