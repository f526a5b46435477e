/** Shows the toasts in a corner and announces them to screen readers. */
import { announce, Button, Icon, IconButton } from '@hindsight/shared-ui/core';
import type { IconName } from '@hindsight/shared-ui/core';
import type { ToastType } from '@hindsight/shared-contracts/shell';
import { useEffect, useRef, useLayoutEffect } from 'react';
import { useStore } from '../state/store';
import styles from './ToastRegion.module.css';
import type { Toast, ToastStore } from './toasts';
import type { FocusEvent } from 'react';

/** Focus fallback when the previously focused element is gone, e.g. a row that Undo restores elsewhere. */
const headingOfPage = () => document.getElementById('page-title');

/**
 * @param shown rendered content; a new value means that it was rendered again.
 * @returns `cameFrom` for the list's `onFocus`, and `goingBack`, to call before a toast's own button removes the toast.
 */
function useFocusBack(shown: unknown) {
  const origin = useRef<Element | null>(null);
  const left = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const was = left.current;
    left.current = null;
    // The button's action may have moved the focus on purpose.
    if (!was || ![was, document.body, null].includes(document.activeElement)) return;
    const target = origin.current?.isConnected ? origin.current : headingOfPage();
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [shown]);
  return {
    cameFrom({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget instanceof Element && currentTarget.contains(relatedTarget)) return;
      origin.current =
        relatedTarget instanceof Element && relatedTarget !== document.body ? relatedTarget : null;
    },
    goingBack() {
      const { activeElement, body } = document;
      left.current = activeElement === body ? null : activeElement;
    },
  };
}

interface Look {
  icon: IconName;
  /** Precedes the message. */
  word: string;
}

const LOOKS: Record<ToastType, Look> = {
  success: { icon: 'check', word: 'Success' },
  info: { icon: 'info', word: 'Info' },
  warning: { icon: 'warning', word: 'Warning' },
  error: { icon: 'error', word: 'Error' },
};

/** An unknown type looks like an info toast. */
const toastLook = (type: string): Look => new Map(Object.entries(LOOKS)).get(type) ?? LOOKS.info;

function ToastCard({ toast, dismiss }: { toast: Toast; dismiss(): void }) {
  const { icon, word } = toastLook(toast.type);
  return (
    <li className={styles.toast} data-type={toast.type}>
      <Icon name={icon} label={word} />
      <p className={styles.message}>{toast.message}</p>
      {toast.action && (
        <Button
          size="small"
          onClick={() => {
            toast.action?.run();
            dismiss();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton label="Dismiss" size="small" onClick={dismiss}>
        <Icon name="close" size={16} />
      </IconButton>
    </li>
  );
}

/** Timers pause while the pointer or the focus is on any toast; closing a toast with its button restores the focus. */
export function ToastRegion({ toasts }: { toasts: ToastStore }) {
  const list = useStore(toasts.list);
  const { cameFrom, goingBack } = useFocusBack(list);
  const lastSaid = useRef(0);
  useEffect(() => {
    for (const toast of list) {
      if (toast.id <= lastSaid.current) continue;
      lastSaid.current = toast.id;
      announce(
        `${toastLook(toast.type).word}: ${toast.message}`,
        toast.type === 'error' ? 'assertive' : 'polite',
      );
    }
    // A toast dismissed under the pointer fires no "leave".
    if (list.length === 0) toasts.release();
  }, [list, toasts]);

  return (
    <section aria-label="Messages" className={styles.region}>
      <ul
        className={styles.list}
        onPointerEnter={toasts.hold}
        onPointerLeave={toasts.release}
        onFocus={(event) => {
          cameFrom(event);
          toasts.hold();
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) toasts.release();
        }}
      >
        {list.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            dismiss={() => {
              goingBack();
              toasts.dismiss(toast.id);
            }}
          />
        ))}
      </ul>
    </section>
  );
}
