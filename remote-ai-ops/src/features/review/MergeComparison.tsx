/** The merged text, compared with one of its originals at a time. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { Select } from '@hindsight/shared-ui/data';
import { useState } from 'react';
import { ReviewFields } from './ReviewFields';
import type { Claims } from '../../model/sources';
import { reviewTexts } from './texts';

interface MergeComparisonProps {
  /** Ids of all originals, in their order. */
  ids: readonly string[];
  /** Those that are still there. */
  blocks: readonly MemoryBlock[];
  merged: { content: string; lesson: string };
  /** Where a language model says that the merged content is from. */
  claims?: Claims | undefined;
  /** Whether the merged lesson is accepted; the content always is. */
  isLessonAccepted?: boolean;
  /** Absent where it is all or nothing. */
  onToggleLesson?: (() => void) | undefined;
}

const CONTENT: ReadonlySet<string> = new Set(['content']);
const BOTH: ReadonlySet<string> = new Set(['content', 'lesson']);

export function MergeComparison(props: MergeComparisonProps) {
  const { ids, blocks, merged, claims, isLessonAccepted = true, onToggleLesson } = props;
  const [comparedId, setComparedId] = useState<string | undefined>();
  const compared = blocks.find(({ id }) => id === comparedId) ?? blocks[0];
  const memoryNumber = (id: string) => ids.indexOf(id) + 1;
  /** One for each original, also for those that are gone: sentences name them by their places. */
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
