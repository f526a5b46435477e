/** Progress of a run and, after its end, the outcome. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { IdLabel } from '@hindsight/shared-ui/core';
import type { Failure } from '../../model/batches';
import { isOver, type Run } from '../../model/run';
import { RunBar } from './RunBar';
import { outcomeText, runTexts } from './texts';
import styles from './RunProgress.module.css';

/** Maximum failed memories listed; the rest are only counted. */
const LISTED = 100;

/** Failed or unprocessed memories with their reasons. */
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
      {more > 0 && <li>and {formatNumber(more)} more</li>}
    </ul>
  );
}

/** Progress reported by the service, and the outcome after the end of the run. */
export function RunProgress({ run }: { run: Run }) {
  const over = isOver(run);
  const hasCounts = run.kind !== 'consolidation';
  return (
    <div className={styles.run}>
      {over ? (
        <p className={run.phase === 'failed' ? styles.problem : styles.sentence} role="status">
          {outcomeText(run)}
        </p>
      ) : (
        <RunBar run={run} />
      )}
      {hasCounts && (
        <dl className={styles.counts}>
          <div>
            <dt>Succeeded</dt>
            <dd>{formatNumber(run.succeeded)}</dd>
          </div>
          <div>
            <dt>Failed</dt>
            <dd>{formatNumber(run.failed)}</dd>
          </div>
          <div>
            <dt>{over ? 'Not processed' : 'Waiting'}</dt>
            <dd>{formatNumber(Math.max(0, run.total - run.done))}</dd>
          </div>
        </dl>
      )}
      {over && <FailureList failures={run.failures} label={runTexts.failures} />}
      {over && (
        <FailureList
          failures={run.notReached.map((id) => ({ id, reason: runTexts.asBefore }))}
          label={runTexts.notReached}
        />
      )}
    </div>
  );
}
