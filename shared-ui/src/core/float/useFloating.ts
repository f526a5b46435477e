/** Shared behavior of floating panels: position, focus, Escape and clicks outside. */
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { placePanel, type Placement } from './placePanel';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex]:not([tabindex="-1"])';

export interface FloatingOptions {
  placement: Placement;
  onOpenChange?: (open: boolean) => void;
}

/** State and handlers; the caller renders the button and the panel as siblings. */
export function useFloating({ placement, onOpenChange }: FloatingOptions) {
  const [open, setOpenState] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const panelId = useId();

  const setOpen = useCallback(
    (next: boolean) => {
      setOpenState(next);
      onOpenChange?.(next);
    },
    [onOpenChange],
  );
  const close = useCallback(
    (giveFocusBack = true) => {
      setOpen(false);
      if (giveFocusBack) button.current?.focus();
    },
    [setOpen],
  );

  useLayoutEffect(() => {
    if (!open) return;
    const place = () => {
      if (!button.current || !panel.current) return;
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const size = { width: panel.current.offsetWidth, height: panel.current.offsetHeight };
      const { left, top } = placePanel(button.current.getBoundingClientRect(), size, view, placement);
      panel.current.style.left = `${left}px`;
      panel.current.style.top = `${top}px`;
    };
    place();
    const target =
      panel.current?.querySelector<HTMLElement>('[data-autofocus]') ??
      panel.current?.querySelector<HTMLElement>(FOCUSABLE) ??
      panel.current;
    target?.focus({ preventScroll: true });
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  }, [open, placement]);

  useEffect(() => {
    if (!open) return;
    const inside = (target: EventTarget | null) =>
      target instanceof Node && (panel.current?.contains(target) || button.current?.contains(target));
    const onPress = (event: PointerEvent) => {
      if (!inside(event.target)) close(false);
    };
    const onFocus = (event: FocusEvent) => {
      if (!inside(event.target)) close(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [open, close]);

  return { open, setOpen, close, button, panel, panelId };
}
