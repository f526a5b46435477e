/** The slot `memory-block.compaction`: one memory with a preview, or many as a run. */
import { LLM_OFF } from '@hindsight/shared-contracts/rules';
import type { BlockActionProps } from '@hindsight/shared-contracts/shell';
import { useShell } from '@hindsight/shared-contracts/shell';
import { EmptyState } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { BulkCompaction } from './BulkCompaction';
import { CompactionDialog } from './CompactionDialog';
import { compactionTexts as texts } from './texts';

/** States the reason when the feature is off or nothing was chosen. */
export function CompactionSlot({ blockIds, onClose, onChanged }: BlockActionProps) {
  const { flags } = useShell();
  const [only] = blockIds;
  if (!flags.llmEnabled || only === undefined) {
    return (
      <Modal title={texts.title} onClose={onClose} size="small">
        <EmptyState
          kind={flags.llmEnabled ? 'nothing-yet' : 'feature-off'}
          title={flags.llmEnabled ? texts.nothing : LLM_OFF}
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
