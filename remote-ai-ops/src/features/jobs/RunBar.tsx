/** Progress bar of an active run. */
import { Progress } from '@hindsight/shared-ui/data';
import { useEffect, useState } from 'react';
import { estimatedPercent } from '../../model/limits';
import type { Run } from '../../model/run';
import { progressText, runTexts } from './texts';

const REFRESH_MS = 1000;

/** Milliseconds since a run started, updated every second; 0 before the start. */
function useElapsed(startedAt: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (startedAt === null) return;
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [startedAt]);
  return startedAt === null ? 0 : Math.max(0, now - startedAt);
}

/** Progress reported by the service. Until it reports any, the bar shows an estimate, labeled as such. */
export function RunBar({ run }: { run: Run }) {
  const { kind, phase, percent, done, total, startedAt, isQueued } = run;
  const isEstimated = phase === 'running' && !isQueued && done === 0 && startedAt !== null;
  const elapsed = useElapsed(isEstimated ? startedAt : null);
  const counts = kind === 'consolidation' ? '' : runTexts.counts(done, total);
  return (
    <Progress
      label={progressText(run)}
      value={isEstimated ? estimatedPercent(total, elapsed) : phase === 'starting' ? null : percent}
      detail={[counts, isEstimated && runTexts.estimated].filter(Boolean).join(', ')}
    />
  );
}
