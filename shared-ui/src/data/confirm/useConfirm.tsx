/** A yes-or-no question before something that cannot be undone. */
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
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
  return <QuestionDialog key={question.id} question={question} onClose={() => question.answer(false)} />;
}

let host: HTMLElement | null = null;

/** The question has a root of its own, so that no page and no remote has to render it. */
function ensureHost(): void {
  if (host?.isConnected) return;
  host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(<CurrentQuestion />);
}

/**
 * Hands out a function that asks and answers `true` for the confirming button, `false` for everything else: cancel, Escape, the
 * backdrop, or the asking part being left. Several questions are asked one after the other.
 */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const open = useRef(new Set<() => void>());
  useEffect(() => {
    const withdrawals = open.current;
    return () => [...withdrawals].forEach((withdraw) => withdraw());
  }, []);
  return useCallback(async (question) => {
    ensureHost();
    const { answer, withdraw } = ask(question);
    open.current.add(withdraw);
    const confirmed = await answer;
    open.current.delete(withdraw);
    return confirmed;
  }, []);
}
