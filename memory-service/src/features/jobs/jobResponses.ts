/** Responds to long-running requests: with a job (202) if the client asks for one, else with the result. */
import type { Job } from '@hindsight/shared-contracts/api';
import type { Person, TokenHolder } from '../../platform/auth/rules/principal';
import type { Scope } from '../../platform/auth/rules/scope';
import type { NewJob, Outcome } from '../../platform/jobs/jobs';
import { queueJob } from '../../platform/jobs/jobQueue';
import { findJob, loadOutcomes } from '../../platform/jobs/jobs';
import { hasPreference } from '../../platform/http/preferHeader';
import { HttpProblem } from '../../platform/http/problem';
import { Accepted } from '../../platform/http/route';
import { jobOnWire } from './queries/jobAnswers';
import type { Services } from '../../platform/http/services';

interface Caller extends Services {
  principal: Person | TokenHolder;
  scope: () => Scope;
  header: (name: string) => string | undefined;
  signal: AbortSignal;
}

/** Whether the client prefers a job (`Prefer: respond-async`, RFC 7240). */
export function respondAsync({ header }: Pick<Caller, 'header'>): boolean {
  return hasPreference(header('prefer'), 'respond-async');
}

/** The organization that the work targets. Limited to the caller's own, since each has a limit of open jobs. */
function readOrganization({ principal, scope: resolve }: Caller): string | null {
  const scope = resolve();
  if (scope.kind !== 'organization') return null;
  const held = principal.memberships.find(({ organization_id: id }) => id === scope.organizationId);
  return held?.organization_id ?? null;
}

export const runJob = {
  /** Queues the work and responds with 202 and the job. */
  later: async (call: Caller, job: NewJob): Promise<Accepted<Job>> => {
    const { config, database, principal } = call;
    const placed = { ...job, organizationId: readOrganization(call) };
    const body = await database.write(principal, async (handle) =>
      jobOnWire(handle, await queueJob(handle, principal, placed, config.jobs)),
    );
    return new Accepted(body, `/jobs/${body.job_id}`);
  },

  /** Runs the work and resolves with the outcomes of its steps. Canceled when the client disconnects. */
  now: async (call: Caller, job: NewJob): Promise<Outcome[]> => {
    const { database, operations, principal, signal } = call;
    const placed = { ...job, organizationId: readOrganization(call) };
    const id = await operations.jobs.runNow(principal, placed, signal);
    const ended = await database.read(principal, async (handle) => ({
      row: await findJob(handle, id),
      outcomes: await loadOutcomes(handle, id),
    }));
    if (ended.row?.status === 'failed') throw new HttpProblem(409, ended.row.error ?? 'The job was stopped.');
    if (ended.row?.status === 'running') {
      const detail = `The service is restarting. Job ${id} will resume afterwards.`;
      throw new HttpProblem(503, detail, { code: 'job_continues', job_id: id });
    }
    return ended.outcomes;
  },
};
