/** The slot `memory-block.compaction`: one memory with a preview, or many as a run. */
import { LLM_OFF } from '@hindsight/shared-contracts/rules';
import type { BlockActionProps } from '@hindsight/shared-contracts/shell';
import { useShell } from '@hindsight/shared-contracts/shell';
import { EmptyState } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useWriteProblem } from '../review/useWriteProblem';
import { BulkCompaction } from './BulkCompaction';
import { CompactionDialog } from './CompactionDialog';
import { compactionTexts as texts } from './texts';

/** States the reason when the feature is off, the person may not write, or nothing was chosen. */
export function CompactionSlot({ blockIds, onClose, onChanged }: BlockActionProps) {
  const { flags } = useShell();
  const writeProblem = useWriteProblem();
  const [only] = blockIds;
  if (!flags.llmEnabled || writeProblem || only === undefined) {
    return (
      <Modal title={texts.title} onClose={onClose} size="small">
        {flags.llmEnabled ? (
          <EmptyState
            kind={writeProblem ? 'no-access' : 'nothing-yet'}
            title={writeProblem ?? texts.nothing}
          />
        ) : (
          <EmptyState kind="feature-off" title={LLM_OFF} />
        )}
      </Modal>
    );
  }
  return blockIds.length === 1 ? (
    <CompactionDialog key={only} blockId={only} onClose={onClose} onChanged={onChanged} />
  ) : (
    <BulkCompaction blockIds={blockIds} onClose={onClose} onChanged={onChanged} />
  );
}
