/** Answers requests for long work: with a job (202) when the client asks for that, else with the outcome. */
import type { Job } from '@hindsight/shared-contracts/api';
import type { Person, TokenHolder } from '../domain/principal';
import type { NewJob, Outcome } from '../storage/jobs';
import { findJob, insertJob, jobOnWire, outcomesOf } from '../storage/jobs';
import { prefers } from './prefer';
import { HttpProblem } from './problem';
import { Accepted } from './route';
import type { Services } from './route';

interface Caller extends Services {
  principal: Person | TokenHolder;
  header: (name: string) => string | undefined;
  signal: AbortSignal;
}

/** Did the client ask for a job (`Prefer: respond-async`, RFC 7240)? */
export function respondAsync({ header }: Pick<Caller, 'header'>): boolean {
  return prefers(header('prefer'), 'respond-async');
}

export const runJob = {
  /** Queues the work and answers 202 with the job. */
  later: async ({ database, principal }: Caller, job: NewJob): Promise<Accepted<Job>> => {
    const body = await database.write(principal, async (handle) =>
      jobOnWire(handle, await insertJob(handle, principal, job, undefined)),
    );
    return new Accepted(body, `/jobs/${body.job_id}`);
  },

  /** Does the work and resolves with the outcomes of its steps. A client that goes away cancels it. */
  now: async ({ database, operations, principal, signal }: Caller, job: NewJob): Promise<Outcome[]> => {
    const id = await operations.jobs.runNow(principal, job, signal);
    const ended = await database.read(principal, async (handle) => ({
      row: await findJob(handle, id),
      outcomes: await outcomesOf(handle, id),
    }));
    if (ended.row?.status === 'failed')
      throw new HttpProblem(409, ended.row.error ?? 'The work was stopped.');
    if (ended.row?.status === 'running') {
      const detail = `The service is stopping. The work goes on as job ${id} when it is back.`;
      throw new HttpProblem(503, detail, { code: 'job_continues', job_id: id });
    }
    return ended.outcomes;
  },
};
