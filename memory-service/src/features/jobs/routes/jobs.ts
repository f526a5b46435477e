/** Endpoints for the caller's jobs: list, progress and cancellation. */
import { totalPages } from '../../../platform/http/rules/paging';
import { restrictedOrganization } from '../../../platform/auth/rules/principal';
import type { Principal } from '../../../platform/auth/rules/principal';
import type { Database } from '../../../platform/database/database';
import { findJob, listJobs } from '../../../platform/jobs/jobs';
import { describePlace } from '../../../platform/http/keyset';
import { HttpProblem } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';
import { jobOnWire, jobSummary } from '../queries/jobAnswers';

const MISSING = 'Job not found';

/** Finds a job of the caller. A token sees only the jobs that it started; its owner sees all of them. */
function ownJob(database: Database, principal: Principal, id: string) {
  return database.read(principal, async (handle) => {
    const row = principal.kind === 'guest' ? undefined : await findJob(handle, id);
    if (!row || principal.kind === 'guest' || row.userId !== principal.userId)
      throw new HttpProblem(404, MISSING);
    const startedBy = (row.token as { id: string } | null)?.id;
    if (
      principal.kind === 'token' &&
      restrictedOrganization(principal) !== null &&
      startedBy !== principal.token.id
    ) {
      throw new HttpProblem(404, MISSING);
    }
    return jobOnWire(handle, row);
  });
}

export const jobRoutes = {
  'GET /jobs/': {
    access: 'memory',
    handle: async ({ database, principal, query }) => {
      if (principal.kind === 'guest') return { items: [], total_items: 0, total_pages: 0 };
      const isConfined = principal.kind === 'token' && restrictedOrganization(principal) !== null;
      const after = describePlace(query.after);
      const page = { ...query, after, ...(isConfined && { tokenId: principal.token.id }) };
      const { rows, total } = await database.read(principal, (handle) =>
        listJobs(handle, principal.userId, page),
      );
      return {
        items: rows.map(jobSummary),
        total_items: total,
        total_pages: totalPages(total, query.limit),
      };
    },
  },

  'GET /jobs/{id}': {
    access: 'memory',
    handle: ({ database, principal, params }) => ownJob(database, principal, params.id),
  },

  'POST /jobs/{id}/cancel': {
    access: 'writer',
    handle: async ({ database, operations, principal, params }) => {
      await ownJob(database, principal, params.id);
      await operations.jobs.cancel(params.id);
      return ownJob(database, principal, params.id);
    },
  },
} satisfies Partial<Routes>;
