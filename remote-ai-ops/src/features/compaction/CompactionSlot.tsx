/** The slot `memory-block.compaction`: one block with a preview, or many as a run. */
import type { BlockActionProps } from '@hindsight/shared-contracts/shell';
import { useShell } from '@hindsight/shared-contracts/shell';
import { EmptyState } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { LLM_OFF } from '../../model/failure';
import { BulkCompaction } from './BulkCompaction';
import { CompactionDialog } from './CompactionDialog';

export const NOTHING_TO_PROCESS = 'No memory blocks to process';

/** Says why there is nothing to do where the feature is off or nothing was chosen. */
export function CompactionSlot({ blockIds, onClose, onChanged }: BlockActionProps) {
  const { flags } = useShell();
  const [only] = blockIds;
  if (!flags.llmEnabled || only === undefined) {
    return (
      <Modal title="AI Memory Compaction" onClose={onClose} size="small">
        <EmptyState
          kind={flags.llmEnabled ? 'nothing-yet' : 'feature-off'}
          title={flags.llmEnabled ? NOTHING_TO_PROCESS : LLM_OFF}
        />
      </Modal>
    );
  }
  return blockIds.length === 1 ? (
    <CompactionDialog key={only} blockId={only} onClose={onClose} onChanged={onChanged} />
  ) : (
    <BulkCompaction blockIds={blockIds} onClose={onClose} onChanged={onChanged} />
  );
}
