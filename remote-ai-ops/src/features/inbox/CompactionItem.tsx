/** A proposed compaction in the inbox: the memory beside its shorter text, which a person may edit before accepting it. */
import type { ReviewItem } from '@hindsight/shared-contracts/api';
import { Button, ErrorState, IdLabel, RelativeTime } from '@hindsight/shared-ui/core';
import { LostQuestionsNote } from '@hindsight/shared-ui/data';
import { useBlock } from '../../api/blocks';
import type { useShorterText } from '../../api/rewrites';
import { wholeCompaction, type AcceptedParts } from '../../model/acceptedParts';
import { textsBefore } from '../../model/compaction';
import { consolidationTexts } from '../consolidation/texts';
import { EditedTexts } from '../review/EditedTexts';
import { MemoryLink, useMemoryAddress } from '../review/MemoryLinks';
import { MethodTag } from '../review/MethodTag';
import { ReviewFacts } from '../review/ReviewFacts';
import { ReviewFields } from '../review/ReviewFields';
import { reviewTexts } from '../review/texts';
import { factsOfMemory } from './factsOfMemory';
import styles from './InboxItem.module.css';
import { inboxTexts as texts } from './texts';

export interface InboxItemProps {
  item: ReviewItem;
  /** The shorter text, where a compaction is under review. */
  shorter: ReturnType<typeof useShorterText>;
  /** Null takes all of it. */
  accepted: AcceptedParts | null;
  /** Absent while it cannot be decided. */
  onAccept?: ((accepted: AcceptedParts) => void) | undefined;
  /** Whether the proposed texts are edited now. */
  isEditing: boolean;
  onEdit(isEditing: boolean): void;
}

/** What is shown is what accepting stores. */
export function CompactionItem(props: InboxItemProps) {
  const { item, shorter, accepted, onAccept, isEditing, onEdit } = props;
  const id = item.memory_block_ids[0] ?? '';
  const addressFor = useMemoryAddress();
  const block = useBlock(id);
  const { data, error, isFetching, refetch } = shorter;
  if (!data) {
    const retry = { onRetry: () => void refetch(), retrying: isFetching };
    return error ? (
      <ErrorState title={texts.shorterFailed} detail={error.message} {...retry} />
    ) : (
      <div className={styles.waiting} />
    );
  }
  const before = textsBefore(data);
  const proposed = wholeCompaction(data);
  const after = accepted?.edited ?? proposed.edited;
  const change = (part: Partial<typeof after>) => onAccept?.({ ...proposed, edited: { ...after, ...part } });
  const fields = [
    { key: 'content', label: reviewTexts.content, before: before.content, after: after.content },
    { key: 'lesson', label: reviewTexts.lesson, before: before.lesson, after: after.lesson },
  ];
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
          fields={fields.filter((field) => field.before !== '' || field.after !== '')}
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
