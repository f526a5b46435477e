/** Compacted memories one by one: the text before and after, and undo. */
import type { GeneratedBy } from '@hindsight/shared-contracts/api';
import { formatNumber, describeError } from '@hindsight/shared-contracts/rules';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, ErrorState, IdLabel, Tag } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useRef, useState } from 'react';
import { loadBlock, loadVersion, restoreVersion } from '../../api/blocks';
import { readId } from '../../model/batches';
import type { Run } from '../../model/run';
import { MethodTag } from '../review/MethodTag';
import { ReviewFields, textFields } from '../review/ReviewFields';
import { ShortcutList } from '../review/ShortcutList';
import { useReviewShortcuts } from '../review/useReviewShortcuts';
import { compactionTexts } from './texts';
import styles from './CompactedQueue.module.css';

export interface CompactedBlock {
  id: string;
  /** The version that keeps the earlier texts. */
  version: number;
  method: GeneratedBy | undefined;
}

/** The memories of a run whose earlier version is known. */
export const compactedBlocks = ({ rows }: Run): CompactedBlock[] =>
  rows.flatMap((row) => {
    const { version, generated_by: method } = row as { version?: number; generated_by?: GeneratedBy };
    return version === undefined ? [] : [{ id: readId(row), version, method }];
  });

interface CompactedQueueProps {
  blocks: readonly CompactedBlock[];
  undone: ReadonlySet<string>;
  /** Why nothing can be undone, or null. */
  problem: string | null;
  onUndone(id: string): void;
  onClose(): void;
}

const toTexts = (block: { content: string; lessons_learned: string | null }) => ({
  content: block.content,
  lesson: block.lessons_learned ?? '',
});

/** Shortcuts: next, previous, undo. */
export function CompactedQueue({ blocks, undone, problem, onUndone, onClose }: CompactedQueueProps) {
  const { api, toasts } = useShell();
  const [index, setIndex] = useState(0);
  const [busy, setBusy] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const block = blocks[index];
  const texts = useScopedQuery({
    key: ['ai-ops', 'compacted', block?.id, block?.version],
    load: async (client, signal) => {
      const [after, before] = await Promise.all([
        loadBlock(client, block?.id ?? '', signal),
        loadVersion(client, block?.id ?? '', block?.version ?? 0, signal),
      ]);
      return { after: toTexts(after), before: toTexts(before) };
    },
    enabled: block !== undefined,
  });
  const isUndone = block !== undefined && undone.has(block.id);

  async function undo() {
    if (!block || busy) return;
    setBusy(true);
    try {
      await restoreVersion(api, block.id, block.version);
      onUndone(block.id);
    } catch (error) {
      toasts.show('error', compactionTexts.undoFailed(describeError(error)));
    } finally {
      setBusy(false);
    }
  }
  const actions = {
    ...(index + 1 < blocks.length && { next: () => setIndex(index + 1) }),
    ...(index > 0 && { previous: () => setIndex(index - 1) }),
    ...(block && !isUndone && !problem && { undo: () => void undo() }),
  };
  useReviewShortcuts(container, actions);

  return (
    <Modal
      title={compactionTexts.review.title}
      size="wide"
      onClose={onClose}
      footer={
        <>
          {problem}
          <Button onClick={actions.previous} disabled={!actions.previous}>
            Previous
          </Button>
          <Button onClick={actions.next} disabled={!actions.next}>
            Next
          </Button>
          <Button onClick={actions.undo} disabled={!actions.undo} loading={busy}>
            {compactionTexts.review.undoOne}
          </Button>
        </>
      }
    >
      <div ref={container} className={styles.queue}>
        <div className={styles.head}>
          <span>
            {index + 1} of {formatNumber(blocks.length)}
          </span>
          {block && <IdLabel id={block.id} label="memory ID" />}
          {block && <MethodTag method={block.method} />}
          {isUndone && (
            <Tag tone="good" icon="restore">
              Undone
            </Tag>
          )}
        </div>
        {texts.error ? (
          <ErrorState title={compactionTexts.review.loadFailed} query={texts} />
        ) : (
          texts.data && (
            <ReviewFields
              fields={textFields(texts.data.before, texts.data.after)}
              labels={{ before: 'Before', after: 'Compacted' }}
            />
          )
        )}
        <ShortcutList actions={actions} />
      </div>
    </Modal>
  );
}
