/** The progress of a run in a dialog, with a cancel that really stops it. */
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import type { ReactNode } from 'react';
import { isOver, type Run } from '../../model/run';
import { RunProgress } from './RunProgress';
import { RUN_WORDS } from './runWords';
import { useCancelRun } from './useRuns';

interface RunModalProps {
  run: Run;
  onClose(): void;
  /** Starts again with the blocks that failed. */
  onRetry?(ids: string[]): void;
  /** Further ways on once it is over. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Closing it leaves the run going; it stands on the pages of AI operations until it is looked at. */
export function RunModal({ run, onClose, onRetry, actions, children }: RunModalProps) {
  const over = isOver(run);
  const failedIds = run.tally.failures.map(({ id }) => id).filter((id) => id !== '');
  const cancel = useCancelRun();
  return (
    <Modal
      title={RUN_WORDS[run.kind].title}
      onClose={onClose}
      closeOnBackdrop={false}
      footer={
        over ? (
          <>
            {actions}
            {onRetry && failedIds.length > 0 && (
              <Button onClick={() => onRetry(failedIds)}>Retry failed ({failedIds.length})</Button>
            )}
            <Button type="primary" onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Hide</Button>
            <Button danger onClick={() => cancel(run.id)} disabled={run.phase === 'cancelling'}>
              {run.phase === 'cancelling' ? 'Cancelling…' : 'Cancel'}
            </Button>
          </>
        )
      }
    >
      <RunProgress run={run} />
      {children}
    </Modal>
  );
}
