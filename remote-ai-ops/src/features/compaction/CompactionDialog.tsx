/** AI Memory Compaction of one block: instructions, then original and compacted text, then apply. */
import { useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { TextArea } from '@hindsight/shared-ui/form';
import { useRef } from 'react';
import { spaceSaved, type Compaction } from '../../model/compaction';
import { MAX_INSTRUCTIONS } from '../../model/limits';
import { MethodTag } from '../review/MethodTag';
import { ReviewFacts } from '../review/ReviewFacts';
import { ReviewFields } from '../review/ReviewFields';
import { ReviewKeys } from '../review/ReviewKeys';
import { useReviewKeys } from '../review/useReviewKeys';
import { useCompaction } from './useCompaction';
import styles from './CompactionDialog.module.css';

interface CompactionDialogProps {
  blockId: string;
  onClose(): void;
  onChanged(blockIds: readonly string[]): void;
}

function fieldsOf({ originalContent, content, originalLesson, lesson }: Compaction) {
  const all = [
    { key: 'content', label: 'Content', before: originalContent, after: content },
    { key: 'lesson', label: 'Lessons learned', before: originalLesson, after: lesson },
  ];
  return all.filter(({ key, before, after }) => key === 'content' || before !== '' || after !== '');
}

/** Nothing is stored before Apply; the text before stays among the versions of the block. */
export function CompactionDialog({ blockId, onClose, onChanged }: CompactionDialogProps) {
  const state = useCompaction({ blockId, onApplied: onClose, onChanged });
  const { compaction, accepted, busy, error } = state;
  const part = useRef<HTMLDivElement>(null);
  const takes = changesAnything(compaction, accepted);
  useUnsavedChanges(compaction !== null, 'the compacted text');
  const actions = compaction ? { ...(takes && { accept: state.apply }), reject: state.startOver } : {};
  useReviewKeys(part, actions);

  return (
    <Modal
      title="AI Memory Compaction"
      description="Says the same in fewer words. Nothing changes before you apply it."
      size={compaction ? 'wide' : 'medium'}
      onClose={onClose}
      closeOnBackdrop={compaction === null}
      busy={busy === 'applying'}
      footer={
        compaction ? (
          <>
            <Button onClick={state.startOver} disabled={busy !== null}>
              Start Over
            </Button>
            <Button onClick={state.refine} disabled={busy !== null}>
              Refine Further
            </Button>
            <Button type="primary" onClick={state.apply} disabled={!takes} loading={busy === 'applying'}>
              Apply Compaction
            </Button>
          </>
        ) : (
          <>
            {busy === 'generating' ? (
              <Button onClick={state.stop}>Stop</Button>
            ) : (
              <Button onClick={onClose}>Cancel</Button>
            )}
            <Button type="primary" onClick={state.generate} loading={busy === 'generating'}>
              Generate Preview
            </Button>
          </>
        )
      }
    >
      <div ref={part} className={styles.part}>
        {error && (
          <p role="alert" className={styles.error}>
            <strong>{error.title}</strong> <span>{error.reason}</span>
          </p>
        )}
        {compaction ? (
          <>
            <ReviewFacts
              facts={[
                ['Space saved', `${spaceSaved(compaction, accepted)}%`],
                ['Quality', compaction.quality === null ? 'Not rated' : `${compaction.quality}/10`],
                ['Made by', <MethodTag key="method" method={compaction.method} />],
                ['Reason', compaction.rationale],
                ['Instructions', state.instructions.trim()],
              ]}
            />
            {compaction.insights.length > 0 && (
              <section aria-label="Key insights preserved" className={styles.insights}>
                <h3>Key insights preserved</h3>
                <ul>
                  {compaction.insights.map((insight) => (
                    <li key={insight} dir="auto">
                      {insight}
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <ReviewFields
              fields={fieldsOf(compaction)}
              labels={{ before: 'Original', after: 'Compacted' }}
              accepted={new Set(Object.entries(accepted).flatMap(([key, taken]) => (taken ? [key] : [])))}
              onToggle={(key) => state.toggle(key === 'lesson' ? 'lesson' : 'content')}
            />
            <ReviewKeys actions={actions} words={{ accept: 'Apply', reject: 'Start over' }} />
          </>
        ) : (
          <TextArea
            label="Instructions (optional)"
            hint="What should be kept or left out, e.g. “Keep the commands word for word.”"
            value={state.instructions}
            onChange={state.setInstructions}
            maxLength={MAX_INSTRUCTIONS}
            disabled={busy !== null}
            autoFocus
          />
        )}
      </div>
    </Modal>
  );
}

/** Whether applying would change anything. */
function changesAnything(compaction: Compaction | null, accepted: { content: boolean; lesson: boolean }) {
  if (!compaction) return false;
  return (
    (accepted.content && compaction.content !== compaction.originalContent) ||
    (accepted.lesson && compaction.lesson !== compaction.originalLesson)
  );
}
