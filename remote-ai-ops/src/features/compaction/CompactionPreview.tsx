/** The compacted text of one memory beside the original, with checkboxes to accept each field. */
import type { Compaction } from '@hindsight/shared-contracts/api';
import { LostQuestionsNote } from '@hindsight/shared-ui/data';
import {
  ALL_TEXTS,
  preservedInsights,
  proposedTexts,
  spaceSaved,
  textsBefore,
  type AcceptedTexts,
} from '../../model/compaction';
import { toRewriteChanges } from '../../model/plannedChanges';
import { MethodTag } from '../review/MethodTag';
import { ReviewFacts } from '../review/ReviewFacts';
import { ReviewFields, textFields } from '../review/ReviewFields';
import { compactionTexts as texts } from './texts';
import styles from './CompactionDialog.module.css';

interface CompactionPreviewProps {
  compaction: Compaction;
  /** All fields when absent. */
  accepted?: AcceptedTexts;
  /** Absent when fields cannot be accepted individually. */
  onToggle?(key: keyof AcceptedTexts): void;
  instructions?: string;
}

export function CompactionPreview(props: CompactionPreviewProps) {
  const { compaction, accepted = ALL_TEXTS, onToggle, instructions = '' } = props;
  const { compression_quality_score: quality } = compaction;
  const insights = preservedInsights(compaction, accepted);
  return (
    <>
      <ReviewFacts
        facts={[
          ['Space saved', `${spaceSaved(compaction, accepted)}%`],
          ['Quality', quality ? `${quality}/10` : texts.notRated],
          ['Made by', <MethodTag key="method" method={compaction.generated_by} />],
          ['Reason', compaction.rationale],
          ['Instructions', instructions.trim()],
        ]}
      />
      {insights.length > 0 && (
        <section aria-label={texts.insights} className={styles.insights}>
          <h3>{texts.insights}</h3>
          <ul>
            {insights.map((insight) => (
              <li key={insight} dir="auto">
                {insight}
              </li>
            ))}
          </ul>
        </section>
      )}
      <LostQuestionsNote changes={toRewriteChanges(compaction, accepted)} />
      <ReviewFields
        fields={textFields(textsBefore(compaction), proposedTexts(compaction))}
        labels={{ before: 'Original', after: 'Compacted' }}
        accepted={new Set(Object.entries(accepted).flatMap(([key, isAccepted]) => (isAccepted ? [key] : [])))}
        {...(onToggle && { onToggle: (key) => onToggle(key === 'lesson' ? 'lesson' : 'content') })}
      />
    </>
  );
}
