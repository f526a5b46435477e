/** A merge before it is carried out: the memories beside each other, and the text that would take their place. */
import { Select } from '@hindsight/shared-ui/data';
import { SizeChange } from '@hindsight/shared-ui/review';
import { useState } from 'react';
import { useBlocks } from '../../api/blocks';
import { useMergePreview } from '../../api/optimization';
import { unknownText } from '../../model/mergePreview';
import { Originals } from '../consolidation/Originals';
import { MethodTag } from '../review/MethodTag';
import { ReviewFacts } from '../review/ReviewFacts';
import { ReviewFields } from '../review/ReviewFields';
import styles from './OptimizationModal.module.css';

interface MergeReviewProps {
  suggestionId: string;
  blockIds: readonly string[];
}

/** The word diff compares the merged text with one memory at a time. */
export function MergeReview({ suggestionId, blockIds }: MergeReviewProps) {
  const [comparedId, setComparedId] = useState<string | undefined>();
  const originals = useBlocks(blockIds);
  const preview = useMergePreview(suggestionId);
  const blocks = (originals.data ?? []).filter((block) => block !== null);
  const compared = blocks.find(({ id }) => id === comparedId) ?? blocks[0];
  const numberOf = (id: string) => blockIds.indexOf(id) + 1;
  const merged = preview.data?.texts;
  return (
    <>
      <section aria-label="Memories to merge" className={styles.section}>
        <h3>Memories to merge</h3>
        {originals.error ? (
          <p className={styles.reason}>Failed to load the memories: {originals.error.message}</p>
        ) : (
          <Originals ids={blockIds} blocks={originals.data} />
        )}
      </section>
      <section aria-label="Merged memory" aria-busy={preview.isPending} className={styles.section}>
        <h3>Merged memory</h3>
        {!merged && !preview.isPending && (
          <p className={styles.note}>{unknownText(preview.data?.method ?? 'unknown')}</p>
        )}
        {merged && compared && (
          <>
            <ReviewFacts
              facts={[
                ['Made by', <MethodTag key="method" method={preview.data?.method ?? 'unknown'} />],
                [
                  'Size',
                  <SizeChange
                    key="size"
                    before={blocks.map(({ content, lesson }) => `${content}\n${lesson}`).join('\n')}
                    after={`${merged.content}\n${merged.lesson}`}
                  />,
                ],
              ]}
            />
            <ReviewFields
              fields={[
                { key: 'content', label: 'Content', before: compared.content, after: merged.content },
                { key: 'lesson', label: 'Lessons learned', before: compared.lesson, after: merged.lesson },
              ]}
              labels={{ before: `Original ${numberOf(compared.id)}`, after: 'Merged' }}
              aside={
                <Select
                  label="Compare with"
                  value={compared.id}
                  options={blocks.map(({ id }) => ({
                    value: id,
                    label: `Compare with original ${numberOf(id)}`,
                  }))}
                  onChange={setComparedId}
                />
              }
            />
          </>
        )}
      </section>
    </>
  );
}
