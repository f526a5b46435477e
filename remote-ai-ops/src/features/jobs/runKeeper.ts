/**
 * Keeps the runs of this page: they go on when the dialog that started them closes, and every part that shows them sees the same.
 * With a service that keeps jobs, a run lives there and is found again; else it is a chain of calls that ends with the page.
 */
import { isAbort, type ApiClient } from '@hindsight/shared-contracts/api/client';
import { callBulk, type BulkRequest } from '../../api/bulkCalls';
import { cancelJob } from '../../api/jobs';
import { batchesOf, lostTally, readBulkAnswer, readTriggerAnswer, type Tally } from '../../model/batches';
import { reasonOf } from '../../model/failure';
import { hasEnded, readJob, type JobState, type RunSettings } from '../../model/job';
import { ESTIMATE } from '../../model/limits';
import { fromJobs, isOver, newRun, whileWaiting, type Run } from '../../model/run';
import { watchJobs } from './watchJobs';

interface Kept {
  run: Run;
  stop: AbortController;
  jobs: JobState[];
  api: ApiClient;
  /** Whether the service keeps the work as jobs, which can be told to stop; calls can only be given up. */
  asJobs: boolean;
  /** Why the last batch that was refused as a whole was refused. */
  refusal?: unknown;
}

const settingsOf = ({ kind, instructions = '', concurrency = 1 }: StartRequest): RunSettings | undefined =>
  kind === 'bulk_compaction' ? { instructions, concurrency } : undefined;

/** A function, because the phase changes while others are awaited. */
const isStopping = ({ run }: Kept): boolean => run.phase === 'cancelling';

export type StartRequest = Omit<BulkRequest, 'runId'>;

export interface RunKeeper {
  subscribe(listener: () => void): () => void;
  runs(): readonly Run[];
  /** Starts a run and answers its id. `asJobs` when the service keeps jobs. */
  start(api: ApiClient, request: StartRequest, asJobs: boolean): string;
  /** Takes a run up that the service says is under way. One that is watched already stays as it is. */
  adopt(api: ApiClient, jobs: readonly JobState[]): void;
  /** Stops a run; what is finished stays finished. @throws the service's error, and the run goes on. */
  cancel(id: string): Promise<void>;
  /** Notes blocks whose texts from before were brought back. */
  markUndone(id: string, blockIds: readonly string[]): void;
  /** Forgets a run that is over. */
  dismiss(id: string): void;
}

export function createRunKeeper(newId: () => string = () => crypto.randomUUID()): RunKeeper {
  const kept = new Map<string, Kept>();
  const dismissed = new Set<string>();
  const listeners = new Set<() => void>();
  let view: readonly Run[] = [];

  const publish = () => {
    view = [...kept.values()].map(({ run }) => run);
    listeners.forEach((listener) => listener());
  };
  const change = (id: string, next: (run: Run) => Run) => {
    const one = kept.get(id);
    if (!one) return;
    one.run = next(one.run);
    publish();
  };
  const end = (id: string, error: unknown) =>
    change(id, (run) =>
      isAbort(error) ? { ...run, phase: 'cancelled' } : { ...run, phase: 'failed', error: reasonOf(error) },
    );

  async function watch(one: Kept): Promise<void> {
    const { run, api, stop } = one;
    const look = (jobs: JobState[]) => {
      one.jobs = jobs;
      change(run.id, (current) => fromJobs(current, jobs));
    };
    await watchJobs(api, one.jobs, look, stop.signal);
  }

  /**
   * Sends every batch at once: the service does one after the other, and a reload loses none.
   * A batch that was refused counts as failed, the others go on; the run fails when all of them were refused.
   */
  async function runAsJobs(one: Kept, request: BulkRequest, batches: string[][]): Promise<void> {
    for (const ids of batches) {
      if (isStopping(one)) break;
      const options = { respondAsync: true, signal: one.stop.signal };
      try {
        const job = readJob(await callBulk(one.api, { ...request, ids }, options));
        if (!job) throw new Error('The service did not start a job.');
        one.jobs.push(job);
        if (isStopping(one)) await cancelJob(one.api, job.id);
      } catch (error) {
        if (isAbort(error) || batches.length === 1) throw error;
        one.refusal = error;
        const { failures } = lostTally(ids, reasonOf(error));
        change(one.run.id, (run) => ({ ...run, lost: [...run.lost, ...failures] }));
      }
      change(one.run.id, (run) => fromJobs(run, one.jobs));
    }
    if (one.jobs.length === 0) throw one.refusal;
    await watch(one);
  }

  /** Sends one batch after the other and waits for each; nobody can look inside of one. */
  async function runAsCalls(one: Kept, request: BulkRequest, batches: string[][]): Promise<void> {
    const tallies: Tally[] = [];
    let wasHeard = false;
    for (const ids of batches) {
      const started = Date.now();
      const guess = () =>
        change(one.run.id, (run) => whileWaiting(run, tallies, ids.length, Date.now() - started));
      change(one.run.id, (run) => ({ ...run, phase: 'running' }));
      guess();
      const timer = setInterval(guess, ESTIMATE.everyMs);
      try {
        const answer = await callBulk(
          one.api,
          { ...request, ids },
          { respondAsync: false, signal: one.stop.signal },
        );
        tallies.push(
          request.kind === 'consolidation' ? readTriggerAnswer(answer) : readBulkAnswer(answer, ids),
        );
        wasHeard = true;
      } catch (error) {
        if (isAbort(error) || batches.length === 1) throw error;
        one.refusal = error;
        tallies.push(lostTally(ids, reasonOf(error)));
      } finally {
        clearInterval(timer);
      }
      guess();
    }
    if (!wasHeard) throw one.refusal;
    change(one.run.id, (run) => ({ ...run, phase: 'done', percent: 100 }));
  }

  const hold = (id: string, one: Kept, work: () => Promise<void>) => {
    kept.set(id, one);
    publish();
    void work().catch((error: unknown) => end(id, error));
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    runs: () => view,
    start(api, request, asJobs) {
      const runId = newId();
      const ids = [...new Set(request.ids)];
      const batches = request.kind === 'consolidation' ? [[]] : batchesOf(ids);
      const one: Kept = {
        run: newRun(runId, request.kind, ids, settingsOf(request)),
        stop: new AbortController(),
        jobs: [],
        api,
        asJobs,
      };
      const full = { ...request, runId };
      hold(runId, one, () => (asJobs ? runAsJobs(one, full, batches) : runAsCalls(one, full, batches)));
      return runId;
    },
    adopt(api, jobs) {
      const [first] = jobs;
      const isKnown = [...kept.values()].some(({ jobs: own }) => own.some(({ id }) => id === first?.id));
      if (!first || isKnown || kept.has(first.runId) || dismissed.has(first.runId)) return;
      const fresh = { ...newRun(first.runId, first.kind, []), isOld: jobs.every(hasEnded) };
      // Its outcomes are still to be asked for: only then it is over.
      const run: Run = { ...fromJobs(fresh, jobs), phase: 'running' };
      const one = { run, stop: new AbortController(), jobs: [...jobs], api, asJobs: true };
      hold(first.runId, one, () => watch(one));
    },
    async cancel(id) {
      const one = kept.get(id);
      if (!one || isOver(one.run)) return;
      if (!one.asJobs) {
        one.stop.abort();
        return;
      }
      const before = one.run.phase;
      change(id, (run) => ({ ...run, phase: 'cancelling' }));
      const stopped = await Promise.allSettled(
        one.jobs.filter((job) => !hasEnded(job)).map((job) => cancelJob(one.api, job.id)),
      );
      const refused = stopped.find((each) => each.status === 'rejected');
      if (!refused) return;
      // It goes on, at least in part: cancelling must be possible again.
      change(id, (run) => (run.phase === 'cancelling' ? { ...run, phase: before } : run));
      throw refused.reason as Error;
    },
    markUndone(id, blockIds) {
      change(id, (run) => ({ ...run, undone: new Set([...run.undone, ...blockIds]) }));
    },
    dismiss(id) {
      const one = kept.get(id);
      if (!one || !isOver(one.run)) return;
      kept.delete(id);
      dismissed.add(id);
      publish();
    },
  };
}

/** The runs of the page. */
export const runKeeper = createRunKeeper();
