/** Reacts to the end of a run: every caller is notified, the toast appears once. */
import { useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useEffectEvent } from 'react';
import { isOver, type Run } from '../../model/run';
import { outcomeText } from './texts';
import { trackedRun, updateRun } from './trackedRuns';

function toastType({ phase, failed }: Run) {
  if (phase === 'failed') return 'error';
  if (phase === 'cancelled') return 'info';
  return failed > 0 ? 'warning' : 'success';
}

/** Shows one toast per run, even if two components show the run; none if it ended before this page loaded it. */
export function useRunEnd(run: Run | undefined, onEnd: (run: Run) => void): void {
  const { toasts } = useShell();
  const client = useQueryClient();
  const end = useEffectEvent((ended: Run) => {
    onEnd(ended);
    if (trackedRun(client, ended.id)?.isAnnounced !== false) return;
    updateRun(client, ended.id, () => ({ isAnnounced: true }));
    toasts.show(toastType(ended), outcomeText(ended));
  });
  const over = run !== undefined && isOver(run);
  useEffect(() => {
    if (over) end(run);
    // oxlint-disable-next-line react/exhaustive-deps -- a run that is over does not change any more
  }, [over, run?.id]);
}
