/** What a run under kills has to show: who failed, and whether a kill excuses it. */
import { hasSucceeded, type Outcome } from './traffic';

/** A kill as it was seen: from just before the signal until the process was gone. */
export interface Kill {
  from: number;
  to: number;
}

export interface Verdict {
  requests: number;
  reads: number;
  writes: number;
  /** Failed although no kill fell into their time. */
  unexcused: Outcome[];
  /** Reads that failed, at whatever time: a read is asked again at the other replica. */
  failedReads: Outcome[];
  /** Writes that a kill cut off. */
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

/** How many requests were under way at a kill. */
export const underWay = (outcomes: readonly Outcome[], kill: Kill) =>
  outcomes.filter((one) => isUnderWay(one, kill)).length;
