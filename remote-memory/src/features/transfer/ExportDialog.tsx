/** Dialog to export all pages of the current list. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useState } from 'react';
import { Alert, Button } from '@hindsight/shared-ui/core';
import { Progress } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { Checkbox, RadioGroup } from '@hindsight/shared-ui/form';
import { blocksText } from '../../model/countTexts';
import { EXPORT_FORMATS, type ExportFormat } from '../../model/exportFormats';
import type { Memory } from '../../model/memory';
import { isFiltered, type MemoryView } from '../../model/memoryFilters';
import { isRanked } from '../../model/searchModes';
import styles from './transfer.module.css';
import { useExport, type ExportState } from './useExport';
import { ALL_EXPORTED, CHOSEN_EXPORTED, FILTERED_EXPORTED, HITS_EXPORTED, WITH_ARCHIVED } from './texts';

export interface ExportDialogProps {
  view: MemoryView;
  /** Number of matches, if known. */
  total: number | null;
  /** Exports these memories instead of the whole view. */
  chosen?: readonly Memory[] | undefined;
  onClose(): void;
}

function exportSummary(view: MemoryView, total: number | null): string {
  const count = total === null ? 'Memory blocks' : blocksText(total);
  if (isRanked(view)) return `${count}: ${HITS_EXPORTED}.`;
  return !isFiltered(view) ? `${count}: ${ALL_EXPORTED}.` : `${count}: ${FILTERED_EXPORTED}.`;
}

function Outcome({ state }: { state: ExportState }) {
  switch (state.phase) {
    case 'idle':
      return null;
    case 'reading':
      return (
        <Progress
          label="Reading memory blocks"
          value={state.total ? (state.read / state.total) * 100 : null}
          detail={`${formatNumber(state.read)}${state.total === null ? '' : ` of ${formatNumber(state.total)}`}`}
        />
      );
    case 'failed':
      return (
        <Alert>
          The export stopped after {blocksText(state.read)}, and no file was written: {state.reason}
        </Alert>
      );
    case 'done': {
      const { total, count } = state;
      const isOther = total !== null && total !== count;
      return (
        <p role="status">
          {blocksText(count)} written to {state.name}.
          {isOther && ` The list has changed: it now has ${formatNumber(total)}.`}
        </p>
      );
    }
  }
}

export function ExportDialog({ view, total, chosen, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('json');
  const [withArchived, setWithArchived] = useState(!isFiltered(view));
  const { state, start, cancel } = useExport(view, chosen);
  const isReading = state.phase === 'reading';
  return (
    <Modal
      title="Export memory blocks"
      description={chosen ? `${blocksText(chosen.length)}: ${CHOSEN_EXPORTED}.` : exportSummary(view, total)}
      closeOnBackdrop={!isReading}
      onClose={() => (isReading ? cancel() : onClose())}
      footer={
        isReading ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button type="primary" onClick={() => void start(format, withArchived)}>
              {state.phase === 'failed' ? 'Try Again' : 'Export'}
            </Button>
          </>
        )
      }
    >
      <div className={styles.body}>
        <RadioGroup<ExportFormat>
          label="Format"
          value={format}
          onChange={setFormat}
          options={EXPORT_FORMATS}
          disabled={isReading}
        />
        {!chosen && !isRanked(view) && (
          <Checkbox
            label={WITH_ARCHIVED}
            value={withArchived}
            onChange={setWithArchived}
            disabled={isReading}
          />
        )}
        <Outcome state={state} />
      </div>
    </Modal>
  );
}
