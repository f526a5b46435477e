/** Compacted memories one by one: the text before and after, and undo. */
import { formatNumber, describeError } from '@hindsight/shared-contracts/rules';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, ErrorState, IdLabel, Tag } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useRef, useState } from 'react';
import { loadBlock, loadVersion, restoreVersion } from '../../api/blocks';
import type { CompactedBlock } from '../../model/compactedBlocks';
import { MethodTag } from '../review/MethodTag';
import { ReviewFields } from '../review/ReviewFields';
import { ShortcutList } from '../review/ShortcutList';
import { reviewTexts } from '../review/texts';
import { useReviewShortcuts } from '../review/useReviewShortcuts';
import { compactionTexts } from './texts';
import styles from './CompactedQueue.module.css';

interface CompactedQueueProps {
  blocks: readonly CompactedBlock[];
  undone: ReadonlySet<string>;
  /** Why nothing can be undone, or null. */
  problem: string | null;
  onUndone(id: string): void;
  onClose(): void;
}

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
      return { after, before };
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
          <ErrorState
            title={compactionTexts.review.loadFailed}
            detail={texts.error.message}
            onRetry={() => void texts.refetch()}
            retrying={texts.isFetching}
          />
        ) : (
          texts.data && (
            <ReviewFields
              fields={[
                {
                  key: 'content',
                  label: reviewTexts.content,
                  before: texts.data.before.content,
                  after: texts.data.after.content,
                },
                {
                  key: 'lesson',
                  label: reviewTexts.lesson,
                  before: texts.data.before.lessons_learned ?? '',
                  after: texts.data.after.lessons_learned ?? '',
                },
              ]}
              labels={{ before: 'Before', after: 'Compacted' }}
            />
          )
        )}
        <ShortcutList actions={actions} />
      </div>
    </Modal>
  );
}
