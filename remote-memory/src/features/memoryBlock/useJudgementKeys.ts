/** Keys with which an open memory is judged. */
import { isShortcut } from '@hindsight/shared-contracts/rules';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { JUDGEMENTS, type JudgementKind } from '../../model/judgements';

/** Off while a person types, while a menu or another dialog is open, and where `onJudge` is undefined. */
export function useJudgementKeys(
  memory: RefObject<HTMLElement | null>,
  onJudge: ((kind: JudgementKind) => void) | undefined,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || !onJudge || !memory.current || !isShortcut(event, memory.current)) return;
    const found = JUDGEMENTS.find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    onJudge(found.kind);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
