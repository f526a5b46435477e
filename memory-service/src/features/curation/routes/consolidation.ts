/** Consolidation: finding near-duplicates, and deciding the suggestions. */
import { listRows, mayCreateIn, mayWrite } from '../../../platform/auth/rules/permissions';
import { parseFilterDate, totalPages } from '../../../platform/http/rules/paging';
import { restrictedOrganization } from '../../../platform/auth/rules/principal';
import { audit } from '../../../platform/database/audits';
import { deleteSuggestion } from '../queries/consolidation';
import { listSuggestions, STATUSES, suggestionToWire } from '../queries/consolidationSuggestions';
import {
  loadSuggestion,
  rejectSuggestion,
  reopenSuggestion,
  requireReadable,
  validateSuggestion,
} from '../consolidationDecisions';
import { respondAsync, runJob } from '../../jobs';
import { requireLanguageFeatures, withReason } from '../llmFeatures';
import { HttpProblem, assertAllowed } from '../../../platform/http/problem';
import { Accepted } from '../../../platform/http/route';
import type { Routes } from '../../../platform/http/route';

/** Parses a date filter; empty means none. Throws 422 for an invalid date. */
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

const TRIGGERED = 'Consolidation process triggered successfully';
export const consolidationRoutes = {
  ...listRoutes,

  'POST /consolidation/trigger/': {
    access: 'writer',
    handle: async (call) => {
      const { config, principal, operations } = call;
      if (principal.kind === 'token' && restrictedOrganization(principal) !== null) {
        throw new HttpProblem(403, 'Org-scoped PAT cannot trigger global consolidation');
      }
      requireLanguageFeatures(config);
      if (!config.flags.consolidation) throw new HttpProblem(503, 'Consolidation is currently disabled.');
      const scope = call.scope();
      assertAllowed(mayCreateIn(principal, scope, 'data'));
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
      const [search, ...groups] = outcomes;
      const created = groups.filter(({ success }) => success).length;
      const failed = groups.filter(({ success }) => !success);
      const found = search?.success ? groups.length : 0;
      return {
        message:
          search?.success && failed.length === 0
            ? TRIGGERED
            : withReason(
                `${TRIGGERED}. Couldn’t make suggestions for ${failed.length} of ${found} groups.`,
                search?.success ? failed : outcomes,
              ),
        groups_found: found,
        suggestions_created: created,
      };
    },
  },

  'GET /consolidation-suggestions/{id}': {
    access: 'memory',
    handle: async ({ database, principal, params }) => {
      await requireReadable(database, principal, params.id);
      return database.read(principal, async (handle) =>
        suggestionToWire((await loadSuggestion(handle, params.id, false)).suggestion),
      );
    },
  },

  'POST /consolidation-suggestions/{id}/validate/': {
    access: 'writer',
    handle: ({ database, principal, params, body }) =>
      validateSuggestion({ database, principal, id: params.id }, body),
  },

  'POST /consolidation-suggestions/{id}/reject/': {
    access: 'writer',
    handle: ({ database, principal, params }) => rejectSuggestion({ database, principal, id: params.id }),
  },

  'POST /consolidation-suggestions/{id}/reopen/': {
    access: 'writer',
    handle: ({ database, principal, params }) => reopenSuggestion({ database, principal, id: params.id }),
  },

  'DELETE /consolidation-suggestions/{id}': {
    access: 'writer',
    handle: async ({ database, principal, params }) => {
      await requireReadable(database, principal, params.id);
      await database.write(principal, async (handle) => {
        const { suggestion, originals } = await loadSuggestion(handle, params.id, true);
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
          metadata: { group_id: suggestion.groupId, status: STATUSES[suggestion.state] },
        });
      });
    },
  },
} satisfies Partial<Routes>;
