/** A run: bulk work on many blocks as one thing that is watched, stopped and looked back at. */
import { addTallies, EMPTY_TALLY, tallyOf, type Failure, type Tally } from './batches';
import { hasEnded, type JobState, type RunKind, type RunSettings } from './job';
import { estimatedPercent } from './limits';

export type RunPhase = 'starting' | 'running' | 'cancelling' | 'done' | 'cancelled' | 'failed';

export interface Run {
  id: string;
  kind: RunKind;
  phase: RunPhase;
  /** Blocks in all. */
  total: number;
  /** Blocks whose outcome is known. */
  done: number;
  succeeded: number;
  failed: number;
  /** Percent; `isEstimate` where the service cannot tell how far it is. */
  percent: number;
  isEstimate: boolean;
  /** What became of the blocks; whole once the run has ended. */
  tally: Tally;
  /** Blocks of batches that the service refused as a whole; they have no job. */
  lost: readonly Failure[];
  /** Why it failed as a whole. */
  error: string;
  /** It had ended before this page saw it: nothing new to tell. */
  isOld: boolean;
  /** The ids that it is about; empty for a run that was found again until it has ended. */
  ids: readonly string[];
  /** Nothing of it has begun: the service does other work first. */
  isQueued: boolean;
  /** How the person wanted it; undefined for a run that was found again with a service that does not say. */
  settings: RunSettings | undefined;
  /** Blocks whose texts from before were brought back. */
  undone: ReadonlySet<string>;
}

const NONE_UNDONE: ReadonlySet<string> = new Set();

/** Whether nothing of what it did is left. */
export const isUndone = ({ succeeded, undone }: Pick<Run, 'succeeded' | 'undone'>): boolean =>
  succeeded > 0 && undone.size >= succeeded;

export const isOver = ({ phase }: Pick<Run, 'phase'>): boolean =>
  phase === 'done' || phase === 'cancelled' || phase === 'failed';

export function newRun(id: string, kind: RunKind, ids: readonly string[], settings?: RunSettings): Run {
  return {
    id,
    kind,
    phase: 'starting',
    total: ids.length,
    done: 0,
    succeeded: 0,
    failed: 0,
    percent: 0,
    isEstimate: false,
    tally: EMPTY_TALLY,
    lost: [],
    error: '',
    isOld: false,
    ids,
    isQueued: false,
    settings,
    undone: NONE_UNDONE,
  };
}

/** The run as its jobs stand. The figure is theirs: finished steps of all steps. */
export function fromJobs(run: Run, jobs: readonly JobState[]): Run {
  const sum = (key: 'total' | 'done' | 'succeeded' | 'failed') =>
    jobs.reduce((all, job) => all + job[key], 0);
  const total = Math.max(sum('total'), run.ids.length);
  const { lost } = run;
  const done = sum('done') + lost.length;
  const over = jobs.every(hasEnded);
  const cancelled = jobs.some(({ status }) => status === 'cancelled');
  const broken = jobs.find(({ status }) => status === 'failed');
  const stopping = run.phase === 'cancelling' || jobs.some(({ cancelRequested }) => cancelRequested);
  return {
    ...run,
    phase: over
      ? broken
        ? 'failed'
        : cancelled
          ? 'cancelled'
          : 'done'
      : stopping
        ? 'cancelling'
        : 'running',
    total,
    done,
    succeeded: sum('succeeded'),
    failed: sum('failed') + lost.length,
    percent: over && !cancelled && !broken ? 100 : total === 0 ? 0 : Math.floor((done / total) * 100),
    isEstimate: false,
    isQueued: jobs.every(({ status }) => status === 'queued'),
    settings: run.settings ?? jobs[0]?.settings,
    tally: over
      ? addTallies([
          ...jobs.map((job) => tallyOf(job.results ?? [], [])),
          { ...EMPTY_TALLY, failed: lost.length, failures: [...lost] },
        ])
      : run.tally,
    error: broken?.error ?? '',
  };
}

/** The run between two answers of a service that does a batch in one go: what is finished counts, the rest is estimated. */
export function whileWaiting(run: Run, tallies: readonly Tally[], open: number, elapsedMs: number): Run {
  const tally = addTallies(tallies);
  const done = tally.succeeded + tally.failed;
  const guessed = (open * estimatedPercent(open, elapsedMs)) / 100;
  return {
    ...run,
    tally,
    done,
    succeeded: tally.succeeded,
    failed: tally.failed,
    isEstimate: true,
    percent: run.total === 0 ? 0 : Math.min(99, Math.floor(((done + guessed) / run.total) * 100)),
  };
}
