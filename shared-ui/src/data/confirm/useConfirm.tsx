/** A yes-or-no question before something that cannot be undone. */
import { ShellContext } from '@hindsight/shared-contracts/shell';
import { useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { QuestionDialogProps } from '../../dialog/QuestionDialog';
import { lazyDialog } from '../../core/states/lazyDialog';
import { ask, currentQuestion, subscribeToQuestions, type Question } from './confirmStore';

export type { Question } from './confirmStore';

/** Its code comes with the first question: a page that may ask begins without it. */
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

/** The question has a root of its own, so that no page and no remote has to render it. */
function ensureHost(): void {
  if (host?.isConnected) return;
  host = document.createElement('div');
  document.body.append(host);
  createRoot(host, { onUncaughtError: giveUp }).render(<CurrentQuestion />);
}

/** A question that breaks is answered no. React has emptied its root, so the next question gets another one. */
function giveUp(error: unknown): void {
  const question = currentQuestion();
  if (question?.shell?.reportFailure) question.shell.reportFailure(error);
  else reportError(error);
  host?.remove();
  host = null;
  question?.answer(false);
  if (currentQuestion()) ensureHost();
}

/**
 * Hands out a function that asks and answers `true` for the confirming button, `false` for everything else: cancel, Escape, the
 * backdrop, or the asking part being left. Several questions are asked one after the other.
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
