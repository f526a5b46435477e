/** Which of the shell's own dialogs is open: the palette or the shortcut sheet. */
import { areSingleKeysOn, isTypingTarget } from '@hindsight/shared-contracts/rules';
import { createStore, type Store } from '../state/store';

export type Tool = 'palette' | 'shortcuts';

export const createTools = (): Store<Tool | null> => createStore<Tool | null>(null);

/** Ctrl or Cmd with K: opens the palette anywhere. */
function isPaletteShortcut({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
}

/** Dialog that a key press opens, if any: Ctrl or Cmd with K anywhere, `?` outside of text fields. */
export function toolForKey(event: KeyboardEvent): Tool | null {
  if (isPaletteShortcut(event)) return 'palette';
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey && areSingleKeysOn();
  return plain && event.key === '?' && !isTypingTarget(event.target) ? 'shortcuts' : null;
}
