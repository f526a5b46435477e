/** A yes-or-no question before an irreversible action. */
import { ShellContext } from '@hindsight/shared-contracts/shell';
import { useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { QuestionDialogProps } from '../../dialog/QuestionDialog';
import { lazyDialog } from '../../core/states/lazyDialog';
import { ask, currentQuestion, subscribeToQuestions, type Question } from './confirmStore';

export type { Question } from './confirmStore';

/** Loaded with the first question, so that pages which may ask start without it. */
const QuestionDialog = lazyDialog<QuestionDialogProps>(() =>
  import('../../dialog/QuestionDialog').then((module) => module.QuestionDialog),
);

function CurrentQuestion() {
  const question = useSyncExternalStore(subscribeToQuestions, currentQuestion);
  if (!question) return null;
  return (
    <ShellContext value={question.shell}>
      <QuestionDialog key={question.id} question={question} onClose={() => question.answer(false)} />
    </ShellContext>
  );
}

let host: HTMLElement | null = null;

/** Questions render in a separate React root, so neither pages nor remotes have to render them. */
function ensureHost(): void {
  if (host?.isConnected) return;
  host = document.createElement('div');
  document.body.append(host);
  createRoot(host, { onUncaughtError: failQuestion }).render(<CurrentQuestion />);
}

/** Resolves a question that throws to false. React has emptied the root, so the next question gets a new one. */
function failQuestion(error: unknown): void {
  const question = currentQuestion();
  if (question?.shell?.reportFailure) question.shell.reportFailure(error);
  else reportError(error);
  host?.remove();
  host = null;
  question?.answer(false);
  if (currentQuestion()) ensureHost();
}

/**
 * Returns a function that asks and resolves to `true` for the confirming button and `false` otherwise: cancel, Escape, the backdrop, or
 * unmounting the asking part. Concurrent questions are shown one at a time.
 */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const open = useRef(new Set<() => void>());
  const shell = useContext(ShellContext);
  useEffect(() => {
    const withdrawals = open.current;
    return () => [...withdrawals].forEach((withdraw) => withdraw());
  }, []);
  return useCallback(
    async (question) => {
      ensureHost();
      const { answer, withdraw } = ask(question, shell);
      open.current.add(withdraw);
      const confirmed = await answer;
      open.current.delete(withdraw);
      return confirmed;
    },
    [shell],
  );
}
