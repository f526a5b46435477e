/** A proposed compaction in the inbox: the memory beside its shorter text, which is editable before acceptance. */
import type { MemoryBlock, ReviewItem } from '@hindsight/shared-contracts/api';
import { Button, ErrorState, IdLabel, RelativeTime } from '@hindsight/shared-ui/core';
import { LostQuestionsNote } from '@hindsight/shared-ui/data';
import { isGone, useBlock } from '../../api/blocks';
import type { useShorterText } from '../../api/rewrites';
import { wholeCompaction, type AcceptedParts } from '../../model/acceptedParts';
import { textsBefore } from '../../model/compaction';
import { consolidationTexts } from '../consolidation/texts';
import { EditedTexts } from '../review/EditedTexts';
import { MemoryLink, useMemoryAddress } from '../review/MemoryLinks';
import { MethodTag } from '../review/MethodTag';
import { pruningTexts } from '../pruning/texts';
import { ReviewFacts, type Fact } from '../review/ReviewFacts';
import { ReviewFields, textFields } from '../review/ReviewFields';
import styles from './InboxItem.module.css';
import { inboxTexts as texts } from './texts';

export interface InboxItemProps {
  item: ReviewItem;
  /** The shorter text, if a compaction is under review. */
  shorter: ReturnType<typeof useShorterText>;
  /** Null accepts everything. */
  accepted: AcceptedParts | null;
  /** Absent while it cannot be decided. */
  onAccept?: ((accepted: AcceptedParts) => void) | undefined;
  isEditing: boolean;
  onEdit(isEditing: boolean): void;
}

/** Explains why an item's memories are missing: deleted or not loaded. @param query absent when the service reported them missing. */
export function LoadError({ query }: { query?: Parameters<typeof ErrorState>[0]['query'] }) {
  return !query?.error || isGone(query.error) ? (
    <ErrorState title={texts.gone} />
  ) : (
    <ErrorState title={texts.itemFailed} query={query} />
  );
}

/** Facts about a memory's agent and usage; empty without a memory. */
export const factsOfMemory = (block: MemoryBlock | undefined): Fact[] =>
  block
    ? [
        ['Agent', block.agent_name],
        ['Feedback', block.feedback_score === null ? 'Not rated' : `${block.feedback_score}/100`],
        ['Retrieved', pruningTexts.review.retrieved(block.retrieval_count)],
      ]
    : [];

/** Accepting stores exactly the text shown. */
export function CompactionItem(props: InboxItemProps) {
  const { item, shorter, accepted, onAccept, isEditing, onEdit } = props;
  const id = item.memory_block_ids[0] ?? '';
  const addressFor = useMemoryAddress();
  const block = useBlock(id);
  const { data, error } = shorter;
  if (!data && error) return <ErrorState title={texts.shorterFailed} query={shorter} />;
  if (!data) return <div className={styles.waiting} />;
  const before = textsBefore(data);
  const proposed = wholeCompaction(data);
  const after = accepted?.edited ?? proposed.edited;
  const change = (part: Partial<typeof after>) => onAccept?.({ ...proposed, edited: { ...after, ...part } });
  return (
    <>
      {onAccept && (
        <LostQuestionsNote
          changes={{
            rewritten: [
              { memory_block_id: id, content: after.content, lessons_learned: after.lesson || null },
            ],
          }}
        />
      )}
      {onAccept && (
        <Button size="small" className={styles.edit} onClick={() => onEdit(!isEditing)}>
          {isEditing ? consolidationTexts.edit.done : consolidationTexts.edit.start}
        </Button>
      )}
      {isEditing && onAccept ? (
        <EditedTexts texts={after} onChange={change} />
      ) : (
        <ReviewFields
          fields={textFields(before, after)}
          labels={{ before: 'Original', after: 'Compacted' }}
        />
      )}
      <MemoryLink to={addressFor(id)}>Open memory</MemoryLink>
      <ReviewFacts
        facts={[
          ['Reason', item.reason],
          ['Made by', <MethodTag key="method" method={data.generated_by} />],
          ['Proposed', <RelativeTime key="time" iso={item.created_at} wording="time" />],
          ...factsOfMemory(block.data),
          ['Memory ID', <IdLabel key="id" id={id} label="memory ID" />],
        ]}
      />
    </>
  );
}
