/** Dialog to pin a question with the memories it is expected to find. */
import type { PinnedQuestion, RecallSettings } from '@hindsight/shared-contracts/api';
import { MAX_EXPECTED_MEMORIES } from '@hindsight/shared-contracts/rules';
import { useDraft, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Button, DraftNote } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { Checkbox } from '@hindsight/shared-ui/form';
import { pinDraftKey } from '../../model/draftKeys';
import { memoryTitle } from '../../model/cardText';
import type { RankedMemory } from '../../model/rankedMemory';
import styles from './Playground.module.css';
import { NOTHING_TO_PIN, SAME_AS_PINNED } from './texts';
import { usePinnedWrites } from './usePinnedWrites';

export interface PinDialogProps {
  question: string;
  settings: RecallSettings;
  /** Memories to choose from, best first. */
  rows: readonly RankedMemory[];
  /** The same question, if already pinned. */
  pinned: PinnedQuestion | undefined;
  onClose(): void;
}

/** Preselects the best hit, or the memories already pinned. */
export function PinDialog({ question, settings, rows, pinned, onClose }: PinDialogProps) {
  const first = pinned?.memory_block_ids ?? rows.slice(0, 1).map(({ id }) => id);
  const draft = useDraft<readonly string[]>(pinDraftKey(question), first);
  const chosen = draft.value;
  const { pin, busy } = usePinnedWrites();
  const isChanged = chosen.length !== first.length || chosen.some((id) => !first.includes(id));
  useUnsavedChanges(isChanged, 'the question you are pinning', draft.reset);
  // Pinned memories that are not among the hits stay expected, although they are not listed.
  const unseen = chosen.filter((id) => rows.every((row) => row.id !== id)).length;
  const toggle = (id: string) =>
    draft.set((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id]));

  function close() {
    draft.reset();
    onClose();
  }

  async function save() {
    if (await pin({ question, settings, memory_block_ids: [...chosen] }, pinned)) close();
  }
  return (
    <Modal
      title="Pin this question"
      description={`“${question}” should find these memories among the first ${settings.limit}.`}
      onClose={close}
      closeOnBackdrop={!isChanged}
      busy={busy}
      footer={
        <>
          <Button onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="primary"
            loading={busy}
            disabled={chosen.length === 0 || chosen.length > MAX_EXPECTED_MEMORIES}
            onClick={() => void save()}
          >
            Pin question
          </Button>
        </>
      }
    >
      <div className={styles.question}>
        <DraftNote draft={draft} />
        {pinned && <p role="note">{SAME_AS_PINNED}</p>}
        {rows.length === 0 && unseen === 0 && <p>{NOTHING_TO_PIN}</p>}
        {rows.map((row) => (
          <Checkbox
            key={row.id}
            label={`${memoryTitle(row)}${row.archived ? ' (archived)' : ''}`}
            value={chosen.includes(row.id)}
            onChange={() => toggle(row.id)}
          />
        ))}
        {unseen > 0 && (
          <p>
            {unseen === 1 ? '1 expected memory is' : `${unseen} expected memories are`} not in the results.{' '}
            <Button
              type="link"
              onClick={() => draft.set(chosen.filter((id) => rows.some((row) => row.id === id)))}
            >
              Keep only memories in the results
            </Button>
          </p>
        )}
        {chosen.length > MAX_EXPECTED_MEMORIES && (
          <p role="alert">Choose at most {MAX_EXPECTED_MEMORIES} memories.</p>
        )}
      </div>
    </Modal>
  );
}
