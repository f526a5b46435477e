/** Preview of a merge: the memories side by side, and the text that would replace them. */
import { LostQuestionsNote } from '@hindsight/shared-ui/data';
import { SizeChange } from '@hindsight/shared-ui/review';
import { useBlocks } from '../../api/blocks';
import { useMergePreview } from '../../api/optimization';
import { fullText } from '../../model/block';
import { MergeComparison } from '../review/MergeComparison';
import { MethodTag } from '../review/MethodTag';
import { Originals } from '../review/Originals';
import { ReviewFacts } from '../review/ReviewFacts';
import { optimizationTexts as texts } from './texts';
import layout from '../review/layout.module.css';
import styles from './OptimizationModal.module.css';

/** Maximum number of memories shown side by side. The merged text can be compared with each of any number. */
const SIDE_BY_SIDE = 6;

interface MergeReviewProps {
  suggestionId: string;
  blockIds: readonly string[];
}

export function MergeReview({ suggestionId, blockIds }: MergeReviewProps) {
  const originals = useBlocks(blockIds);
  const { data: merged, error, isPending } = useMergePreview(suggestionId);
  const blocks = (originals.data ?? []).filter((block) => block !== null);
  return (
    <>
      {(originals.error || blockIds.length <= SIDE_BY_SIDE) && (
        <section aria-label={texts.toMerge} className={styles.section}>
          <h3>{texts.toMerge}</h3>
          {originals.error ? (
            <p className={styles.reason}>{texts.originalsFailed(originals.error.message)}</p>
          ) : (
            <Originals ids={blockIds} blocks={originals.data} />
          )}
        </section>
      )}
      <section aria-label="Merged memory" aria-busy={isPending} className={styles.section}>
        <h3>Merged memory</h3>
        {!merged && !isPending && (
          <p className={layout.soft}>{error ? texts.previewFailed(error.message) : texts.mergedUnknown}</p>
        )}
        {merged && blocks.length > 0 && (
          <>
            <ReviewFacts
              facts={[
                ['Made by', <MethodTag key="method" method={merged.method} />],
                [
                  'Size',
                  <SizeChange
                    key="size"
                    before={blocks.map(fullText).join('\n')}
                    after={`${merged.content}\n${merged.lesson}`}
                  />,
                ],
              ]}
            />
            <LostQuestionsNote
              changes={{
                merged: [
                  {
                    memory_block_ids: [...blockIds],
                    content: merged.content,
                    lessons_learned: merged.lesson || null,
                  },
                ],
              }}
            />
            <MergeComparison ids={blockIds} blocks={blocks} merged={merged} claims={merged.claims} />
          </>
        )}
      </section>
    </>
  );
}
