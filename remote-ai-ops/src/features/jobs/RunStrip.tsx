/** The runs of this person on every page of AI operations: also those that a reload or another tab left behind. */
import { lazyPage } from '@hindsight/shared-contracts/shell';
import { Button, Icon, IconButton } from '@hindsight/shared-ui/core';
import { Progress } from '@hindsight/shared-ui/dialog';
import { Suspense, useState } from 'react';
import { isOver, type Run } from '../../model/run';
import { goingOf, outcomeOf } from './RunProgress';
import { runKeeper } from './runKeeper';
import { useRunEnd } from './useRunEnd';
import { useCancelRun, useForgetLists, useFoundRuns, useRuns } from './useRuns';
import type { RunDetailsProps } from './RunDetails';
import styles from './RunStrip.module.css';

/** Loaded when somebody looks into a run. */
const RunDetails = lazyPage<RunDetailsProps>(() =>
  import(/* webpackChunkName: "dialog-run-details" */ './RunDetails').then((module) => module.RunDetails),
);

/** Runs that have ended and are shown each by itself, the newest ones. */
const ENDED_SHOWN = 3;

/** Nothing where nothing runs. */
export function RunStrip() {
  useFoundRuns();
  const runs = useRuns();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = runs.find(({ id }) => id === openId);
  const ended = runs.filter(isOver);
  const shown = runs.filter((run) => !isOver(run) || ended.indexOf(run) >= ended.length - ENDED_SHOWN);
  return (
    <>
      {runs.length > 0 && (
        <ul className={styles.strip} aria-label="Work in progress">
          {shown.map((run) => (
            <RunRow key={run.id} run={run} onOpen={() => setOpenId(run.id)} />
          ))}
          {ended.length > ENDED_SHOWN && (
            <li className={styles.run}>
              <span>{ended.length - ENDED_SHOWN} more have ended.</span>
              <Button size="small" onClick={() => ended.forEach(({ id }) => runKeeper.dismiss(id))}>
                Dismiss all {ended.length}
              </Button>
            </li>
          )}
        </ul>
      )}
      {open && (
        <Suspense fallback={null}>
          <RunDetails run={open} onClose={() => setOpenId(null)} onFollow={setOpenId} />
        </Suspense>
      )}
    </>
  );
}

function RunRow({ run, onOpen }: { run: Run; onOpen(): void }) {
  const forgetLists = useForgetLists();
  const cancel = useCancelRun();
  useRunEnd(run, () => void forgetLists());
  const over = isOver(run);
  return (
    <li className={styles.run}>
      <div className={styles.what}>
        {over ? (
          <span className={styles.outcome}>
            <Icon name={run.phase === 'failed' ? 'error' : run.failed > 0 ? 'warning' : 'check'} size={18} />
            {outcomeOf(run)}
          </span>
        ) : (
          <Progress
            label={goingOf(run)}
            value={run.phase === 'starting' ? null : run.percent}
            detail={
              run.kind === 'consolidation'
                ? undefined
                : `${run.done.toLocaleString()} of ${run.total.toLocaleString()}`
            }
          />
        )}
      </div>
      <div className={styles.actions}>
        {run.kind !== 'consolidation' && (
          <Button size="small" onClick={onOpen}>
            {over && run.kind === 'bulk_keywords' && run.succeeded > 0 ? 'Review suggestions' : 'Details'}
          </Button>
        )}
        {!over && run.kind === 'consolidation' && (
          <Button size="small" onClick={() => cancel(run.id)} disabled={run.phase === 'cancelling'}>
            Cancel
          </Button>
        )}
        {over && (
          <IconButton label="Dismiss" size="small" onClick={() => runKeeper.dismiss(run.id)}>
            <Icon name="close" size={16} />
          </IconButton>
        )}
      </div>
    </li>
  );
}
