/** Action on memories that another remote provides, opened over the page. */
import { Slot, type SlotName } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';

export type BlockSlot = Extract<SlotName, 'memory-block.compaction' | 'memory-block.keyword-suggestions'>;

const TITLES: Record<BlockSlot, string> = {
  'memory-block.compaction': 'AI Memory Compaction',
  'memory-block.keyword-suggestions': 'Keyword Suggestions',
};

export interface SlotActionProps {
  slot: BlockSlot;
  blockIds: readonly string[];
  onClose(): void;
  onChanged(blockIds: readonly string[]): void;
}

/** Renders the remote's own dialog, or a short fallback while it loads or fails to. */
export function SlotAction({ slot, blockIds, onClose, onChanged }: SlotActionProps) {
  const close = <Button onClick={onClose}>Close</Button>;
  return (
    <Slot
      name={slot}
      props={{ blockIds, onClose, onChanged }}
      loading={
        <Modal title={TITLES[slot]} size="small" onClose={onClose} footer={close}>
          <p role="status">Loading this part of the dashboard.</p>
        </Modal>
      }
      unavailable={(reason, retry) => (
        <Modal
          title={TITLES[slot]}
          size="small"
          onClose={onClose}
          footer={
            <>
              {close}
              <Button type="primary" onClick={retry}>
                Retry
              </Button>
            </>
          }
        >
          <p role="alert">{reason}</p>
        </Modal>
      )}
    />
  );
}
