/** The slot `memory-block.compaction`: one memory with a preview, or many as a run. */
import type { BlockActionProps } from '@hindsight/shared-contracts/shell';
import { BlockActionGate } from '../review/BlockActionGate';
import { BulkCompaction } from './BulkCompaction';
import { CompactionDialog } from './CompactionDialog';
import { compactionTexts } from './texts';

export function CompactionSlot({ blockIds, onClose, onChanged }: BlockActionProps) {
  const [first = '', ...more] = blockIds;
  return (
    <BlockActionGate texts={compactionTexts} blockIds={blockIds} onClose={onClose}>
      {more.length === 0 ? (
        <CompactionDialog key={first} blockId={first} onClose={onClose} onChanged={onChanged} />
      ) : (
        <BulkCompaction blockIds={blockIds} onClose={onClose} onChanged={onChanged} />
      )}
    </BlockActionGate>
  );
}
