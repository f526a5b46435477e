/** Keys with which an open memory is judged. */
import { isShortcut } from '@hindsight/shared-contracts/rules';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { JUDGMENTS, type JudgmentKind } from '../../model/judgments';

/**
 * They act while the memory has the focus, beside its list or on its page. Off while a person types, while a menu or another dialog is
 * open, and where `onJudge` is undefined.
 */
export function useJudgmentKeys(
  memory: RefObject<HTMLElement | null>,
  onJudge: ((kind: JudgmentKind) => void) | undefined,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || !onJudge || !memory.current || !isShortcut(event, memory.current)) return;
    if (!memory.current.closest('[role="dialog"], [data-memory]')?.contains(document.activeElement)) return;
    const found = JUDGMENTS.find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    onJudge(found.kind);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
