/** A side panel for one list item: the page stays visible and usable. Fullscreen on phones. */
import { useCallback, useEffect, useId, useRef, type ReactNode } from 'react';
import { IconButton } from '../core/actions/IconButton';
import { Icon } from '../core/icons/Icon';
import { isTopDialog } from './openDialogs';
import styles from './Peek.module.css';
import { useEscape } from './useEscape';
import { useFocusKept } from './useFocusKept';
import { useFocusReturn } from './useFocusReturn';
import { useScrollableRegion } from './useScrollableRegion';

interface PeekProps {
  title: ReactNode;
  /** Called on Escape and by the close button. */
  onClose(): void;
  /** Shown beside the close button, e.g. previous and next. */
  tools?: ReactNode;
  /** Stays visible below the scrolling content: the buttons, the main one last. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A non-modal dialog, labeled by its title. Takes focus on open, keeps it when the focused element disappears, and returns it on close. */
export function Peek({ title, onClose, tools, footer, children }: PeekProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const body = useScrollableRegion();
  const keepFocus = useFocusKept();
  useFocusReturn(true, panel);
  useEscape(true, panel, onClose);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const element = panel.current;
      if (element && isTopDialog(element) && !element.contains(document.activeElement))
        element.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const keep = useCallback(
    (element: HTMLElement | null) => {
      panel.current = element;
      keepFocus(element);
    },
    [keepFocus],
  );
  return (
    <section
      ref={keep}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      data-peek
      className={styles.peek}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title} dir="auto">
          {title}
        </h2>
        {tools}
        <IconButton label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div ref={body} className={styles.body}>
        {children}
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </section>
  );
}
