/** Decisions on consolidation suggestions. Each returns the suggestion in wire format. */
import type { AcceptedFields, ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { loadKeywords, mergeBlocks, readMergeAhead } from './mergeBlocks';
import { mayRead, mayWrite } from '../../platform/auth/rules/permissions';
import type { Person, Principal, TokenHolder } from '../../platform/auth/rules/principal';
import { audit } from '../../platform/database/audits';
import { lockBlock, setArchived } from '../memory';
import { decideSuggestion, findSuggestion, isOutdated, loadOriginals } from './queries/consolidation';
import type { SuggestionRow } from './queries/consolidation';
import { suggestionToWire } from './queries/consolidationSuggestions';
import type { Database, Handle } from '../../platform/database/database';
import { HttpProblem } from '../../platform/http/problem';

const MISSING = 'Consolidation suggestion not found';

/**
 * Throws 404 unless the caller may read the suggestion and all of its existing originals. Reads as the service, because the caller cannot
 * tell a hidden original from a deleted one.
 */
export async function requireReadable(
  database: Database,
  principal: Principal,
  id: string,
): Promise<{ suggestion: SuggestionRow }> {
  const found = await database.read({ kind: 'system' }, async (handle) => {
    const suggestion = await findSuggestion(handle, id, false);
    return { suggestion, originals: await loadOriginals(handle, suggestion?.memoryBlockIds ?? [], false) };
  });
  const { suggestion, originals } = found;
  if (!suggestion || ![suggestion, ...originals].every((row) => mayRead(principal, row)))
    throw new HttpProblem(404, MISSING);
  return { suggestion };
}

/** The suggestion and its existing originals, both restricted to what the caller can reach. */
export async function loadSuggestion(handle: Handle, id: string, lock: boolean) {
  const suggestion = await findSuggestion(handle, id, lock);
  if (!suggestion) throw new HttpProblem(404, MISSING);
  const originals = await loadOriginals(handle, suggestion.memoryBlockIds, lock);
  const count = suggestion.memoryBlockIds.length;
  return { suggestion, originals, isWhole: originals.length === count && count > 0 };
}

/** Locks a suggestion for a decision. Throws 404 if it is missing, 409 unless it is pending, and 403 unless every original may be changed. */
async function assertDecidable(handle: Handle, principal: Person | TokenHolder, id: string, refusal: string) {
  const found = await loadSuggestion(handle, id, true);
  if (found.suggestion.state !== 'pending') {
    throw new HttpProblem(409, 'Suggestion is not in pending status', { code: 'conflict' });
  }
  if (!found.originals.every((row) => mayWrite(principal, row)) || !mayWrite(principal, found.suggestion)) {
    throw new HttpProblem(403, refusal);
  }
  return found;
}

const ACTIONS = {
  accepted: 'consolidation_validate',
  rejected: 'consolidation_reject',
  pending: 'consolidation_reopen',
} as const;

async function recordDecision(
  handle: Handle,
  principal: Person | TokenHolder,
  { id, groupId, organizationId, memoryBlockIds }: SuggestionRow,
  state: SuggestionRow['state'],
  mergedId: string | null = null,
) {
  await decideSuggestion(handle, id, state, mergedId);
  await audit(handle, {
    actionType: ACTIONS[state],
    targetType: 'consolidation_suggestion',
    targetId: id,
    organizationId,
    actorUserId: principal.userId,
    metadata: { group_id: groupId, original_count: memoryBlockIds.length },
  });
  const row = await findSuggestion(handle, id, false);
  if (!row) throw new Error('The resolved suggestion was not found.');
  return suggestionToWire(row);
}

const MIXED = 'Suggestion bundles originals with different scope/owner/org; cannot consolidate.';
const CHANGED =
  'A memory has changed since this was suggested. Trigger consolidation again to get a current suggestion.';
const GONE = 'Some of the original memories have since been deleted or archived; cannot consolidate.';

/** Input of a decision: database, person and suggestion. */
export interface SuggestionDecision {
  database: Database;
  principal: Person | TokenHolder;
  id: string;
}

/** The keywords of the originals plus the suggested ones, minus those that the person removed. */
async function acceptedKeywords(
  handle: Handle,
  { memoryBlockIds, keywords }: SuggestionRow,
  accepted: readonly string[] = keywords,
): Promise<string[]> {
  const toKey = (word: string) => word.trim().replace(/\.$/, '').toLowerCase();
  const chosen = new Set(accepted.map(toKey));
  const left = new Set(keywords.map(toKey).filter((key) => !chosen.has(key)));
  const all = [...(await loadKeywords(handle, memoryBlockIds)), ...keywords];
  const kept = new Map(all.map((word) => [toKey(word), word.trim().replace(/\.$/, '')]));
  return [...kept].flatMap(([key, word]) => (key === '' || left.has(key) ? [] : [word]));
}

/** The accepted lessons; none if the originals' own are kept. */
function lessonsFor(
  { lessonsLearned }: SuggestionRow,
  accepted: AcceptedFields | undefined,
): { lessonsLearned?: string } {
  const lessons = accepted?.lessons_learned ?? true;
  if (lessons === false) return {};
  return { lessonsLearned: lessons === true ? (lessonsLearned ?? '') : lessons };
}

/** Creates the merged block from the accepted parts and archives the originals. */
export async function validateSuggestion(
  { database, principal, id }: SuggestionDecision,
  accepted: AcceptedFields | undefined,
): Promise<ConsolidationSuggestion> {
  const { suggestion: shown } = await requireReadable(database, principal, id);
  await readMergeAhead(database, principal, shown.memoryBlockIds, {
    content: accepted?.content ?? shown.content ?? '',
    ...lessonsFor(shown, accepted),
  });
  return database.write(principal, async (handle) => {
    const refusal = 'Cannot validate: you must have write access to every original memory block.';
    const { suggestion, isWhole } = await assertDecidable(handle, principal, id, refusal);
    if (!isWhole) throw new HttpProblem(409, GONE);
    if (await isOutdated(handle, id)) throw new HttpProblem(409, CHANGED);
    const merged = await mergeBlocks(handle, principal, suggestion.memoryBlockIds, {
      content: accepted?.content ?? suggestion.content ?? '',
      ...lessonsFor(suggestion, accepted),
      keywords: await acceptedKeywords(handle, suggestion, accepted?.keywords),
      origin: 'consolidated_from',
    });
    if (merged === 'mixed') throw new HttpProblem(409, MIXED);
    if (typeof merged === 'string') throw new HttpProblem(409, GONE);
    return recordDecision(handle, principal, suggestion, 'accepted', merged.id);
  });
}

export async function rejectSuggestion({
  database,
  principal,
  id,
}: SuggestionDecision): Promise<ConsolidationSuggestion> {
  await requireReadable(database, principal, id);
  return database.write(principal, async (handle) => {
    const { suggestion } = await assertDecidable(handle, principal, id, 'Forbidden');
    return recordDecision(handle, principal, suggestion, 'rejected');
  });
}

/** Reverts a decision to pending: restores the originals and archives the merged block. */
export async function reopenSuggestion({
  database,
  principal,
  id,
}: SuggestionDecision): Promise<ConsolidationSuggestion> {
  await requireReadable(database, principal, id);
  return database.write(principal, async (handle) => {
    const { suggestion, originals, isWhole } = await loadSuggestion(handle, id, true);
    if (suggestion.state === 'pending') throw new HttpProblem(400, 'Suggestion is in pending status');
    const merged = suggestion.resultId ? await lockBlock(handle, suggestion.resultId) : undefined;
    const rows = [suggestion, ...originals, ...(merged ? [merged] : [])];
    if (!rows.every((row) => mayWrite(principal, row))) throw new HttpProblem(403, 'Forbidden');
    if (suggestion.state === 'accepted') {
      if (!isWhole) throw new HttpProblem(409, 'Some of the original memories have since been deleted.');
      for (const row of originals) await setArchived(handle, row, false, principal.userId);
      if (merged) await setArchived(handle, merged, true, principal.userId);
    }
    return recordDecision(handle, principal, suggestion, 'pending');
  });
}
