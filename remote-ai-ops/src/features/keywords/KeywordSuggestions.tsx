/** The Keyword Suggestions modal: waiting for suggestions, choosing, applying, and what became of it. */
import { Button, EmptyState, ErrorState } from '@hindsight/shared-ui/core';
import { Modal, Progress } from '@hindsight/shared-ui/dialog';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useState } from 'react';
import { memories } from '../../model/block';
import {
  applicationsOf,
  chooseAll,
  countChosen,
  hasKeywords,
  newKeywords,
  NONE_CHOSEN,
  NONE_SUGGESTED,
  toggled,
  type KeywordApplication,
  type KeywordChoice,
  type KeywordSuggestion,
} from '../../model/keywordSuggestion';
import { FailureList, RunProgress } from '../jobs/RunProgress';
import { useCancelRun } from '../jobs/useRuns';
import { SuggestionChoices } from './SuggestionChoices';
import { useApplyKeywords } from './useApplyKeywords';
import { SUGGEST_FAILED, useSuggestions } from './useSuggestions';
import styles from './KeywordSuggestions.module.css';

interface KeywordSuggestionsProps {
  blockIds: readonly string[];
  /** A run whose suggestions are shown instead of asking anew. */
  runId?: string;
  onClose(): void;
  onChanged(blockIds: readonly string[]): void;
  /** Keywords were applied, to so many blocks and not to so many. */
  onApplied?(succeeded: number, failed: number): void;
}

const TITLE = 'Keyword Suggestions';

/** Nothing is stored before Apply. */
export function KeywordSuggestions({
  blockIds,
  runId,
  onClose,
  onChanged,
  onApplied,
}: KeywordSuggestionsProps) {
  const { state, retry } = useSuggestions(blockIds, runId);
  const cancel = useCancelRun();
  if (state.phase === 'ready' && hasKeywords(state.suggestions)) {
    return <Choosing state={state} onClose={onClose} onChanged={onChanged} onApplied={onApplied} />;
  }
  const run = state.phase === 'waiting' ? state.run : undefined;
  return (
    <Modal
      title={TITLE}
      onClose={onClose}
      closeOnBackdrop={false}
      footer={
        run ? (
          <>
            <Button onClick={onClose}>Hide</Button>
            <Button danger onClick={() => cancel(run.id)} disabled={run.phase === 'cancelling'}>
              {run.phase === 'cancelling' ? 'Cancelling…' : 'Cancel'}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{state.phase === 'waiting' ? 'Cancel' : 'Close'}</Button>
        )
      }
    >
      {state.phase === 'waiting' &&
        (run ? <RunProgress run={run} /> : <Progress label="Reading the memory" value={null} />)}
      {state.phase === 'failed' && (
        <ErrorState title={SUGGEST_FAILED} detail={state.reason} onRetry={retry} />
      )}
      {state.phase === 'cancelled' && (
        <EmptyState
          kind="nothing-yet"
          title="Keyword generation cancelled"
          action={<Button onClick={retry}>Start again</Button>}
        />
      )}
      {state.phase === 'ready' && (
        <EmptyState
          kind="nothing-yet"
          title={NONE_SUGGESTED}
          description={<FailureList failures={state.failures} label="Memories without suggestions" />}
        />
      )}
    </Modal>
  );
}

interface ChoosingProps extends Pick<KeywordSuggestionsProps, 'onClose' | 'onChanged' | 'onApplied'> {
  state: { suggestions: KeywordSuggestion[]; failures: { id: string; reason: string }[] };
}

function Choosing({ state, onClose, onChanged, onApplied }: ChoosingProps) {
  const { toasts } = useShell();
  const { suggestions, failures } = state;
  const [choice, setChoice] = useState<KeywordChoice>(() => chooseAll(suggestions));
  const { apply, progress, applied, error, cancel } = useApplyKeywords(onChanged);
  const chosen = countChosen(choice);
  const failed = applied?.tally.failures ?? [];

  async function send(applications: readonly KeywordApplication[]) {
    if (applications.length === 0) {
      toasts.show('warning', NONE_CHOSEN);
      return;
    }
    await apply(applications);
  }
  const again = applicationsOf(choice).filter(({ memory_block_id: id }) =>
    failed.some((one) => one.id === id),
  );

  if (applied && !progress) {
    const { tally } = applied;
    const finish = () => {
      onApplied?.(tally.succeeded, tally.failed);
      onClose();
    };
    return (
      <Modal
        title={TITLE}
        onClose={finish}
        footer={
          <>
            {again.length > 0 && (
              <Button onClick={() => void send(again)}>Retry failed ({again.length})</Button>
            )}
            <Button type="primary" onClick={finish}>
              Close
            </Button>
          </>
        }
      >
        <div className={styles.part}>
          <p role="status">
            Keywords applied to {memories(tally.succeeded)} of {applied.total.toLocaleString()}
            {tally.failed > 0 ? `; ${tally.failed} failed.` : '.'}
          </p>
          {error && <p className={styles.error}>{error}</p>}
          <FailureList failures={failed} label="Memories that failed" />
        </div>
      </Modal>
    );
  }
  return (
    <Modal
      title={TITLE}
      description="Choose what is right. Nothing is stored before you apply it."
      size="large"
      onClose={onClose}
      closeOnBackdrop={false}
      busy={progress !== null}
      footer={
        progress ? (
          <Button danger onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button type="primary" onClick={() => void send(applicationsOf(choice))}>
              Apply {chosen === 1 ? '1 keyword' : `${chosen.toLocaleString()} keywords`}
            </Button>
          </>
        )
      }
    >
      <div className={styles.part}>
        {progress && (
          <Progress
            label="Applying keywords"
            value={(progress.done / progress.total) * 100}
            detail={`${progress.done} of ${progress.total}`}
          />
        )}
        {error && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <div className={styles.all}>
          <Button size="small" onClick={() => setChoice(chooseAll(suggestions))} disabled={progress !== null}>
            Select all
          </Button>
          <Button size="small" onClick={() => setChoice({})} disabled={progress !== null}>
            Select none
          </Button>
        </div>
        <SuggestionChoices
          suggestions={suggestions}
          choice={choice}
          disabled={progress !== null}
          onToggle={(id, keyword) => setChoice((now) => toggled(now, id, keyword))}
          onToggleBlock={(one, all) =>
            setChoice((now) => ({ ...now, [one.blockId]: all ? newKeywords(one) : [] }))
          }
        />
        <FailureList failures={failures} label="Memories without suggestions" />
      </div>
    </Modal>
  );
}
