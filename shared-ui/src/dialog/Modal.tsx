/** A dialog over the page. */
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

/** Written to the element itself, because the page's policy refuses style elements that a library makes up. */
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

/** Widths in pixels; never more than the window. */
const WIDTHS: Record<ModalSize, number> = { small: 440, medium: 600, large: 800, guide: 896, wide: 1120 };

/** Layer of every dialog: over the page, under menus, tooltips and toasts. The one opened last is on top. */
const LAYER = 1000;

export interface ModalProps {
  /** A dialog that is rendered only while it is open needs no `open`. */
  open?: boolean;
  title: ReactNode;
  /** Asked for by Escape, the close button or a press on the backdrop; never while `busy`. */
  onClose(): void;
  children: ReactNode;
  /** Stays in sight below the scrolling content: usually the buttons, the main one last. */
  footer?: ReactNode;
  size?: ModalSize;
  /** False where a stray press would lose what was written. Escape and the close button still close. */
  closeOnBackdrop?: boolean;
  /** Something is being carried out that closing would not stop. */
  busy?: boolean;
  /** A sentence below the title, read out with it. */
  description?: ReactNode;
}

function focusStart(panel: HTMLElement | undefined): void {
  const { activeElement } = document;
  // A person may have moved on inside the dialog.
  if (!panel || (activeElement !== panel && panel.contains(activeElement))) return;
  const start = panel.querySelector<HTMLElement>('[data-autofocus]') ?? panel;
  start.focus({ preventScroll: true });
  // A text that is there already is continued; browsers begin before it.
  if (start instanceof HTMLTextAreaElement) start.setSelectionRange(start.value.length, start.value.length);
}

/**
 * Named by its title; keeps the focus inside and gives it back to where it came from. Focus starts at `[data-autofocus]`, else
 * at the dialog itself. A sheet at the lower edge on a phone.
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
  // antd moves the focus after its animation: until then keys would reach the page below.
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
        // antd has just moved the focus into this dialog, although another may have opened over it meanwhile.
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
