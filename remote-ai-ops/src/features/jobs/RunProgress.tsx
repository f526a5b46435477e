/** How far a run is and, once it is over, what became of it. */
import { IdLabel } from '@hindsight/shared-ui/core';
import { Progress } from '@hindsight/shared-ui/dialog';
import type { Failure } from '../../model/batches';
import { memories } from '../../model/block';
import { isOver, isUndone, type Run } from '../../model/run';
import { RUN_WORDS } from './runWords';
import styles from './RunProgress.module.css';

/** Failed blocks that are listed; more of them only count. */
const LISTED = 100;

/** Blocks that did not work, each with its reason. */
export function FailureList({ failures, label }: { failures: readonly Failure[]; label: string }) {
  if (failures.length === 0) return null;
  const more = failures.length - LISTED;
  return (
    <ul className={styles.failures} aria-label={label} tabIndex={0}>
      {failures.slice(0, LISTED).map(({ id, reason }, index) => (
        <li key={`${id}-${index}`}>
          {id && <IdLabel id={id} label="memory ID" />}
          <span>{reason}</span>
        </li>
      ))}
      {more > 0 && <li>and {more.toLocaleString()} more</li>}
    </ul>
  );
}

/** What a run is doing. */
export function goingOf({ kind, phase, isQueued }: Run): string {
  if (phase === 'cancelling') return 'Stopping after the memories that are under way';
  return isQueued ? 'Waiting until other work is done' : RUN_WORDS[kind].going;
}

/** What became of a run that is over, and how much of it was taken back. */
export function outcomeOf(run: Run): string {
  const { size } = run.undone;
  if (size === 0) return endOf(run);
  return `${endOf(run)} ${isUndone(run) ? 'All of it was undone.' : `Undone for ${memories(size)}.`}`;
}

function endOf(run: Run): string {
  const words = RUN_WORDS[run.kind];
  if (run.phase === 'failed') return words.failed(run.error);
  if (run.phase === 'cancelled') return words.cancelled;
  if (run.succeeded === 0 && run.failed > 0) return words.partly(run);
  return run.failed > 0 ? `${words.done(run)} ${words.partly(run)}` : words.done(run);
}

/** The service's own figure; an estimate is called one. */
export function RunProgress({ run }: { run: Run }) {
  const over = isOver(run);
  const isBlocks = run.kind !== 'consolidation';
  return (
    <div className={styles.run}>
      {over ? (
        <p className={run.phase === 'failed' ? styles.problem : styles.sentence} role="status">
          {outcomeOf(run)}
        </p>
      ) : (
        <Progress
          label={goingOf(run)}
          value={run.phase === 'starting' ? null : run.percent}
          detail={isBlocks ? `${run.done.toLocaleString()} of ${run.total.toLocaleString()}` : undefined}
        />
      )}
      {isBlocks && (
        <dl className={styles.counts}>
          <div>
            <dt>Succeeded</dt>
            <dd>{run.succeeded.toLocaleString()}</dd>
          </div>
          <div>
            <dt>Failed</dt>
            <dd>{run.failed.toLocaleString()}</dd>
          </div>
          <div>
            <dt>{over ? 'Not processed' : 'Waiting'}</dt>
            <dd>{Math.max(0, run.total - run.done).toLocaleString()}</dd>
          </div>
        </dl>
      )}
      {run.isEstimate && !over && (
        <p className={styles.note}>
          The service does not say how far it is: the figure is an estimate. Keep this page open until it is
          done.
        </p>
      )}
      {over && <FailureList failures={run.tally.failures} label="Memories that failed" />}
    </div>
  );
}
