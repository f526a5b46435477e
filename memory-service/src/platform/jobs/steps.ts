/** Interface of a job kind that can be run, stopped and resumed. */
import type { Person, TokenHolder } from '../auth/rules/principal';
import type { Handle } from '../database/database';
import type { Outcome } from './jobs';

export interface StepContext {
  jobId: string;
  /** The organization the job works for, if any. */
  organizationId: string | null;
  principal: Person | TokenHolder;
  options: Record<string, unknown>;
  /** Aborts when the job is canceled or the service stops. */
  signal: AbortSignal;
}

/** Second half of a step: changes data in the transaction that also stores the outcome. */
export type Apply = (handle: Handle) => Promise<Outcome>;

export interface JobSteps {
  /** First half of a step: reads and computes, outside any transaction. May be repeated after a crash. */
  prepare: (input: unknown, context: StepContext) => Promise<Apply>;
  /** Number of steps that may be prepared concurrently. */
  concurrency: (options: Record<string, unknown>) => number;
  failed: (input: unknown, error: string) => Outcome;
}

/** A step failure whose message is for the person; the job continues. */
export class StepProblem extends Error {
  override name = 'StepProblem';
}
