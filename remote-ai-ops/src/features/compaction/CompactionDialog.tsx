/** AI Memory Compaction of one memory: instructions, then original and compacted text, then apply. */
import { MAX_INSTRUCTIONS } from '@hindsight/shared-contracts/rules';
import { useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Alert, Button, DraftNote } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { TextArea } from '@hindsight/shared-ui/form';
import { useRef } from 'react';
import { changesAnything } from '../../model/compaction';
import { ModelCost } from '../jobs/ModelCost';
import { ShortcutList } from '../review/ShortcutList';
import { useReviewShortcuts } from '../review/useReviewShortcuts';
import { CompactionPreview } from './CompactionPreview';
import { compactionTexts as texts } from './texts';
import { useCompaction } from './useCompaction';
import layout from '../review/layout.module.css';

interface CompactionDialogProps {
  blockId: string;
  onClose(): void;
  onChanged(blockIds: readonly string[]): void;
}

/** Stores nothing before Apply; the earlier text stays in the memory's history. */
export function CompactionDialog({ blockId, onClose, onChanged }: CompactionDialogProps) {
  const state = useCompaction({ blockId, onApplied: onClose, onChanged });
  const { draft, compaction, accepted, busy, error } = state;
  const container = useRef<HTMLDivElement>(null);
  const canApply = compaction !== null && changesAnything(compaction, accepted);
  useUnsavedChanges(compaction !== null, texts.unsaved, draft.reset);
  const close = () => {
    draft.reset();
    onClose();
  };
  const actions = compaction ? { ...(canApply && { accept: state.apply }), reject: state.startOver } : {};
  useReviewShortcuts(container, actions);

  return (
    <Modal
      title={texts.title}
      description={texts.description}
      size={compaction ? 'wide' : 'medium'}
      onClose={close}
      closeOnBackdrop={compaction === null}
      busy={busy === 'applying'}
      footer={
        compaction ? (
          <>
            <Button onClick={state.startOver} disabled={busy !== null}>
              {texts.startOver}
            </Button>
            <Button onClick={state.refine} disabled={busy !== null}>
              {texts.refine}
            </Button>
            <Button type="primary" onClick={state.apply} disabled={!canApply} loading={busy === 'applying'}>
              {texts.apply}
            </Button>
          </>
        ) : (
          <>
            {busy === 'generating' ? (
              <Button onClick={state.stop}>Stop</Button>
            ) : (
              <Button onClick={close}>Cancel</Button>
            )}
            <Button type="primary" onClick={state.generate} loading={busy === 'generating'}>
              {texts.generate}
            </Button>
          </>
        )
      }
    >
      <div ref={container} className={layout.stack}>
        {error && (
          <Alert>
            <strong>{error.title}</strong> <span>{error.reason}</span>
          </Alert>
        )}
        {compaction ? (
          <>
            <CompactionPreview
              compaction={compaction}
              accepted={accepted}
              onToggle={state.toggle}
              instructions={draft.value}
            />
            <ShortcutList actions={actions} labels={{ accept: 'Apply', reject: 'Start over' }} />
          </>
        ) : (
          <>
            <DraftNote draft={draft} />
            <TextArea
              label={texts.instructions}
              hint={texts.instructionsHint}
              value={draft.value}
              onChange={draft.set}
              maxLength={MAX_INSTRUCTIONS}
              disabled={busy !== null}
              autoFocus
            />
            <ModelCost kind="bulk_compaction" count={1} className={layout.note} />
          </>
        )}
      </div>
    </Modal>
  );
}
