/** Keyboard shortcuts of a list: j and k move, Enter opens, x selects, e archives the row or the selection, Escape clears the selection. */
import { isShortcut } from '@hindsight/shared-contracts/rules';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { Selection } from './useSelection';

interface ListKeys {
  /** x selects the focused row, Escape clears the selection. */
  selection?: Pick<Selection, 'ids' | 'toggle' | 'clear'>;
  /** e: receives the selected rows, or else the focused row. */
  onArchive?: ((ids: readonly string[]) => void) | undefined;
}

const MOVES = new Set(['j', 'k']);
const LAYERS = '[role="dialog"], [role="menu"]';

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
const openerIn = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('[data-opens]') ?? row?.querySelector<HTMLElement>('a[href]');

/** The focused row and its position. */
interface Place {
  id: string | undefined;
  index: number;
}

/** Remembers the focused row, even while focus is in one of its menus or dialogs. */
function usePlace(list: RefObject<HTMLElement | null>): RefObject<Place | null> {
  const place = useRef<Place | null>(null);
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const index = rowsIn(list.current).findIndex((row) => row.contains(target));
      if (index >= 0) place.current = { id: rowsIn(list.current)[index]?.dataset['row'], index };
      else if (!target.closest(LAYERS)) place.current = null;
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      // Removed elements lose focus too; only a click outside all controls discards the position.
      queueMicrotask(() => {
        if (relatedTarget === null && target instanceof Element && target.isConnected) place.current = null;
      });
    };
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [list]);
  return place;
}

/**
 * Moves the actual focus to the element that opens a row, so that Enter opens it and screen readers announce it. When a focused row is
 * removed, e.g. archived, focus moves to the row in its place. Inactive while a person types or a dialog or menu is open.
 * @param list contains the rows; each has its id in `data-row`, and a link or an element with `data-opens`. The calling component must
 * rerender when the rows change.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, keys: ListKeys = {}): void {
  const place = usePlace(list);
  useEffect(() => {
    const active = document.activeElement;
    if (!place.current || (active !== null && active !== document.body)) return;
    const rows = rowsIn(list.current);
    if (rows.some(({ dataset }) => dataset['row'] === place.current?.id)) return;
    openerIn(rows[Math.min(place.current.index, rows.length - 1)])?.focus({ preventScroll: true });
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!list.current || !isShortcut(event)) return;
    if (event.key === 'Escape') return keys.selection?.clear();
    const rows = rowsIn(list.current);
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    // With two lists on a page, the keys apply to the one with focus.
    if (at < 0 && document.activeElement?.closest('[data-row]')) return;
    const id = rows[at]?.dataset['row'];
    const { selection, onArchive } = keys;
    const selected = [...(selection?.ids ?? [])];
    const ids = selected.length > 0 || id === undefined ? selected : [id];
    const go = (index: number) => () =>
      openerIn(rows[Math.max(0, Math.min(index, rows.length - 1))])?.focus();
    const actions: Record<string, (() => void) | undefined> = {
      j: go(at + 1),
      k: go(at - 1),
      x: id !== undefined && selection ? () => selection.toggle(id) : undefined,
      e: ids.length > 0 && onArchive ? () => onArchive(ids) : undefined,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    // A held key keeps moving, but changes one row only: by then the next one has focus.
    if (!event.repeat || MOVES.has(event.key)) action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
