/** Pruning one by one: the whole memory, why it is suggested, and archive or keep. */
import type { PruningSuggestion } from '@hindsight/shared-contracts/api';
import { Button, ErrorState, IdLabel, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { LostQuestionsNote } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { estimateTokens } from '@hindsight/shared-ui/review';
import { useRef, useState } from 'react';
import { isGone, useBlock } from '../../api/blocks';
import { wholeText } from '../../model/block';
import { scoreBadge, scoreText } from '../../model/pruning';
import { MethodTag } from '../review/MethodTag';
import { ReviewFacts } from '../review/ReviewFacts';
import { ShortcutList } from '../review/ShortcutList';
import { useReviewShortcuts } from '../review/useReviewShortcuts';
import { pruningTexts } from './texts';
import type { Pruning } from './usePruning';
import layout from '../review/layout.module.css';

const texts = pruningTexts.review;

export interface PruningQueueProps {
  ids: readonly string[];
  suggestions: readonly PruningSuggestion[];
  pruning: Pruning;
  onClose(): void;
}

/** Archiving needs no confirmation: one key undoes it. */
export function PruningQueue({ ids, suggestions, pruning, onClose }: PruningQueueProps) {
  const [index, setIndex] = useState(0);
  /** What was archived or kept here, in this order. */
  const [decided, setDecided] = useState<readonly string[]>([]);
  const container = useRef<HTMLDivElement>(null);
  const id = ids[index] ?? '';
  const suggestion = suggestions.find((one) => one.memory_block_id === id);
  const block = useBlock(id === '' ? null : id);
  const isArchived = pruning.archived.has(id);
  const isKept = pruning.kept.has(id);
  const last = decided.at(-1);
  const goOn = () => setIndex((now) => Math.min(now + 1, ids.length - 1));

  async function archive() {
    if (!(await pruning.archive([id]))) return;
    setDecided((now) => [...now, id]);
    goOn();
  }
  async function keep() {
    if (!(await pruning.keep(id))) return;
    if (suggestion?.review_item_id) setDecided((now) => [...now, id]);
    goOn();
  }
  async function undo() {
    if (!last) return;
    if (!(await (pruning.kept.has(last) ? pruning.keep(last, 'reopen') : pruning.restore([last])))) return;
    setDecided((now) => now.slice(0, -1));
    setIndex(Math.max(0, ids.indexOf(last)));
  }
  const isFree = pruning.busy === null && pruning.problem === null;
  const isOpen = isFree && !isArchived && !isKept;
  const mayKeep = Boolean(suggestion?.review_item_id) || index + 1 < ids.length;
  const actions = {
    ...(index + 1 < ids.length && { next: goOn }),
    ...(index > 0 && { previous: () => setIndex(index - 1) }),
    ...(isOpen && { accept: () => void archive() }),
    ...(isOpen && mayKeep && { reject: () => void keep() }),
    ...(isFree && last !== undefined && { undo: () => void undo() }),
  };
  useReviewShortcuts(container, actions);
  if (!suggestion) return null;
  const badge = scoreBadge(suggestion.pruning_score);
  const text = block.data ? wholeText(block.data).trim() : '';

  return (
    <Modal
      title={texts.title}
      size="large"
      onClose={onClose}
      footer={
        <>
          <span className={layout.place}>
            {index + 1} of {ids.length}
          </span>
          <Button onClick={actions.previous} disabled={!actions.previous}>
            Previous
          </Button>
          {actions.undo && <Button onClick={actions.undo}>Undo last</Button>}
          <Button onClick={actions.reject} disabled={!actions.reject}>
            {texts.keep}
          </Button>
          <Button
            type="primary"
            onClick={actions.accept}
            disabled={!actions.accept}
            loading={pruning.busy !== null}
          >
            Archive
          </Button>
        </>
      }
    >
      <div ref={container} className={layout.stack}>
        {pruning.problem && <p role="note">{pruning.problem}</p>}
        {isKept && <p role="status">{texts.kept}</p>}
        {!isArchived && <LostQuestionsNote changes={{ archived_ids: [id] }} />}
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
                {scoreText(suggestion.pruning_score)} <Tag tone={badge.tone}>{badge.label}</Tag>
              </span>,
            ],
            ['Made by', <MethodTag key="method" method={suggestion.generated_by} />],
            ['Reason', suggestion.rationale],
            [
              'Feedback',
              suggestion.feedback_score === null ? 'Not rated' : `${suggestion.feedback_score}/100`,
            ],
            ['Retrieved', texts.retrieved(suggestion.retrieval_count)],
            ['Created', <RelativeTime key="time" iso={suggestion.created_at} />],
            ['Size', text && texts.size(text.length, estimateTokens(text))],
            ['Memory ID', <IdLabel key="id" id={id} label="memory ID" />],
          ]}
        />
        {block.error ? (
          <ErrorState
            title={isGone(block.error) ? texts.missing : texts.loadFailed}
            query={block}
            detail={!isGone(block.error) && block.error.message}
          />
        ) : (
          <section aria-label="Memory" className={layout.sunken} dir="auto">
            {block.data ? text : suggestion.content_preview}
          </section>
        )}
        <ShortcutList actions={actions} labels={{ accept: 'Archive', reject: texts.keep }} />
      </div>
    </Modal>
  );
}
