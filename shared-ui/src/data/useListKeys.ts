/** Moves through a list by letters, as mail programs do. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { isTyping } from './SearchBox';

interface ListKeys {
  /** Items in sight. */
  count: number;
  /** Enter on an item. */
  onOpen?(index: number): void;
  /** `x` on an item. */
  onSelect?(index: number): void;
  /** `e` on an item. */
  onArchive?(index: number): void;
  /** Other letters, e.g. `{ r: restore }`. */
  more?: Record<string, (index: number) => void>;
  /** False while something lies over the list. */
  enabled?: boolean;
}

interface ItemProps {
  ref(element: HTMLElement | null): void;
  tabIndex: 0 | -1;
  'data-active': true | undefined;
  onFocus(): void;
}

export interface ListKeysResult {
  /** Index of the item that the keys are about; -1 before the first. */
  active: number;
  /** Spread over the element of each item: one of them can be reached with Tab. */
  itemProps(index: number): ItemProps;
}

/** Enter on a link, a button or a tick inside of an item is meant for that. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a[href], button, input, [role="menuitem"]') !== null;
}

/** `j` goes on, `k` goes back, and the focus goes along; the other keys are about the item with the focus. Never while someone writes. */
export function useListKeys(keys: ListKeys): ListKeysResult {
  const [wanted, setActive] = useState(-1);
  const active = Math.min(wanted, keys.count - 1);
  const elements = useRef(new Map<number, HTMLElement>());
  const now = useRef({ ...keys, active });
  useEffect(() => {
    now.current = { ...keys, active };
  });

  useEffect(() => {
    const go = (index: number) => {
      const target = Math.max(0, Math.min(now.current.count - 1, index));
      setActive(target);
      const element = elements.current.get(target);
      element?.focus({ preventScroll: true });
      element?.scrollIntoView({ block: 'nearest' });
    };
    const onKey = (event: KeyboardEvent) => {
      const { count, active: at, enabled = true, onOpen, onSelect, onArchive, more } = now.current;
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      if (!enabled || count === 0 || modified || event.defaultPrevented || isTyping(event.target)) return;
      if (event.key === 'Enter' && isControl(event.target)) return;
      const onItem = (action: ((index: number) => void) | undefined) =>
        at >= 0 ? action?.bind(null, at) : undefined;
      const own: Record<string, (() => void) | undefined> = {
        j: () => go(at + 1),
        k: () => go(at - 1),
        Enter: onItem(onOpen),
        x: onItem(onSelect),
        e: onItem(onArchive),
      };
      const action = own[event.key] ?? onItem(more?.[event.key]);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const itemProps = useCallback(
    (index: number): ItemProps => ({
      ref: (element) => {
        if (element) elements.current.set(index, element);
        else elements.current.delete(index);
      },
      tabIndex: index === Math.max(0, active) ? 0 : -1,
      'data-active': index === active || undefined,
      onFocus: () => setActive(index),
    }),
    [active],
  );
  return { active, itemProps };
}
