/** Unsaved input, stored per tab so that it survives reloads and remounts. */
import { useCallback, useEffect, useState } from 'react';
import { scopeKey } from '../events/scope';
import { useShell } from './context';

const PREFIX = 'hindsight.draft.';

/** Maximum characters of a draft: fits the longest texts of a memory. A browser stores about five million for the whole dashboard. */
const MAX_LENGTH = 1_000_000;

export interface Draft<T> {
  value: T;
  set(next: T | ((now: T) => T)): void;
  /** Whether the value was restored, e.g. after a reload. */
  isRestored: boolean;
  /** Deletes the stored draft and continues from a value: the saved one, or by default the initial one. */
  reset(value?: T): void;
}

/** Whether a stored value has the shape of the sample: it may come from an earlier release. */
function matchesShape(sample: unknown, value: unknown): boolean {
  if (sample === null) return true;
  if (typeof sample !== 'object' || typeof value !== 'object' || value === null)
    return typeof value === typeof sample && value !== null;
  if (Array.isArray(sample) !== Array.isArray(value)) return false;
  return (
    Array.isArray(sample) ||
    Object.entries(sample).every(([key, part]) => matchesShape(part, (value as Record<string, unknown>)[key]))
  );
}

/** Storage may be forbidden, full or corrupted: the draft then lasts as long as the page. */
function read<T>(place: string | null, sample: T): T | undefined {
  if (place === null) return undefined;
  try {
    const kept = window.sessionStorage.getItem(place);
    const value: unknown = kept === null ? undefined : JSON.parse(kept);
    return value !== undefined && matchesShape(sample, value) ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** @param value null to delete. Also deletes the previous draft if the new one cannot be stored. */
function write(place: string | null, value: string | null): void {
  if (place === null) return;
  try {
    window.sessionStorage.removeItem(place);
    if (value !== null && value.length <= MAX_LENGTH) window.sessionStorage.setItem(place, value);
  } catch {
    // See `read`.
  }
}

/** Deletes all drafts of this tab, on sign-out. */
export function clearDrafts(): void {
  try {
    for (const place of Object.keys(window.sessionStorage))
      if (place.startsWith(PREFIX)) window.sessionStorage.removeItem(place);
  } catch {
    // Nothing is stored in that case.
  }
}

/** Storage key of a draft, by person and workspace. Null for guests, whose drafts are not stored. */
function usePlace(key: string): string | null {
  const { session, scope } = useShell();
  return session.user && `${PREFIX}${session.user.user_id}.${scopeKey(scope)}.${key}`;
}

/** Whether a draft existed when the component mounted, so that its form can open automatically. */
export function useHasDraft(key: string): boolean {
  const place = usePlace(key);
  const [has] = useState(() => read<unknown>(place, null) !== undefined);
  return has;
}

interface DraftState<T> {
  place: string | null;
  start: T;
  value: T;
  isRestored: boolean;
  isTouched: boolean;
}

function begin<T>(place: string | null, start: T, restore: (kept: T) => T): DraftState<T> {
  const kept = read(place, start);
  const isRestored = kept !== undefined;
  return { place, start, value: isRestored ? restore(kept) : start, isRestored, isTouched: false };
}

/**
 * State of a form. Pass `reset` to `useUnsavedChanges`, call it when the form is closed or saved, and show `DraftNote` above the form. Not
 * for secrets: everything on the page can read stored drafts.
 * @param key of the form and its subject, e.g. `agent.${id}`.
 * @param initial initial value; must survive JSON.
 * @param restore adapts a restored draft, e.g. if its subject has changed since.
 */
export function useDraft<T>(key: string, initial: T, restore = (kept: T) => kept): Draft<T> {
  const place = usePlace(key);
  const [state, setState] = useState(() => begin(place, initial, restore));
  // The workspace is known shortly after the page.
  if (state.place !== place)
    setState(state.isTouched ? { ...state, place } : begin(place, state.start, restore));
  const { start, value, isRestored, isTouched } = state;

  useEffect(() => {
    if (!isTouched) return;
    const text = JSON.stringify(value);
    write(place, text === JSON.stringify(start) ? null : text);
  }, [place, start, value, isTouched]);

  const set = useCallback((next: T | ((now: T) => T)) => {
    setState((now) => ({
      ...now,
      value: typeof next === 'function' ? (next as (now: T) => T)(now.value) : next,
      isTouched: true,
    }));
  }, []);
  const reset = useCallback(
    (next?: T) => {
      write(place, null);
      setState((now) => {
        const from = next ?? now.start;
        return { ...now, start: from, value: from, isRestored: false, isTouched: false };
      });
    },
    [place],
  );
  return { value, set, isRestored, reset };
}
