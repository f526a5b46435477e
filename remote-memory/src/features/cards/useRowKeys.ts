/** Keys of a list: J and K go through its rows, x chooses one, e archives one, Escape lets go of the choice. */
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { isTyping } from '@hindsight/shared-ui/data';

interface RowKeys {
  /** x on the row that has the focus. */
  onToggle?(id: string): void;
  /** e on it. */
  onArchive?(id: string): void;
  onEscape?(): void;
}

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')];

/**
 * Moves the focus itself, to the link of a row, so that Enter opens it and a screen reader says where one is. Nothing
 * happens while somebody types or a dialog is open.
 * @param list holds the rows; each carries its id in `data-row` and a link.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, keys: RowKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || !list.current || document.querySelector('[role="dialog"]')) return;
    const rows = rowsIn(list.current);
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const focus = (index: number) => rows[index]?.querySelector<HTMLElement>('a')?.focus();
    const id = rows[at]?.dataset['row'];
    switch (event.key) {
      case 'j':
        focus(Math.min(at + 1, rows.length - 1));
        break;
      case 'k':
        focus(at < 0 ? 0 : Math.max(at - 1, 0));
        break;
      case 'x':
        if (id !== undefined) keys.onToggle?.(id);
        break;
      case 'e':
        if (id === undefined || !keys.onArchive) return;
        // The next row takes the place of the one that goes.
        focus(at + 1 < rows.length ? at + 1 : at - 1);
        keys.onArchive(id);
        break;
      case 'Escape':
        keys.onEscape?.();
        return;
      default:
        return;
    }
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
