/** Keeps what is typed for the command palette before there is one, so that no key is lost, reaches the browser or runs a shortcut. */
import { isPaletteKey, isPaletteShortcut } from '../palette/earlyKeys';

export interface KeptKeys {
  /** Whether the palette was asked for, by its shortcut or its button, and not closed again. */
  isPaletteAsked(): boolean;
  /** The keys since then, in their order. Keeps no more: from now on the palette takes them itself. */
  take(): string[];
}

const PALETTE_BUTTON = '[aria-keyshortcuts^="Control+K"]';

export function keepKeys(): KeptKeys {
  let keys: string[] | null = null;
  const onKey = (event: KeyboardEvent) => {
    if (isPaletteShortcut(event)) keys = keys ? null : [];
    else if (keys && isPaletteKey(event)) keys = event.key === 'Escape' ? null : [...keys, event.key];
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onClick = ({ target }: MouseEvent) => {
    const button = (target as Element).closest('button');
    // The last button is the one that is repeated (see keepPress.ts).
    if (button) keys = button.matches(PALETTE_BUTTON) ? (keys ?? []) : null;
  };
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('click', onClick, true);
  return {
    isPaletteAsked: () => keys !== null,
    take() {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('click', onClick, true);
      const taken = keys ?? [];
      keys = null;
      return taken;
    },
  };
}
