/** Which of the shell's own dialogs is open: the palette or the sheet of shortcuts. */
import { createStore, type Store } from '../state/store';

export type Tool = 'palette' | 'shortcuts';

export const createTools = (): Store<Tool | null> => createStore<Tool | null>(null);

/** Keys that are meant for what someone is writing in. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null)
  );
}

/** What a key press opens, if anything: Ctrl or Cmd with K anywhere, `?` outside of writing. */
export function toolOfKey(event: KeyboardEvent): Tool | null {
  if (
    (event.ctrlKey || event.metaKey) &&
    !event.altKey &&
    !event.shiftKey &&
    event.key.toLowerCase() === 'k'
  ) {
    return 'palette';
  }
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  return plain && event.key === '?' && !isTyping(event.target) ? 'shortcuts' : null;
}
