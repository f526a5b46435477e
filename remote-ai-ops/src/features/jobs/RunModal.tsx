/** Dialog with the progress of a run, which can be cancelled there. */
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import type { ReactNode } from 'react';
import { isOver, type Run } from '../../model/run';
import { useWriteProblem } from '../review/useWriteProblem';
import { RunProgress } from './RunProgress';
import { RUN_TEXTS, runTexts } from './texts';
import { useCancelRun } from './useRuns';

interface RunModalProps {
  run: Run;
  onClose(): void;
  /** Retries the failed blocks. */
  onRetry?(ids: string[]): void;
  /** Additional buttons after the end of the run. */
  actions?: ReactNode;
}

/** Closing it does not stop the run; the AI operations pages keep showing it. */
export function RunModal({ run, onClose, onRetry, actions }: RunModalProps) {
  const over = isOver(run);
  const failedIds = run.failures.map(({ id }) => id).filter((id) => id !== '');
  const cancel = useCancelRun();
  const problem = useWriteProblem(run.scope);
  return (
    <Modal
      title={RUN_TEXTS[run.kind].title}
      onClose={onClose}
      closeOnBackdrop={false}
      footer={
        over ? (
          <>
            {problem}
            {actions}
            {onRetry && failedIds.length > 0 && (
              <Button disabled={problem} onClick={() => onRetry(failedIds)}>
                {runTexts.retryFailed(failedIds.length)}
              </Button>
            )}
            <Button type="primary" onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Hide</Button>
            <Button danger onClick={() => cancel(run.id)} disabled={run.phase === 'cancelling'}>
              {runTexts.cancel(run.phase === 'cancelling')}
            </Button>
          </>
        )
      }
    >
      <RunProgress run={run} />
    </Modal>
  );
}
