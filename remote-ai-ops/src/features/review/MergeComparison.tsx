/** Compares the merged text with one original at a time. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { Select } from '@hindsight/shared-ui/data';
import { useState } from 'react';
import { ReviewFields } from './ReviewFields';
import type { Claims } from '../../model/sources';
import { reviewTexts } from './texts';

interface MergeComparisonProps {
  /** Ids of all originals, in order. */
  ids: readonly string[];
  /** Originals that still exist. */
  blocks: readonly MemoryBlock[];
  merged: { content: string; lesson: string };
  /** Sources of the merged content as claimed by a language model. */
  claims?: Claims | undefined;
  /** Whether the merged lesson is accepted; the content always is. */
  isLessonAccepted?: boolean;
  /** Absent when the lesson cannot be declined separately. */
  onToggleLesson?: (() => void) | undefined;
}

const CONTENT: ReadonlySet<string> = new Set(['content']);
const BOTH: ReadonlySet<string> = new Set(['content', 'lesson']);

export function MergeComparison(props: MergeComparisonProps) {
  const { ids, blocks, merged, claims, isLessonAccepted = true, onToggleLesson } = props;
  const [comparedId, setComparedId] = useState<string | undefined>();
  const compared = blocks.find(({ id }) => id === comparedId) ?? blocks[0];
  const memoryNumber = (id: string) => ids.indexOf(id) + 1;
  /** One text per original, including deleted ones, because sentences refer to them by index. */
  const toTexts = (text: (block: MemoryBlock) => string | null) =>
    ids.map((id) => blocks.filter((block) => block.id === id).map(text)[0] ?? '');
  return (
    <ReviewFields
      fields={[
        {
          key: 'content',
          label: reviewTexts.content,
          before: compared?.content ?? '',
          after: merged.content,
          sources: toTexts(({ content }) => content),
          claims,
        },
        {
          key: 'lesson',
          label: reviewTexts.lesson,
          before: compared?.lessons_learned ?? '',
          after: merged.lesson,
          sources: toTexts(({ lessons_learned: lesson }) => lesson),
        },
      ]}
      labels={{
        before: compared ? reviewTexts.original(memoryNumber(compared.id)) : 'Original',
        after: reviewTexts.merged,
      }}
      accepted={isLessonAccepted ? BOTH : CONTENT}
      fixed={CONTENT}
      {...(onToggleLesson && { onToggle: onToggleLesson })}
      aside={
        blocks.length > 1 && (
          <Select
            label={reviewTexts.compareWith}
            value={compared?.id ?? ''}
            options={blocks.map(({ id }) => ({
              value: id,
              label: reviewTexts.compareWithOriginal(memoryNumber(id)),
            }))}
            onChange={setComparedId}
          />
        )
      }
    />
  );
}
