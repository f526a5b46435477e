/** Dialog of a bulk action: confirmation, progress and failures. */
import type { ReactNode } from 'react';
import { Button } from '@hindsight/shared-ui/core';
import { LostQuestionsNote, Progress } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { BULK, toPlannedChanges } from '../../model/bulk';
import { blocksText } from '../../model/countTexts';
import { formatNumber, describeError } from '@hindsight/shared-contracts/rules';
import { BatchResult } from './BatchResult';
import styles from './BulkDialog.module.css';
import type { Bulk, BulkState, BulkTarget } from './useBulk';

function formatCount(target: BulkTarget): string {
  if ('ids' in target) return blocksText(target.ids.length);
  return target.total === null
    ? 'all memory blocks that match'
    : `all ${blocksText(target.total)} that match your filters`;
}

function renderContent(state: BulkState): ReactNode {
  const words = BULK[state.kind];
  switch (state.phase) {
    case 'asking':
      return (
        <>
          <p>{words.question(formatCount(state.target))}</p>
          {state.kind === 'delete' && <p>This also deletes their history and keyword links.</p>}
          {'ids' in state.target && (
            <LostQuestionsNote changes={toPlannedChanges(state.kind, state.target.ids)} />
          )}
        </>
      );
    case 'finding':
      return (
        <Progress
          label="Finding the memory blocks"
          value={state.total ? (state.found / state.total) * 100 : null}
          detail={formatNumber(state.found)}
        />
      );
    case 'running': {
      const { done, failed, total } = state.progress;
      const failures = failed > 0 ? `, ${formatNumber(failed)} failed` : '';
      return (
        <Progress
          label={words.running}
          value={total === 0 ? 100 : (done / total) * 100}
          detail={`${formatNumber(done)} of ${formatNumber(total)}${failures}`}
        />
      );
    }
    case 'unfound':
      return (
        <p role="alert">
          Nothing was changed because the memories couldn’t be loaded: {describeError(state.error)}
        </p>
      );
    case 'ended':
      return (
        <BatchResult
          text={`${blocksText(state.outcome.succeeded.length)} ${words.done}`}
          outcome={state.outcome}
        />
      );
  }
}

function renderFooter(state: BulkState, bulk: Bulk): ReactNode {
  const words = BULK[state.kind];
  const danger = state.kind === 'delete';
  if (state.phase === 'finding' || state.phase === 'running') {
    return <Button onClick={bulk.cancel}>Cancel</Button>;
  }
  return (
    <>
      <Button data-autofocus onClick={bulk.close}>
        {state.phase === 'asking' ? 'Cancel' : 'Close'}
      </Button>
      {state.phase === 'ended' ? (
        <Button type="primary" danger={danger} onClick={bulk.again}>
          Try Again
        </Button>
      ) : (
        <Button type="primary" danger={danger} onClick={bulk.confirm}>
          {state.phase === 'asking' ? words.confirm : 'Try Again'}
        </Button>
      )}
    </>
  );
}

export interface BulkDialogProps {
  bulk: Bulk;
  state: BulkState;
  /** Called when closed before or after the action. */
  onClose(): void;
}

/** Closing during the action cancels it. */
export function BulkDialog({ bulk, state, onClose }: BulkDialogProps) {
  const isRunning = state.phase === 'finding' || state.phase === 'running';
  return (
    <Modal
      title={BULK[state.kind].title}
      size="medium"
      closeOnBackdrop={!isRunning}
      onClose={isRunning ? bulk.cancel : onClose}
      footer={renderFooter(state, bulk)}
    >
      <div className={styles.body}>{renderContent(state)}</div>
    </Modal>
  );
}
