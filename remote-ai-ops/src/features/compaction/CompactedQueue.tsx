/** One compacted memory after the other: what it was, what it is, and the way back. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, ErrorState, IdLabel, Tag } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useRef, useState } from 'react';
import { loadBlock, loadVersion, restoreVersion } from '../../api/blocks';
import type { CompactedBlock } from '../../model/compactedBlocks';
import { reasonOf } from '../../model/failure';
import { readMethod } from '../../model/method';
import { MethodTag } from '../review/MethodTag';
import { ReviewFields } from '../review/ReviewFields';
import { ReviewKeys } from '../review/ReviewKeys';
import { useReviewKeys } from '../review/useReviewKeys';
import styles from './CompactedQueue.module.css';

interface CompactedQueueProps {
  blocks: readonly CompactedBlock[];
  undone: ReadonlySet<string>;
  onUndone(id: string): void;
  onClose(): void;
}

/** Keys: next, previous, undo. */
export function CompactedQueue({ blocks, undone, onUndone, onClose }: CompactedQueueProps) {
  const { api, toasts } = useShell();
  const [index, setIndex] = useState(0);
  const [busy, setBusy] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const block = blocks[index];
  const texts = useScopedQuery({
    key: ['ai-ops', 'compacted', block?.id, block?.version],
    load: async (client, signal) => {
      const [is, was] = await Promise.all([
        loadBlock(client, block?.id ?? '', signal),
        loadVersion(client, block?.id ?? '', block?.version ?? 0, signal),
      ]);
      return { is, was };
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
      toasts.show('error', `Failed to undo the compaction: ${reasonOf(error)}`);
    } finally {
      setBusy(false);
    }
  }
  const actions = {
    ...(index + 1 < blocks.length && { next: () => setIndex(index + 1) }),
    ...(index > 0 && { previous: () => setIndex(index - 1) }),
    ...(block && !isUndone && { undo: () => void undo() }),
  };
  useReviewKeys(part, actions);

  return (
    <Modal
      title="Review changes"
      size="wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={actions.previous} disabled={!actions.previous}>
            Previous
          </Button>
          <Button onClick={actions.next} disabled={!actions.next}>
            Next
          </Button>
          <Button onClick={actions.undo} disabled={!actions.undo} loading={busy}>
            Undo this one
          </Button>
        </>
      }
    >
      <div ref={part} className={styles.queue}>
        <div className={styles.head}>
          <span>
            {index + 1} of {blocks.length.toLocaleString()}
          </span>
          {block && <IdLabel id={block.id} label="memory ID" />}
          {block && <MethodTag method={readMethod(block.method)} />}
          {isUndone && (
            <Tag tone="good" icon="restore">
              Undone
            </Tag>
          )}
        </div>
        {texts.error ? (
          <ErrorState
            title="Failed to load the texts"
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
                  label: 'Content',
                  before: texts.data.was.content,
                  after: texts.data.is.content,
                },
                {
                  key: 'lesson',
                  label: 'Lessons learned',
                  before: texts.data.was.lesson,
                  after: texts.data.is.lesson,
                },
              ]}
              labels={{ before: 'Before', after: 'Compacted' }}
            />
          )
        )}
        <ReviewKeys actions={actions} />
      </div>
    </Modal>
  );
}
