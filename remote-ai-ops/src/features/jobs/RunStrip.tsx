/** The user's runs on the AI operations pages, including those started before a reload or in another tab. */
import { LazyBoundary, lazyPage } from '@hindsight/shared-contracts/shell';
import { Button, Icon, IconButton } from '@hindsight/shared-ui/core';
import { useState } from 'react';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { isOver, type Run } from '../../model/run';
import { RunBar } from './RunBar';
import { outcomeText, runTexts } from './texts';
import { useRunEnd } from './useRunEnd';
import { useCancelRun, useDismissRuns, useFoundRuns, useRuns } from './useRuns';
import type { RunDetailsProps } from './RunDetails';
import styles from './RunStrip.module.css';

/** Loaded when run details are first opened. */
const RunDetails = lazyPage<RunDetailsProps>(() =>
  import(/* webpackChunkName: "dialog-run-details" */ './RunDetails').then((module) => module.RunDetails),
);

/** Number of ended runs that get a row each, newest first. */
const ENDED_SHOWN = 3;

/** Empty without runs. */
export function RunStrip() {
  useFoundRuns();
  const runs = useRuns({ isPolled: true });
  const dismiss = useDismissRuns();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = runs.find(({ id }) => id === openId);
  const ended = runs.filter(isOver);
  const shown = runs.filter((run) => !isOver(run) || ended.indexOf(run) >= ended.length - ENDED_SHOWN);
  return (
    <>
      {runs.length > 0 && (
        <ul className={styles.strip} aria-label={runTexts.strip}>
          {shown.map((run) => (
            <RunRow key={run.id} run={run} onOpen={() => setOpenId(run.id)} />
          ))}
          {ended.length > ENDED_SHOWN && (
            <li className={styles.run}>
              <span>{runTexts.moreEnded(ended.length - ENDED_SHOWN)}</span>
              <Button size="small" onClick={() => dismiss(ended)}>
                {runTexts.dismissAll(ended.length)}
              </Button>
            </li>
          )}
        </ul>
      )}
      {open && (
        <LazyBoundary fallback={null}>
          <RunDetails run={open} onClose={() => setOpenId(null)} onFollow={setOpenId} />
        </LazyBoundary>
      )}
    </>
  );
}

function RunRow({ run, onOpen }: { run: Run; onOpen(): void }) {
  const invalidateLists = useInvalidateLists();
  const dismiss = useDismissRuns();
  const cancel = useCancelRun();
  useRunEnd(run, () => void invalidateLists());
  const over = isOver(run);
  return (
    <li className={styles.run}>
      <div className={styles.state}>
        {over ? (
          <span className={styles.outcome}>
            <Icon name={run.phase === 'failed' ? 'error' : run.failed > 0 ? 'warning' : 'check'} size={18} />
            {outcomeText(run)}
          </span>
        ) : (
          <RunBar run={run} />
        )}
      </div>
      <div className={styles.actions}>
        {run.kind !== 'consolidation' && (
          <Button size="small" onClick={onOpen}>
            {over && run.kind === 'bulk_keywords' && run.succeeded > 0 ? runTexts.reviewKeywords : 'Details'}
          </Button>
        )}
        {!over && run.kind === 'consolidation' && (
          <Button size="small" onClick={() => cancel(run.id)} disabled={run.phase === 'cancelling'}>
            {runTexts.cancel(run.phase === 'cancelling')}
          </Button>
        )}
        {over && (
          <IconButton label="Dismiss" size="small" onClick={() => dismiss([run])}>
            <Icon name="close" size={16} />
          </IconButton>
        )}
      </div>
    </li>
  );
}
