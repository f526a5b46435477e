/** Consolidation: looking for near-duplicates, and deciding about the suggestions. */
import type { ConsolidationStatus } from '@hindsight/shared-contracts/api';
import { listRows, mayCreateIn, mayRead, mayWrite } from '../../domain/permissions';
import { parseFilterDate, totalPages } from '../../domain/paging';
import { confinedTo } from '../../domain/principal';
import type { Person, Principal, TokenHolder } from '../../domain/principal';
import { mergeBlocks } from '../../curation/mergeBlocks';
import { audit } from '../../storage/audits';
import { lockBlock, setArchived } from '../../storage/blockWrites';
import { decideSuggestion, deleteSuggestion, findSuggestion, originalsOf } from '../../storage/consolidation';
import type { SuggestionRow } from '../../storage/consolidation';
import { listSuggestions, suggestionToWire } from '../../storage/consolidationSuggestions';
import type { Database, Handle } from '../../storage/database';
import { respondAsync, runJob } from '../jobResponses';
import { requireLanguageFeatures } from '../llmFeatures';
import { HttpProblem, demand } from '../problem';
import { Accepted } from '../route';
import type { Routes } from '../route';

const MISSING = 'Consolidation suggestion not found';

/** A date filter; empty means none. Throws 422 for what is not a date. */
function filterDate(name: string, value: string | undefined, edge: 'start' | 'end'): Date | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const date = parseFilterDate(value, edge);
  if (!date) {
    throw new HttpProblem(422, `${name} must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z.`);
  }
  return date;
}

const listRoutes = {
  'GET /consolidation-suggestions/': {
    access: 'memory',
    handle: async ({ database, principal, query, scope }) => {
      const options = {
        rows: listRows(principal, scope()),
        skip: query.skip,
        limit: query.limit,
        status: query.status,
        groupId: query.group_id,
        createdFrom: filterDate('start_date', query.start_date, 'start'),
        createdTo: filterDate('end_date', query.end_date, 'end'),
        search: query.search,
        sortBy: query.sort_by === 'status' ? ('status' as const) : ('created_at' as const),
        descending: query.sort_order === 'desc',
      };
      const page = await database.read(principal, (handle) => listSuggestions(handle, options));
      return {
        items: page.items,
        total_items: page.total,
        total_pages: totalPages(page.total, query.limit),
      };
    },
  },
} satisfies Partial<Routes>;

/**
 * Throws 404 unless the caller may read the suggestion and every original that there still is. The service itself looks,
 * because to the caller a hidden original and a deleted one would look alike.
 */
async function requireReadable(database: Database, principal: Principal, id: string): Promise<void> {
  const found = await database.read({ kind: 'system' }, async (handle) => {
    const suggestion = await findSuggestion(handle, id, false);
    return { suggestion, originals: await originalsOf(handle, suggestion?.originalMemoryIds ?? [], false) };
  });
  const rows = found.suggestion ? [found.suggestion, ...found.originals] : [];
  if (rows.length === 0 || !rows.every((row) => mayRead(principal, row))) throw new HttpProblem(404, MISSING);
}

/** The suggestion and those of its originals that are still there, both as the caller reaches them. */
async function load(handle: Handle, id: string, lock: boolean) {
  const suggestion = await findSuggestion(handle, id, lock);
  if (!suggestion) throw new HttpProblem(404, MISSING);
  const originals = await originalsOf(handle, suggestion.originalMemoryIds, lock);
  const count = suggestion.originalMemoryIds.length;
  return { suggestion, originals, isWhole: originals.length === count && count > 0 };
}

/** Checks of a decision, in this order: it is there, still pending, whole and of one place, and every original may be changed. */
async function decidable(handle: Handle, principal: Person | TokenHolder, id: string, refusal: string) {
  const found = await load(handle, id, true);
  if (found.suggestion.status !== 'pending') {
    throw new HttpProblem(409, 'Suggestion is not in pending status', { code: 'conflict' });
  }
  if (!found.originals.every((row) => mayWrite(principal, row)) || !mayWrite(principal, found.suggestion)) {
    throw new HttpProblem(403, refusal);
  }
  return found;
}

const ACTIONS = {
  validated: 'consolidation_validate',
  rejected: 'consolidation_reject',
  pending: 'consolidation_reopen',
} as const;

async function decided(
  handle: Handle,
  principal: Person | TokenHolder,
  { id, groupId, organizationId, originalMemoryIds }: SuggestionRow,
  status: ConsolidationStatus,
  mergedId: string | null = null,
) {
  await decideSuggestion(handle, id, status, mergedId);
  await audit(handle, {
    actionType: ACTIONS[status],
    targetType: 'consolidation_suggestion',
    targetId: id,
    organizationId,
    actorUserId: principal.userId,
    metadata: { group_id: groupId, original_count: originalMemoryIds.length },
  });
  const row = await findSuggestion(handle, id, false);
  if (!row) throw new Error('A suggestion that was just decided is not there.');
  return suggestionToWire(row);
}

const TRIGGERED = 'Consolidation process triggered successfully';
const MIXED = 'Suggestion bundles originals with different scope/owner/org; cannot consolidate.';
const GONE = 'Some of the original memories were deleted or archived meanwhile; cannot consolidate.';

export const consolidationRoutes = {
  ...listRoutes,

  'POST /consolidation/trigger/': {
    access: 'writer',
    handle: async (call) => {
      const { config, principal, operations } = call;
      if (principal.kind === 'token' && confinedTo(principal) !== null) {
        throw new HttpProblem(403, 'Org-scoped PAT cannot trigger global consolidation');
      }
      requireLanguageFeatures(config);
      if (!config.flags.consolidation) throw new HttpProblem(503, 'Consolidation is currently disabled.');
      const scope = call.scope();
      demand(mayCreateIn(principal, scope, 'data'));
      const job = {
        kind: 'consolidation' as const,
        options: { rows: listRows(principal, scope) },
        items: [{ step: 'find' }],
      };
      if (respondAsync(call)) {
        const { body, location } = await runJob.later(call, job);
        return new Accepted({ message: TRIGGERED, ...body }, location);
      }
      const outcomes = await runJob.now({ ...call, operations }, job);
      const created = outcomes.filter((outcome) => outcome['suggestion_id'] !== undefined).length;
      return {
        message: TRIGGERED,
        groups_found: Number(outcomes[0]?.['groups_found'] ?? 0),
        suggestions_created: created,
      };
    },
  },

  'GET /consolidation-suggestions/{id}': {
    access: 'memory',
    handle: async ({ database, principal, params }) => {
      await requireReadable(database, principal, params.id);
      return database.read(principal, async (handle) =>
        suggestionToWire((await load(handle, params.id, false)).suggestion),
      );
    },
  },

  'POST /consolidation-suggestions/{id}/validate/': {
    access: 'writer',
    handle: async ({ database, principal, params, body }) => {
      await requireReadable(database, principal, params.id);
      return database.write(principal, async (handle) => {
        const refusal = 'Cannot validate: you must have write access to every original memory block.';
        const { suggestion, isWhole } = await decidable(handle, principal, params.id, refusal);
        if (!isWhole) throw new HttpProblem(409, GONE);
        const merged = await mergeBlocks(handle, principal, suggestion.originalMemoryIds, {
          content: suggestion.suggestedContent,
          ...(body?.lessons_learned !== false && { lessonsLearned: suggestion.suggestedLessonsLearned }),
          keywords: suggestion.suggestedKeywords
            .filter((word) => body?.keywords?.includes(word) ?? true)
            .flatMap((word) => word.trim().replace(/\.$/, '') || []),
          origin: 'consolidated_from',
        });
        if (merged === 'mixed') throw new HttpProblem(409, MIXED);
        if (typeof merged === 'string') throw new HttpProblem(409, GONE);
        return decided(handle, principal, suggestion, 'validated', merged.id);
      });
    },
  },

  'POST /consolidation-suggestions/{id}/reject/': {
    access: 'writer',
    handle: async ({ database, principal, params }) => {
      await requireReadable(database, principal, params.id);
      return database.write(principal, async (handle) => {
        const { suggestion } = await decidable(handle, principal, params.id, 'Forbidden');
        return decided(handle, principal, suggestion, 'rejected');
      });
    },
  },

  'POST /consolidation-suggestions/{id}/reopen/': {
    access: 'writer',
    handle: async ({ database, principal, params }) => {
      await requireReadable(database, principal, params.id);
      return database.write(principal, async (handle) => {
        const { suggestion, originals, isWhole } = await load(handle, params.id, true);
        if (suggestion.status === 'pending') throw new HttpProblem(400, 'Suggestion is in pending status');
        const merged = suggestion.mergedMemoryId
          ? await lockBlock(handle, suggestion.mergedMemoryId)
          : undefined;
        const rows = [suggestion, ...originals, ...(merged ? [merged] : [])];
        if (!rows.every((row) => mayWrite(principal, row))) throw new HttpProblem(403, 'Forbidden');
        if (suggestion.status === 'validated') {
          if (!isWhole) throw new HttpProblem(409, 'Some of the original memories were deleted meanwhile.');
          for (const row of originals) await setArchived(handle, row, false, principal.userId);
          if (merged) await setArchived(handle, merged, true, principal.userId);
        }
        return decided(handle, principal, suggestion, 'pending');
      });
    },
  },

  'DELETE /consolidation-suggestions/{id}': {
    access: 'writer',
    handle: async ({ database, principal, params }) => {
      await requireReadable(database, principal, params.id);
      await database.write(principal, async (handle) => {
        const { suggestion, originals } = await load(handle, params.id, true);
        if (!originals.every((row) => mayWrite(principal, row)) || !mayWrite(principal, suggestion)) {
          throw new HttpProblem(403, 'Insufficient permission to delete suggestion');
        }
        await deleteSuggestion(handle, suggestion.id);
        await audit(handle, {
          actionType: 'consolidation_delete',
          targetType: 'consolidation_suggestion',
          targetId: suggestion.id,
          organizationId: suggestion.organizationId,
          actorUserId: principal.userId,
          metadata: { group_id: suggestion.groupId, status: suggestion.status },
        });
      });
    },
  },
} satisfies Partial<Routes>;
