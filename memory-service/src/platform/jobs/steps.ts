/** The interface of a kind of job, so that it can be run, stopped and resumed. */
import type { Person, TokenHolder } from '../auth/rules/principal';
import type { Handle } from '../database/database';
import type { Outcome } from './jobs';

export interface StepContext {
  jobId: string;
  /** The organization that it works for, if any. */
  organizationId: string | null;
  principal: Person | TokenHolder;
  options: Record<string, unknown>;
  /** Aborts when the job is cancelled or the service stops. */
  signal: AbortSignal;
}

/** The second half of a step: changes data in the transaction that also notes the outcome. */
export type Apply = (handle: Handle) => Promise<Outcome>;

export interface JobSteps {
  /** The first half of a step: reads and computes, outside of any transaction. It may be repeated after a crash. */
  prepare: (input: unknown, context: StepContext) => Promise<Apply>;
  /** Steps that may be prepared at the same time. */
  concurrency: (options: Record<string, unknown>) => number;
  failed: (input: unknown, error: string) => Outcome;
}

/** A failure of one step whose message is for the person; the job goes on. */
export class StepProblem extends Error {
  override name = 'StepProblem';
}
