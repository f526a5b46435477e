/** A modal dialog. */
import AntdModal from 'antd/es/modal/Modal';
import { useCallback, useEffect, useId, useRef, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { AntdScope } from '../antd/AntdScope';
import { Icon } from '../core/icons/Icon';
import { VisuallyHidden } from '../core/text/VisuallyHidden';
import styles from './Modal.module.css';
import { topDialog } from './openDialogs';
import { useEscape } from './useEscape';
import { useFocusKept } from './useFocusKept';
import { useFocusReturn } from './useFocusReturn';
import { useFocusTrap } from './useFocusTrap';
import { useScrollableRegion } from './useScrollableRegion';

let locks = 0;

/** Sets inline styles, because the page's CSP blocks style elements that a library generates. */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return;
    const page = document.documentElement;
    locks += 1;
    if (locks === 1) {
      const bar = window.innerWidth - page.clientWidth;
      page.style.overflow = 'hidden';
      page.style.paddingInlineEnd = `${bar}px`;
    }
    return () => {
      locks -= 1;
      if (locks > 0) return;
      page.style.removeProperty('overflow');
      page.style.removeProperty('padding-inline-end');
    };
  }, [locked]);
}

export type ModalSize = 'small' | 'medium' | 'large' | 'guide' | 'wide';

/** Widths in pixels, limited to the window. */
const WIDTHS: Record<ModalSize, number> = { small: 440, medium: 600, large: 800, guide: 896, wide: 1120 };

/** z-index of every dialog: above the page, below menus, tooltips and toasts. The last one opened is on top. */
const LAYER = 1000;

export interface ModalProps {
  /** Not needed for a dialog that is rendered only while open. */
  open?: boolean;
  title: ReactNode;
  /** Called on Escape, the close button or a click on the backdrop; never while `busy`. */
  onClose(): void;
  children: ReactNode;
  /** Stays visible below the scrolling content: usually the buttons, the main one last. */
  footer?: ReactNode;
  size?: ModalSize;
  /** False where a stray click would lose input. Escape and the close button still close. */
  closeOnBackdrop?: boolean;
  /** An action is running that closing would not stop. */
  busy?: boolean;
  /** A sentence below the title, announced with it. */
  description?: ReactNode;
}

function focusStart(panel: HTMLElement | undefined): void {
  const { activeElement } = document;
  // The person may already have moved focus inside the dialog.
  if (!panel || (activeElement !== panel && panel.contains(activeElement))) return;
  const start = panel.querySelector<HTMLElement>('[data-autofocus]') ?? panel;
  start.focus({ preventScroll: true });
  // Existing text is continued at its end; browsers put the cursor before it.
  if (start instanceof HTMLTextAreaElement) start.setSelectionRange(start.value.length, start.value.length);
}

/**
 * Labeled by its title; traps focus and returns it to its origin. Focus starts at `[data-autofocus]`, or else at the dialog itself. A
 * bottom sheet on phones.
 */
export function Modal(props: ModalProps) {
  const { open = true, title, onClose, children, footer, size = 'medium', busy = false, description } = props;
  const describedBy = useId();
  const panel = useRef<HTMLDivElement>(null);
  const body = useScrollableRegion();
  useScrollLock(open);
  useFocusReturn(open, panel);
  const keepFocus = useFocusKept();
  useFocusTrap(open, panel);
  const close = () => {
    if (!busy) onClose();
  };
  useEscape(open, panel, close);
  // antd moves focus only after its animation: until then keys would reach the page below.
  useEffect(() => {
    if (!open) return;
    const frame = requestAnimationFrame(() => focusStart(topDialog()));
    return () => cancelAnimationFrame(frame);
  }, [open]);
  const hasDescription = Boolean(description);
  const describe = useCallback(
    (element: HTMLDivElement | null) => {
      panel.current = element;
      keepFocus(element);
      if (hasDescription) element?.setAttribute('aria-describedby', describedBy);
    },
    [describedBy, hasDescription, keepFocus],
  );

  return (
    <AntdScope>
      <AntdModal
        open={open}
        onCancel={close}
        panelRef={describe}
        title={
          <>
            <h2 className={styles.title}>{title}</h2>
            {description && (
              <p id={describedBy} className={styles.description}>
                {description}
              </p>
            )}
          </>
        }
        width={WIDTHS[size]}
        zIndex={LAYER}
        centered
        destroyOnHidden
        // See useScrollLock.
        scrollLock={false}
        // See useEscape, useFocusTrap and useFocusReturn.
        keyboard={false}
        focusable={{ trap: false, focusTriggerAfterClose: false }}
        mask={{ closable: !busy && props.closeOnBackdrop !== false, blur: false }}
        closable={{ 'aria-label': 'Close', disabled: busy, closeIcon: <Icon name="close" /> }}
        // antd has just moved focus into this dialog, although another one may have opened above it.
        afterOpenChange={(shown) => shown && focusStart(topDialog())}
        footer={footer ? <div className={styles.buttons}>{footer}</div> : null}
        rootClassName={styles.root}
        classNames={{
          wrapper: styles.wrapper,
          container: styles.container,
          header: styles.header,
          body: styles.body,
          footer: styles.footer,
          close: styles.close,
          mask: styles.mask,
        }}
      >
        <div ref={body} className={styles.scroll} aria-busy={busy || undefined}>
          {children}
        </div>
        {busy && (
          <span role="status">
            <VisuallyHidden>Working. This dialog closes when it’s done.</VisuallyHidden>
          </span>
        )}
      </AntdModal>
    </AntdScope>
  );
}
