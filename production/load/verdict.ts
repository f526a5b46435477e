/** Evaluates a run with kills: which requests failed, and which failures a kill excuses. */
import { hasSucceeded, type Outcome } from './traffic';

/** A kill as observed: from just before the signal until the process was gone. */
export interface Kill {
  from: number;
  to: number;
}

export interface Verdict {
  requests: number;
  reads: number;
  writes: number;
  /** Failures that no kill overlaps. */
  unexcused: Outcome[];
  /** Failed reads, kill or not: the gateway retries a read on the other replica. */
  failedReads: Outcome[];
  /** Writes interrupted by a kill. */
  cutOff: Outcome[];
}

const isUnderWay = ({ startedAt, endedAt }: Outcome, { from, to }: Kill) =>
  startedAt <= to && endedAt >= from;

export function judge(outcomes: readonly Outcome[], kills: readonly Kill[]): Verdict {
  const failed = outcomes.filter((one) => !hasSucceeded(one));
  const isExcused = (one: Outcome) => kills.some((kill) => isUnderWay(one, kill));
  const reads = outcomes.filter(({ kind }) => kind === 'read');
  return {
    requests: outcomes.length,
    reads: reads.length,
    writes: outcomes.length - reads.length,
    unexcused: failed.filter((one) => !isExcused(one)),
    failedReads: failed.filter(({ kind }) => kind === 'read'),
    cutOff: failed.filter((one) => one.kind !== 'read' && isExcused(one)),
  };
}

/** Number of requests in flight during a kill. */
export const countInFlight = (outcomes: readonly Outcome[], kill: Kill) =>
  outcomes.filter((one) => isUnderWay(one, kill)).length;
