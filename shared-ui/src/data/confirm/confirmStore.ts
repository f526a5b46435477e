/** Queue of pending confirmation questions. */
import type { Shell } from '@hindsight/shared-contracts/shell';
import type { ReactNode } from 'react';

export interface Question {
  title: string;
  message: ReactNode;
  /** The action as a verb: `Delete`, not `OK`. */
  confirmLabel: string;
  /** Defaults to `Cancel`. */
  cancelLabel?: string;
  /** Red button; focus starts on the harmless one. */
  danger?: boolean;
  /** A word to type before the button is enabled. */
  typeToConfirm?: string;
}

export interface PendingQuestion extends Question {
  id: number;
  /** Shell of the part that asks; null outside a page. */
  shell: Shell | null;
  answer(confirmed: boolean): void;
}

let pending: readonly PendingQuestion[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly PendingQuestion[]): void {
  pending = next;
  listeners.forEach((listener) => listener());
}

/** Enqueues a question; the promise never rejects. `withdraw` resolves it to false. */
export function ask(question: Question, shell: Shell | null): { answer: Promise<boolean>; withdraw(): void } {
  const id = (lastId += 1);
  const { promise, resolve } = openPromise();
  const answer = (confirmed: boolean) => {
    change(pending.filter((other) => other.id !== id));
    resolve(confirmed);
  };
  change([...pending, { ...question, id, shell, answer }]);
  return { answer: promise, withdraw: () => answer(false) };
}

function openPromise(): { promise: Promise<boolean>; resolve(value: boolean): void } {
  let resolve: (value: boolean) => void = () => {};
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** The question to show now, or null. */
export function currentQuestion(): PendingQuestion | null {
  return pending[0] ?? null;
}

/** Notifies when the current question may have changed. */
export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
