/** Asks before unsaved drafts are lost to a navigation, a closed dialog, a closed tab or an ended session. */
import { useBlocker, useLocation } from '@hindsight/shared-contracts/router';
import { LazyBoundary, lazyPage } from '@hindsight/shared-contracts/shell';
import { useCallback, useEffect, useRef } from 'react';
import { useStore } from '../state/store';
import type { Draft } from './drafts';
import { ErrorBoundary } from './ErrorBoundary';
import { useHost } from './hostContext';
import { leavesOverlay, type Overlay } from './overlayAddress';
import { useOverlays } from './useOverlays';

const loadDialog = () => import('./LeaveDialog').then((module) => module.LeaveDialog);
const LeaveDialog = lazyPage(loadDialog);
const loadOver = () => import('./SessionOverDialog').then((module) => module.SessionOverDialog);
const SessionOverDialog = lazyPage(loadOver);

interface Step {
  from: { pathname: string; search: string };
  to: { pathname: string; search: string };
}

/** A page's draft is lost with the page, a dialog's draft with the dialog. */
function wouldLose({ from, to }: Step, overlays: readonly Overlay[]) {
  return ({ layer }: Draft): boolean => {
    if (layer === null) return from.pathname !== to.pathname;
    const overlay = overlays.find(({ key }) => key === layer);
    return overlay !== undefined && leavesOverlay(overlay, from.search, to.search);
  };
}

/** Answers "stay" when the dialog cannot be shown, which loses nothing. */
function AnswerStay({ answer }: { answer(letGo: boolean): void }) {
  useEffect(() => answer(false), [answer]);
  return null;
}

export function DraftGuard() {
  const { drafts, session } = useHost();
  const overlays = useOverlays();
  const here = useLocation();
  const held = useStore(drafts).length > 0;
  const question = useStore(drafts.question);
  const { status } = useStore(session);
  const hasEnded = useStore(session.ended) && status === 'signed-in';
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation: from, nextLocation: to }) => drafts.get().some(wouldLose({ from, to }, overlays)),
      [drafts, overlays],
    ),
  );
  const latest = useRef(blocker);

  useEffect(() => {
    latest.current = blocker;
    // Pressing Back again while the dialog is open changes the navigation target, not the question.
    if (blocker.state !== 'blocked' || drafts.question.get()) return;
    const step = { from: here, to: blocker.location };
    void drafts.mayLose(wouldLose(step, overlays)).then((letGo) => {
      const { current } = latest;
      if (current.state !== 'blocked') return;
      if (letGo) current.proceed();
      else current.reset();
    });
  }, [blocker, drafts, overlays, here]);

  useEffect(() => {
    if (!held) return;
    // Preload the dialogs while the network is available.
    for (const load of [loadDialog, loadOver]) load().catch(() => undefined);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [held]);

  if (hasEnded) {
    return (
      <ErrorBoundary place={{ area: 'session-over-dialog' }} resetKey="" fallback={() => null}>
        <LazyBoundary fallback={null}>
          <SessionOverDialog />
        </LazyBoundary>
      </ErrorBoundary>
    );
  }
  if (!question) return null;
  return (
    <ErrorBoundary
      place={{ area: 'leave-dialog' }}
      resetKey=""
      fallback={() => <AnswerStay answer={question.answer} />}
    >
      <LazyBoundary fallback={null}>
        <LeaveDialog question={question} />
      </LazyBoundary>
    </ErrorBoundary>
  );
}
