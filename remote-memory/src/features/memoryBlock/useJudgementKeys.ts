/** Keys with which an open memory is judged. */
import { isTypingTarget } from '@hindsight/shared-contracts/rules';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { JUDGEMENTS, type JudgementKind } from '../../model/judgements';

/** Whether another dialog is open over the memory: keys belong to that one. */
function isCovered(memory: HTMLElement): boolean {
  const last = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  return last !== undefined && !last.contains(memory);
}

/** Off while a person types and where `onJudge` is undefined. */
export function useJudgementKeys(
  memory: RefObject<HTMLElement | null>,
  onJudge: ((kind: JudgementKind) => void) | undefined,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTypingTarget(event.target))
      return;
    const found = JUDGEMENTS.find(({ key }) => key === event.key.toLowerCase());
    if (!found || !onJudge || !memory.current || isCovered(memory.current)) return;
    event.preventDefault();
    onJudge(found.kind);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
