/** Tells once that a run is over: to the caller, and to the person. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useEffectEvent } from 'react';
import { isOver, type Run } from '../../model/run';
import { outcomeOf } from './RunProgress';

const told = new Set<string>();

/** Nothing is told twice, also when two parts of the page watch the same run. */
export function useRunEnd(run: Run | undefined, onEnd: (run: Run) => void): void {
  const { toasts } = useShell();
  const tell = useEffectEvent((ended: Run) => {
    onEnd(ended);
    if (told.has(ended.id)) return;
    told.add(ended.id);
    if (ended.isOld) return;
    const type =
      ended.phase === 'failed'
        ? 'error'
        : ended.phase === 'cancelled'
          ? 'info'
          : ended.failed > 0
            ? 'warning'
            : 'success';
    toasts.show(type, outcomeOf(ended));
  });
  const over = run !== undefined && isOver(run);
  useEffect(() => {
    if (over) tell(run);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a run that is over does not change any more
  }, [over, run?.id]);
}
