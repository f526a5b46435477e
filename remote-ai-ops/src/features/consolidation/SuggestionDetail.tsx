/** A suggestion in full: the merged memory with its accepted parts, then the originals, then metadata. */
import type { ConsolidationSuggestion } from '@hindsight/shared-contracts/api';
import { EMPTY_MEMORY, isVisible } from '@hindsight/shared-contracts/rules';
import { Button, ErrorState, IdLabel, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { PlainCheckbox } from '@hindsight/shared-ui/data';
import { estimateTokens } from '@hindsight/shared-ui/review';
import type { useBlocks } from '../../api/blocks';
import { toggleItem, type AcceptedParts } from '../../model/acceptedParts';
import { memories, shortId, fullText } from '../../model/block';
import { statusDisplay } from '../../model/suggestionStatus';
import { EditedTexts } from '../review/EditedTexts';
import { MemoryLink, MemoryProblemNotice, useMemoryAddress } from '../review/MemoryLinks';
import { MergeComparison } from '../review/MergeComparison';
import { MethodTag } from '../review/MethodTag';
import { Originals } from '../review/Originals';
import { ReviewFacts } from '../review/ReviewFacts';
import { reviewTexts } from '../review/texts';
import { consolidationTexts } from './texts';
import layout from '../review/layout.module.css';
import styles from './SuggestionDetail.module.css';

interface SuggestionDetailProps {
  row: ConsolidationSuggestion;
  originals: Pick<ReturnType<typeof useBlocks>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  accepted: AcceptedParts;
  /** Absent when resolved. */
  onAccept?: ((next: AcceptedParts) => void) | undefined;
  isEditing: boolean;
  onEdit(isEditing: boolean): void;
}

export function SuggestionDetail(props: SuggestionDetailProps) {
  const { row, originals, accepted, onAccept, isEditing, onEdit } = props;
  const addressFor = useMemoryAddress();
  const status = statusDisplay(row.status);
  const blocks = (originals.data ?? []).filter((block) => block !== null);
  const suggested = { content: row.suggested_content, lesson: row.suggested_lessons_learned };
  const merged = accepted.edited ?? suggested;
  const change = (part: Partial<typeof merged>) => {
    const edited = { ...merged, ...part };
    const isSame = edited.content === suggested.content && edited.lesson === suggested.lesson;
    onAccept?.({ ...accepted, edited: isSame ? null : edited });
  };
  return (
    <div className={styles.detail}>
      <div className={styles.lead}>
        <p>
          {blocks.length > 0
            ? reviewTexts.saving(
                row.original_memory_ids.length,
                estimateTokens(blocks.map(fullText).join('\n')) -
                  estimateTokens(`${merged.content}\n${merged.lesson}`),
              )
            : consolidationTexts.reason(memories(row.original_memory_ids.length))}
        </p>
      </div>
      <section aria-label="Merged memory" className={styles.section}>
        <div className={layout.between}>
          <h3>Merged memory</h3>
          {onAccept && (
            <Button size="small" onClick={() => onEdit(!isEditing)}>
              {isEditing ? consolidationTexts.edit.done : consolidationTexts.edit.start}
            </Button>
          )}
        </div>
        {isEditing && onAccept ? (
          <EditedTexts
            texts={merged}
            contentError={isVisible(merged.content) ? undefined : EMPTY_MEMORY}
            onChange={change}
          />
        ) : (
          <MergeComparison
            ids={row.original_memory_ids}
            blocks={blocks}
            merged={merged}
            claims={accepted.edited ? undefined : (row.sources ?? undefined)}
            isLessonAccepted={accepted.lesson}
            onToggleLesson={onAccept && (() => onAccept({ ...accepted, lesson: !accepted.lesson }))}
          />
        )}
        {!accepted.lesson && <p className={layout.note}>{consolidationTexts.lessonKept}</p>}
      </section>
      {row.suggested_keywords.length > 0 && (
        <section aria-label="Keywords" className={styles.section}>
          <h3>Keywords</h3>
          <div className={layout.keywords}>
            {row.suggested_keywords.map((keyword) =>
              onAccept ? (
                <PlainCheckbox
                  isLabelShown
                  key={keyword}
                  label={keyword}
                  value={accepted.keywords.includes(keyword)}
                  onChange={() => onAccept({ ...accepted, keywords: toggleItem(accepted.keywords, keyword) })}
                />
              ) : (
                <Tag key={keyword}>{keyword}</Tag>
              ),
            )}
          </div>
        </section>
      )}
      <section aria-label="Original memories" className={styles.section}>
        <h3>Original memories</h3>
        <MemoryProblemNotice />
        {originals.error && !originals.data ? (
          <ErrorState title={consolidationTexts.originalsFailed} query={originals} />
        ) : (
          <Originals ids={row.original_memory_ids} blocks={originals.data} />
        )}
      </section>
      <ReviewFacts
        facts={[
          [
            'Status',
            <Tag key="status" tone={status.tone} icon={status.icon}>
              {status.label}
            </Tag>,
          ],
          ['Suggested', row.timestamp && <RelativeTime key="time" iso={row.timestamp} wording="time" />],
          ['Made by', <MethodTag key="method" method={row.generated_by} />],
          [
            'Became',
            row.merged_memory_id && (
              <MemoryLink key="merged" to={addressFor(row.merged_memory_id)}>
                {reviewTexts.mergedMemory(shortId(row.merged_memory_id))}
              </MemoryLink>
            ),
          ],
          ['Suggestion ID', <IdLabel key="id" id={row.suggestion_id} label="suggestion ID" />],
        ]}
      />
    </div>
  );
}
