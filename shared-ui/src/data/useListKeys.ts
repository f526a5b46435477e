/** Keys of a list: J and K move through its rows, Enter opens one, x selects it, e archives it or all that are selected, Escape clears the selection. */
import { isShortcut } from '@hindsight/shared-contracts/rules';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { Selection } from './useSelection';

interface ListKeys {
  /** x selects the row with the focus, Escape clears the selection. */
  selection?: Pick<Selection, 'ids' | 'toggle' | 'clear'>;
  /** e: the rows that are selected, or else the row with the focus. */
  onArchive?: ((ids: readonly string[]) => void) | undefined;
}

const MOVES = new Set(['j', 'k']);
const LAYERS = '[role="dialog"], [role="menu"]';

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
const openerIn = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('[data-opens]') ?? row?.querySelector<HTMLElement>('a[href]');

/** The row that has the focus, and its position. */
interface Place {
  id: string | undefined;
  index: number;
}

/** Remembers where in the list the focus is, also while a menu or a dialog of a row has it. */
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
      // An element that is removed loses the focus too; only a click beside all controls gives the position up.
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
 * Moves the focus itself, to what opens a row, so that Enter opens it and screen readers announce it. The row that
 * takes the place of one that is gone, e.g. archived, takes its focus. Nothing happens while a person types, or while a dialog or a
 * menu is open.
 * @param list holds the rows; each carries its id in `data-row`, and a link or something with `data-opens`. The component
 * that calls this must render again when the rows change.
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
    // Of two lists on a page the keys belong to the one with the focus.
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
    // Held down, a key moves on and on, but changes one row: the next one has the focus by then.
    if (!event.repeat || MOVES.has(event.key)) action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
