/** The Keyword Suggestions dialog until suggestions are available. */
import { Button, EmptyState, ErrorState } from '@hindsight/shared-ui/core';
import { Progress } from '@hindsight/shared-ui/data';
import { Modal } from '@hindsight/shared-ui/dialog';
import { hasKeywords } from '../../model/keywordSuggestion';
import { FailureList, RunProgress } from '../jobs/RunProgress';
import { runTexts } from '../jobs/texts';
import { useCancelRun } from '../jobs/useRuns';
import { KeywordChooser, type KeywordDialogProps } from './KeywordChooser';
import { keywordTexts as texts } from './texts';
import { useSuggestions } from './useSuggestions';

interface KeywordSuggestionsProps extends KeywordDialogProps {
  blockIds: readonly string[];
  /** Run whose suggestions are shown instead of new ones. */
  runId?: string;
}

/** Stores nothing before Apply. */
export function KeywordSuggestions({ blockIds, runId, ...props }: KeywordSuggestionsProps) {
  const { onClose } = props;
  const { state, retry } = useSuggestions(blockIds, runId);
  const cancel = useCancelRun();
  if (state.phase === 'ready' && hasKeywords(state.suggestions)) {
    return <KeywordChooser suggestions={state.suggestions} failures={state.failures} {...props} />;
  }
  const run = state.phase === 'waiting' ? state.run : undefined;
  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      closeOnBackdrop={false}
      footer={
        run ? (
          <>
            <Button onClick={onClose}>Hide</Button>
            <Button danger onClick={() => cancel(run.id)} disabled={run.phase === 'cancelling'}>
              {runTexts.cancel(run.phase === 'cancelling')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{state.phase === 'waiting' ? 'Cancel' : 'Close'}</Button>
        )
      }
    >
      {state.phase === 'waiting' &&
        (run ? <RunProgress run={run} /> : <Progress label={texts.reading} value={null} />)}
      {state.phase === 'failed' && (
        <ErrorState title={texts.suggestFailed} detail={state.reason} onRetry={retry} />
      )}
      {state.phase === 'cancelled' && (
        <EmptyState
          kind="nothing-yet"
          icon="keywords"
          title={texts.cancelled}
          action={<Button onClick={retry}>{texts.restart}</Button>}
        />
      )}
      {state.phase === 'ready' && (
        <EmptyState
          kind="nothing-yet"
          icon="keywords"
          title={texts.noneSuggested}
          description={<FailureList failures={state.failures} label={texts.withoutSuggestions} />}
        />
      )}
    </Modal>
  );
}
