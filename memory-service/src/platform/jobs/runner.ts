/** Runs jobs: claims them, executes their steps, renews the lease, handles cancellation, and leaves unfinished work to the next process. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config';
import { mayDiagnose } from '../auth/rules/permissions';
import type { Person, TokenHolder } from '../auth/rules/principal';
import { LanguageModelProblem } from '../languageModel/languageModel';
import { accountFor, chargeTo } from '../languageModel/languageModelUsage';
import type { Database } from '../database/database';
import * as queue from './jobQueue';
import * as store from './jobs';
import type { JobKind, JobRow, NewJob } from './jobs';
import { HttpProblem } from '../http/problem';
import { StatementTimeout } from '../database/statementLimits';
import { TextTimeout } from '../text/textWork';
import { jobPrincipal } from './jobPrincipal';
import { LONGEST_MS } from './periodic';
import { StepProblem } from './steps';
import type { JobSteps, StepContext } from './steps';

export interface JobRunner {
  /** Polls soon, after a possible new job. */
  wake: () => void;
  /** Inserts a job, runs it immediately and resolves when it has ended; `gone` cancels it. */
  runNow: (principal: Person | TokenHolder, job: NewJob, gone: AbortSignal) => Promise<string>;
  cancel: (jobId: string) => Promise<void>;
  /** Stops after the running steps; the next process resumes the rest. */
  close: () => Promise<void>;
}

/** Whether an error explains to the person why a step was not done. */
const isRefusal = (error: unknown): error is Error =>
  [StepProblem, HttpProblem, StatementTimeout, TextTimeout].some((kind) => error instanceof kind);

/** Poll intervals double from the first to the longest: requests wake this process, other processes may have left jobs behind. */
const POLL_MS = 1000;
const LONGEST_POLL_MS = { embedded: LONGEST_MS, server: 5000 };
const RENEW_MS = 3000;
const SYSTEM = { kind: 'system' } as const;

interface Tools {
  config: Config;
  database: Database;
  kinds: Readonly<Record<JobKind, JobSteps>>;
  log: FastifyBaseLogger | undefined;
}

export function createJobRunner({ config, database, kinds, log }: Tools): JobRunner {
  const processId = randomUUID();
  const stops = new Map<string, AbortController>();
  const working = new Set<Promise<unknown>>();
  let closing = false;
  let timer: NodeJS.Timeout | undefined;

  const runStep = async (kind: JobKind, item: { position: number; input: unknown }, context: StepContext) => {
    const { jobId, organizationId, principal, signal } = context;
    const steps = kinds[kind];
    const account = accountFor(organizationId ?? principal.userId, kind);
    const prepared = await chargeTo(account, () => steps.prepare(item.input, context)).catch(
      (error: unknown) => {
        if (signal.aborted) return undefined;
        const said =
          error instanceof LanguageModelProblem
            ? error.explain(mayDiagnose(principal, organizationId))
            : isRefusal(error)
              ? error.message
              : undefined;
        if (said === undefined)
          log?.error({ err: error, job: jobId, step: item.position }, 'job step failed');
        const reason = said ?? 'This step failed. See the service log for details.';
        return () => Promise.resolve(steps.failed(item.input, reason));
      },
    );
    if (!prepared || signal.aborted) return;
    const apply = (work: typeof prepared) =>
      database.write(principal, async (handle) => {
        if (!(await store.lockItem(handle, jobId, item.position))) return;
        const outcome = await work(handle);
        const { calls, tokens } = account;
        const cost = calls > 0 && { model_calls: calls, model_tokens: tokens };
        await store.closeItem(handle, jobId, item.position, { ...outcome, ...cost });
      });
    await apply(prepared).catch(async (error: unknown) => {
      // The change was rolled back; only its failure remains to be stored.
      const isReportable = isRefusal(error);
      if (!isReportable) log?.error({ err: error, job: jobId, step: item.position }, 'job step failed');
      const reason = isReportable ? error.message : 'This step failed. See the service log for details.';
      await apply(() => Promise.resolve(steps.failed(item.input, reason)));
    });
  };

  /** Runs steps until the job ends or, if it `takesTurns`, until another person's job waits; returns whether it yielded. */
  const work = async (job: JobRow, stop: AbortController, takesTurns: boolean): Promise<boolean> => {
    const end = async (status: 'completed' | 'failed' | 'cancelled', error: string | null = null) => {
      await database.write(SYSTEM, (handle) => store.finishJob(handle, job.id, status, error));
      return false;
    };
    const steps = kinds[job.kind as JobKind];
    const options = job.options as Record<string, unknown>;
    for (let rounds = 0; ; rounds += 1) {
      const state = await database.read(SYSTEM, async (handle) => ({
        row: await store.findJob(handle, job.id),
        items: await store.openItems(handle, job.id, steps.concurrency(options)),
        isOthersTurn: takesTurns && rounds > 0 && (await queue.hasOtherWaitingJobs(handle, job)),
      }));
      if (!state.row || store.hasEnded(state.row)) return false;
      if (state.row.cancelRequested) return end('cancelled');
      if (closing || stop.signal.aborted) return false;
      if (state.items.length === 0) return end('completed');
      if (state.isOthersTurn) return true;
      const principal = await jobPrincipal(config, database, state.row);
      if ('refused' in principal) return end('failed', principal.refused);
      const { id: jobId, organizationId } = job;
      const context = { jobId, organizationId, principal, options, signal: stop.signal };
      await Promise.all(state.items.map((item) => runStep(job.kind as JobKind, item, context)));
    }
  };

  const runWithLease = async (job: JobRow, takesTurns: boolean): Promise<boolean> => {
    const stop = new AbortController();
    stops.set(job.id, stop);
    const renewal = setInterval(() => {
      database
        .write(SYSTEM, async (handle) => {
          const kept = await queue.renewLease(handle, job.id, processId);
          const row = await store.findJob(handle, job.id);
          if (!kept || row?.cancelRequested) stop.abort();
        })
        .catch((error: unknown) => log?.warn({ err: error, job: job.id }, 'failed to renew a lease'));
    }, RENEW_MS);
    try {
      return await work(job, stop, takesTurns);
    } catch (error) {
      log?.error({ err: error, job: job.id }, 'a job was interrupted; it will be resumed');
      return false;
    } finally {
      clearInterval(renewal);
      stops.delete(job.id);
    }
  };

  const track = <T>(promise: Promise<T>): Promise<T> => {
    working.add(promise);
    return promise.finally(() => working.delete(promise));
  };

  const poll = async (): Promise<void> => {
    let former: string | undefined;
    while (!closing) {
      const job = await database.write(SYSTEM, (handle) => queue.claimJob(handle, processId, former));
      if (!job) return;
      former = (await runWithLease(job, true)) ? job.id : undefined;
    }
  };

  // The embedded database has a single process, so all running jobs belong to a dead one.
  const release = async () => {
    if (config.databaseUrl !== undefined) return;
    await database
      .write(SYSTEM, (handle) => queue.releaseJobs(handle, undefined))
      .catch((error: unknown) => log?.error({ err: error }, 'failed to release interrupted jobs'));
  };
  const ready = release();
  let polling = false;
  const longestMs = LONGEST_POLL_MS[config.databaseUrl === undefined ? 'embedded' : 'server'];
  let pauseMs = POLL_MS;
  const schedule = (after: number) => {
    clearTimeout(timer);
    if (closing || polling) return;
    timer = setTimeout(() => {
      polling = true;
      void track(poll().catch((error: unknown) => log?.warn({ err: error }, 'failed to claim jobs'))).finally(
        () => {
          polling = false;
          schedule(pauseMs);
          pauseMs = Math.min(longestMs, pauseMs * 2);
        },
      );
    }, after);
    timer.unref();
  };
  void ready.finally(() => schedule(POLL_MS));

  const cancel = async (jobId: string): Promise<void> => {
    await database.write(SYSTEM, (handle) => store.requestCancel(handle, jobId));
    stops.get(jobId)?.abort();
  };

  return {
    wake: () => {
      pauseMs = POLL_MS;
      schedule(0);
    },
    runNow: async (principal, job, gone) => {
      await ready;
      const row = await database.write(principal, (handle) =>
        store.insertJob(handle, principal, job, processId),
      );
      const leave = () => {
        cancel(row.id).catch((error: unknown) => log?.warn({ err: error }, 'failed to cancel a job'));
      };
      gone.addEventListener('abort', leave, { once: true });
      if (gone.aborted) leave();
      await track(runWithLease(row, false)).finally(() => gone.removeEventListener('abort', leave));
      return row.id;
    },
    cancel,
    close: async () => {
      closing = true;
      clearTimeout(timer);
      for (const stop of stops.values()) stop.abort();
      await Promise.allSettled([...working]);
      await database.write(SYSTEM, (handle) => queue.releaseJobs(handle, processId));
    },
  };
}
