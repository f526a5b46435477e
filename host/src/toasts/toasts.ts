/** The toasts on screen: adds and expires them, pauses them while someone reads, and drops duplicates. */
import type { ToastOptions, Toasts, ToastType } from '@hindsight/shared-contracts/shell';
import { createStore, type Readable } from '../state/store';
import { toastDuration, toFailure, errorKind } from './catalogue';

/** Period in which equal messages of the same type are dropped, in milliseconds. */
const DEBOUNCE = 5000;
/** Length of the compared part of a message. */
const COMPARED_CHARACTERS = 50;

/** Minimum duration of a toast with an action, e.g. Undo, in milliseconds. */
export const LEAST_FOR_ACTION = 10_000;

/** Period in which failures of one kind are merged, in milliseconds. */
export const AT_ONCE = 1000;

export interface Toast {
  id: number;
  type: ToastType;
  message: string;
  duration: number;
  action?: ToastOptions['action'];
}

export interface ToastStore extends Toasts {
  list: Readable<readonly Toast[]>;
  dismiss(id: number): void;
  /** Removes all toasts, e.g. when their user has signed out. */
  clear(): void;
  /** Pauses the timers of all toasts, e.g. while the pointer is over them. */
  hold(): void;
  /** Resumes the timers with the remaining time. */
  release(): void;
}

interface Clock {
  timer?: ReturnType<typeof setTimeout>;
  left: number;
  /** Null while paused. */
  since: number | null;
}

interface ToastsOptions {
  /** Starts the sign-in, with the current address as return target. */
  signIn(): void;
  /** Whether the sign-in page is shown, which itself says that the session has ended. */
  isSignedOut(): boolean;
  report(error: unknown, area: string): void;
}

export function createToasts({ signIn, isSignedOut, report }: ToastsOptions): ToastStore {
  const list = createStore<readonly Toast[]>([]);
  const clocks = new Map<number, Clock>();
  const said = new Map<string, number>();
  const failed = new Map<string, number>();
  let nextId = 1;
  let held = false;

  function dismiss(id: number): void {
    clearTimeout(clocks.get(id)?.timer);
    clocks.delete(id);
    list.set(list.get().filter((toast) => toast.id !== id));
  }

  function run(id: number, clock: Clock): void {
    clock.since = performance.now();
    clock.timer = setTimeout(() => dismiss(id), clock.left);
  }

  function wasJustShown(type: ToastType, message: string): boolean {
    const now = performance.now();
    for (const [key, time] of said) if (now - time >= DEBOUNCE) said.delete(key);
    const key = `${type}:${message.slice(0, COMPARED_CHARACTERS)}`;
    if (said.has(key)) return true;
    said.set(key, now);
    return false;
  }

  function show(type: ToastType, message: string, options: ToastOptions = {}): void {
    // A success with an action never counts as a duplicate: each Undo has a different effect.
    const undoes = type === 'success' && options.action !== undefined;
    if (!undoes && wasJustShown(type, message)) return;
    const toast: Toast = {
      id: nextId++,
      type,
      message,
      duration: options.duration ?? Math.max(toastDuration(type), options.action ? LEAST_FOR_ACTION : 0),
      action: options.action,
    };
    const clock: Clock = { left: toast.duration, since: null };
    clocks.set(toast.id, clock);
    if (!held) run(toast.id, clock);
    list.set([...list.get(), toast]);
  }

  return {
    list,
    dismiss,
    clear: () => list.get().forEach(({ id }) => dismiss(id)),
    show,
    apiError(error, action, resource) {
      const failure = toFailure(error, action, resource);
      if (!failure) return;
      report(error, action);
      if (failure.signIn && isSignedOut()) return;
      const kind = errorKind(error);
      const now = performance.now();
      const together = now - (failed.get(kind) ?? -AT_ONCE) < AT_ONCE;
      failed.set(kind, now);
      if (together) return;
      show('error', failure.message, {
        duration: failure.duration,
        ...(failure.signIn ? { action: { label: 'Refresh authentication', run: signIn } } : {}),
      });
    },
    hold() {
      held = true;
      for (const clock of clocks.values()) {
        clearTimeout(clock.timer);
        if (clock.since !== null) clock.left = Math.max(0, clock.left - (performance.now() - clock.since));
        clock.since = null;
      }
    },
    release() {
      held = false;
      for (const [id, clock] of clocks) if (clock.since === null) run(id, clock);
    },
  };
}
