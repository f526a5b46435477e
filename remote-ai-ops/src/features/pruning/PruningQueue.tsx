/** Pruning one by one: the whole memory, why it should go, and archive or keep. */
import { Button, ErrorState, IdLabel, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { estimateTokens } from '@hindsight/shared-ui/review';
import { useRef, useState } from 'react';
import { isGone, useBlock } from '../../api/blocks';
import { scoreBadge, scoreText, type PruningSuggestion } from '../../model/pruning';
import { MethodTag } from '../review/MethodTag';
import { ReviewFacts } from '../review/ReviewFacts';
import { ReviewKeys } from '../review/ReviewKeys';
import { useReviewKeys } from '../review/useReviewKeys';
import type { Pruning } from './usePruning';
import styles from './PruningQueue.module.css';

export interface PruningQueueProps {
  ids: readonly string[];
  suggestions: readonly PruningSuggestion[];
  pruning: Pruning;
  onClose(): void;
}

/** Archiving one asks nothing: it can be taken back with one key. */
export function PruningQueue({ ids, suggestions, pruning, onClose }: PruningQueueProps) {
  const [index, setIndex] = useState(0);
  const [archivedHere, setArchivedHere] = useState<readonly string[]>([]);
  const part = useRef<HTMLDivElement>(null);
  const id = ids[index] ?? '';
  const suggestion = suggestions.find((one) => one.id === id);
  const block = useBlock(id === '' ? null : id);
  const isArchived = pruning.archived.has(id);
  const last = archivedHere.at(-1);
  const goOn = () => setIndex((now) => Math.min(now + 1, ids.length - 1));

  async function archive() {
    if (!(await pruning.archive([id]))) return;
    setArchivedHere((now) => [...now, id]);
    goOn();
  }
  async function undo() {
    if (!last || !(await pruning.restore([last]))) return;
    setArchivedHere((now) => now.slice(0, -1));
    setIndex(Math.max(0, ids.indexOf(last)));
  }
  const isFree = pruning.busy === null;
  const actions = {
    ...(index + 1 < ids.length && { next: goOn }),
    ...(index > 0 && { previous: () => setIndex(index - 1) }),
    ...(isFree && !isArchived && { accept: () => void archive() }),
    ...(isFree && !isArchived && index + 1 < ids.length && { reject: goOn }),
    ...(isFree && last && { undo: () => void undo() }),
  };
  useReviewKeys(part, actions);
  if (!suggestion) return null;
  const badge = scoreBadge(suggestion.score);
  const text = block.data ? `${block.data.content}\n${block.data.lesson}`.trim() : '';

  return (
    <Modal
      title="Review pruning suggestion"
      size="large"
      onClose={onClose}
      footer={
        <>
          <span className={styles.place}>
            {index + 1} of {ids.length}
          </span>
          <Button onClick={actions.previous} disabled={!actions.previous}>
            Previous
          </Button>
          {actions.undo && <Button onClick={actions.undo}>Undo last</Button>}
          <Button onClick={actions.reject} disabled={!actions.reject}>
            Keep
          </Button>
          <Button type="primary" onClick={actions.accept} disabled={!actions.accept} loading={!isFree}>
            Archive
          </Button>
        </>
      }
    >
      <div ref={part} className={styles.part}>
        <ReviewFacts
          facts={[
            [
              'Was',
              <Tag key="was" icon="memory">
                Active
              </Tag>,
            ],
            [
              'Would be',
              <Tag key="would" icon="archived" tone={isArchived ? 'good' : 'neutral'}>
                {isArchived ? 'Archived now' : 'Archived'}
              </Tag>,
            ],
            [
              'Score',
              <span key="score">
                {scoreText(suggestion.score)} <Tag tone={badge.tone}>{badge.label}</Tag>
              </span>,
            ],
            ['Made by', <MethodTag key="method" method={suggestion.method} />],
            ['Reason', suggestion.reason],
            ['Feedback', suggestion.feedback === null ? '' : `${suggestion.feedback}/100`],
            [
              'Retrieved',
              suggestion.retrievals === null ? '' : `${suggestion.retrievals.toLocaleString()} times`,
            ],
            ['Created', suggestion.createdAt && <RelativeTime key="time" iso={suggestion.createdAt} />],
            [
              'Size',
              text &&
                `${text.length.toLocaleString()} characters, about ${estimateTokens(text).toLocaleString()} tokens`,
            ],
            ['Memory ID', <IdLabel key="id" id={id} label="memory ID" />],
          ]}
        />
        {block.error ? (
          <ErrorState
            title={isGone(block.error) ? 'This memory is not there any more.' : 'Failed to load the memory'}
            detail={isGone(block.error) ? undefined : block.error.message}
            onRetry={() => void block.refetch()}
            retrying={block.isFetching}
          />
        ) : (
          <section aria-label="Memory" className={styles.text} dir="auto">
            {block.data ? text : suggestion.preview}
          </section>
        )}
        <ReviewKeys actions={actions} words={{ accept: 'Archive', reject: 'Keep' }} />
      </div>
    </Modal>
  );
}
