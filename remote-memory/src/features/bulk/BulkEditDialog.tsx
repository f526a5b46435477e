/** Dialog of a bulk edit: form, preview, progress and failures. */
import type { ReactNode } from 'react';
import { formatNumber, describeError } from '@hindsight/shared-contracts/rules';
import { Button } from '@hindsight/shared-ui/core';
import { Progress } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { toChange } from '../../model/bulkEdit';
import { memoriesText } from '../../model/countTexts';
import { BatchResult } from './BatchResult';
import styles from './BulkDialog.module.css';
import { BulkEditForm } from './BulkEditForm';
import { BulkEditPreview } from './BulkEditPreview';
import { EDIT_TEXTS } from './texts';
import type { BulkEdit, EditState } from './useBulkEdit';

export interface BulkEditDialogProps {
  edit: BulkEdit;
  state: EditState;
  /** Called when closed while nothing runs. */
  onClose(): void;
}

function renderContent(state: EditState, edit: BulkEdit): ReactNode {
  switch (state.phase) {
    case 'choosing':
      return (
        <>
          {state.error !== null && <p role="alert">{EDIT_TEXTS.failed(describeError(state.error))}</p>}
          <BulkEditForm draft={edit.draft} onChange={edit.change} />
        </>
      );
    case 'busy': {
      const { label, progress } = state;
      const { done = 0, total = 0, failed = 0 } = progress ?? {};
      const failures = failed > 0 ? `, ${formatNumber(failed)} refused` : '';
      return (
        <Progress
          label={label}
          value={progress === null ? null : total === 0 ? 100 : (done / total) * 100}
          detail={progress && `${formatNumber(done)} of ${formatNumber(total)}${failures}`}
        />
      );
    }
    case 'preview':
      return <BulkEditPreview change={state.change} rows={state.rows} outcome={state.outcome} />;
    case 'ended': {
      const { succeeded, failed, left, stopped } = state.outcome;
      const ids = {
        succeeded: succeeded.map(({ memory_block_id: id }) => id),
        failed: failed.map(({ item, error }) => ({ item: item.memory_block_id, error })),
        left: left.map(({ memory_block_id: id }) => id),
      };
      return <BatchResult text={state.text} outcome={{ ...ids, stopped }} />;
    }
  }
}

function renderFooter(state: EditState, edit: BulkEdit): ReactNode {
  if (state.phase === 'busy') return <Button onClick={edit.cancel}>Cancel</Button>;
  if (state.phase === 'preview') {
    const count = state.outcome.succeeded.length;
    return (
      <>
        <Button onClick={edit.back}>Back</Button>
        <Button data-autofocus type="primary" disabled={count === 0} onClick={edit.apply}>
          Change {memoriesText(count)}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button onClick={edit.close}>{state.phase === 'ended' ? 'Close' : 'Cancel'}</Button>
      {state.phase === 'ended' ? (
        <Button type="primary" onClick={state.again}>
          Try Again
        </Button>
      ) : (
        <Button type="primary" disabled={toChange(edit.draft) === null} onClick={edit.preview}>
          Preview
        </Button>
      )}
    </>
  );
}

/** Closing during the edit cancels it. */
export function BulkEditDialog({ edit, state, onClose }: BulkEditDialogProps) {
  const isBusy = state.phase === 'busy';
  return (
    <Modal
      title={EDIT_TEXTS.title}
      closeOnBackdrop={false}
      onClose={isBusy ? edit.cancel : onClose}
      footer={renderFooter(state, edit)}
    >
      <div className={styles.body}>{renderContent(state, edit)}</div>
    </Modal>
  );
}
