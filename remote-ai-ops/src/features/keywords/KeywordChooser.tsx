/** Selects suggested keywords, applies them and shows the outcome. */
import type { KeywordSuggestion } from '@hindsight/shared-contracts/api';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Alert, Button } from '@hindsight/shared-ui/core';
import { Progress } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useState } from 'react';
import type { Failure } from '../../model/batches';
import {
  toApplications,
  chooseAll,
  chooseSignificant,
  countChosen,
  newKeywords,
  toggleKeyword,
  type KeywordApplication,
  type KeywordChoice,
} from '../../model/keywordSuggestion';
import { FailureList } from '../jobs/RunProgress';
import { runTexts } from '../jobs/texts';
import { useWriteProblem } from '../review/useWriteProblem';
import { AppliedKeywords } from './AppliedKeywords';
import { SuggestionChoices } from './SuggestionChoices';
import { keywordTexts as texts } from './texts';
import { useApplyKeywords } from './useApplyKeywords';
import layout from '../review/layout.module.css';

/** Callbacks of the dialog. */
export interface KeywordDialogProps {
  onClose(): void;
  onChanged(blockIds: readonly string[]): void;
  /** Called after keywords were applied, with the number of succeeded and failed memories. */
  onApplied?(succeeded: number, failed: number): void;
}

interface KeywordChooserProps extends KeywordDialogProps {
  suggestions: KeywordSuggestion[];
  /** Memories without suggestions. */
  failures: Failure[];
}

export function KeywordChooser({
  suggestions,
  failures,
  onClose,
  onChanged,
  onApplied,
}: KeywordChooserProps) {
  const { toasts } = useShell();
  const [choice, setChoice] = useState<KeywordChoice>(() => chooseSignificant(suggestions));
  const problem = useWriteProblem();
  const { apply, progress, applied, error, cancel, isCancelling } = useApplyKeywords(onChanged);
  const applications = toApplications(choice);

  async function send(chosen: readonly KeywordApplication[]) {
    if (chosen.length === 0) toasts.show('warning', texts.noneChosen);
    else await apply(chosen);
  }
  if (applied && !progress) {
    const { outcome, total } = applied;
    const again = applications.filter((one) => outcome.failures.some(({ id }) => id === one.memory_block_id));
    return (
      <AppliedKeywords
        outcome={outcome}
        total={total}
        error={error}
        retryCount={again.length}
        onRetry={() => void send(again)}
        onClose={() => {
          onApplied?.(outcome.rows.length, outcome.failures.length);
          onClose();
        }}
      />
    );
  }
  return (
    <Modal
      title={texts.title}
      description={texts.description}
      size="large"
      onClose={onClose}
      closeOnBackdrop={false}
      busy={progress !== null}
      footer={
        progress ? (
          <Button danger onClick={cancel} disabled={isCancelling}>
            {runTexts.cancel(isCancelling)}
          </Button>
        ) : (
          <>
            {problem}
            <Button onClick={onClose}>Close</Button>
            <Button type="primary" disabled={problem} onClick={() => void send(applications)}>
              {texts.apply(countChosen(choice))}
            </Button>
          </>
        )
      }
    >
      <div className={layout.section}>
        {progress && (
          <Progress
            label={texts.applying}
            value={(progress.done / progress.total) * 100}
            detail={`${progress.done} of ${progress.total}`}
          />
        )}
        {error && <Alert>{error}</Alert>}
        <div className={layout.bar}>
          <Button size="small" onClick={() => setChoice(chooseAll(suggestions))} disabled={progress !== null}>
            {texts.selectAll}
          </Button>
          <Button size="small" onClick={() => setChoice({})} disabled={progress !== null}>
            {texts.selectNone}
          </Button>
        </div>
        <SuggestionChoices
          suggestions={suggestions}
          choice={choice}
          disabled={progress !== null}
          onToggle={(id, keyword) => setChoice((now) => toggleKeyword(now, id, keyword))}
          onToggleBlock={(one, all) =>
            setChoice((now) => ({ ...now, [one.memory_block_id]: all ? newKeywords(one) : [] }))
          }
        />
        <FailureList failures={failures} label={texts.withoutSuggestions} />
      </div>
    </Modal>
  );
}
