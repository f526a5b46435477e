/** Session of the page: requested at start and whenever the page becomes visible. */
import {
  ApiError,
  isAbort,
  NetworkError,
  UnexpectedAnswerError,
  type ApiClient,
} from '@hindsight/shared-contracts/api/client';
import type { UserInfo } from '@hindsight/shared-contracts/api';
import type { FeatureFlags, Session } from '@hindsight/shared-contracts/shell';
import { createStore, type Readable } from '../state/store';
import type { SafeStorage } from './storage';
import { DEFAULT_FLAGS, readUserInfo } from './userInfo';

/** Stored per tab while a guest explores the dashboard. */
export const GUEST_MODE_KEY = 'GUEST_MODE';

/** Retry delays while the service is unreachable, in milliseconds; the last one repeats. */
export const RETRY_WAITS = [2000, 4000, 8000, 15000, 30000] as const;

/** Time in milliseconds after which a service that has not responded counts as unreachable. */
const ANSWER_DEADLINE = 10_000;

interface SessionOptions {
  /** Client that is never in guest mode: a guest may have signed in elsewhere. */
  api: ApiClient;
  /** Client that reads the response of the boot script's request, if there is one; used once. */
  early?(): ApiClient | null;
  storage: SafeStorage;
  /** Awaited before the first request, because the configuration determines the API base. */
  ready?: Promise<void> | null;
  /** Defaults for features that the response does not mention. */
  flags?(): FeatureFlags;
  /** Whether a session that ended may close the page; false while it holds unsaved drafts. */
  mayEnd?(): boolean;
}

export interface SessionStore extends Readable<Session> {
  /** Why the session could not be determined; null when it could. */
  problem: Readable<unknown>;
  /** Whether the page's session has ended. The user stays in the state while the page holds unsaved drafts. */
  ended: Readable<boolean>;
  /** Requests `/user-info` again. Concurrent calls share one request. */
  refresh(): Promise<void>;
  /** Like `refresh`, for use after a known change: sends another request if the one in flight may be stale. */
  refreshAfterChange(): Promise<void>;
  enterGuestMode(): void;
  leaveGuestMode(): void;
  /** Starts following the page's visibility; returns a stop function. */
  start(page?: Document): () => void;
}

const LOADING: Session = { status: 'loading', user: null };
const SIGNED_OUT: Session = { status: 'signed-out', user: null };
const GUEST: Session = { status: 'guest', user: null };
const UNREACHABLE: Session = { status: 'unreachable', user: null };

const TOO_LATE = new NetworkError('The service did not answer in time.');

/** Rejects with `TOO_LATE` when the response takes too long. */
async function withDeadline<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(TOO_LATE), ANSWER_DEADLINE);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function sameUser(a: UserInfo | null, b: UserInfo): boolean {
  return a !== null && JSON.stringify(a) === JSON.stringify(b);
}

export function createSession({
  api,
  early = () => null,
  storage,
  ready,
  flags = () => DEFAULT_FLAGS,
  mayEnd = () => true,
}: SessionOptions): SessionStore {
  let guest = storage.read(GUEST_MODE_KEY) === 'true';
  const state = createStore<Session>(LOADING);
  const problem = createStore<unknown>(null);
  const ended = createStore(false);
  let first = true;
  let asking: Promise<void> | null = null;
  let askingAgain: Promise<void> | null = null;
  /** Numbers of the last request, and of the last one answered in time. */
  let asked = 0;
  let known = 0;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setGuest = (on: boolean) => {
    guest = on;
    storage.write(GUEST_MODE_KEY, on ? 'true' : null);
  };

  function accept(user: UserInfo | null): void {
    tries = 0;
    problem.set(null);
    const hadSession = state.get().status === 'signed-in';
    ended.set(!user && (hadSession || ended.get()));
    if (!user && hadSession && !mayEnd()) return;
    if (!user) return state.set(guest ? GUEST : SIGNED_OUT);
    if (guest) setGuest(false);
    if (!sameUser(state.get().user, user)) state.set({ status: 'signed-in', user });
  }

  function fail(error: unknown): void {
    problem.set(error);
    // An unreachable service says nothing about the session, so a known user stays.
    if (state.get().status !== 'signed-in') state.set(guest ? GUEST : UNREACHABLE);
    clearTimeout(timer);
    const wait = RETRY_WAITS[Math.min(tries, RETRY_WAITS.length - 1)] ?? 30000;
    tries += 1;
    timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void refresh();
    }, wait);
  }

  /** Applies the outcome of a request, however late: a service that is merely slow must not lock users out. */
  async function take(question: Promise<unknown>): Promise<void> {
    try {
      const answer = await question;
      if (typeof answer === 'object' && answer !== null && 'authenticated' in answer)
        accept(readUserInfo(answer, flags()));
      else fail(new UnexpectedAnswerError(200, JSON.stringify(answer)));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) accept(null);
      else if (!isAbort(error)) fail(error);
    }
  }

  async function ask(): Promise<void> {
    if (ready) await ready;
    const client = (first && early()) || api;
    first = false;
    const number = (asked += 1);
    const question = client.call('GET /user-info', { scope: false });
    try {
      await withDeadline(question);
    } catch (error) {
      if (error === TOO_LATE) {
        fail(error);
        // The result of a later request is newer than this late response.
        const takeLateAnswer = () => (number > known ? take(question) : undefined);
        void question.then(takeLateAnswer, takeLateAnswer);
        return;
      }
    }
    await take(question);
    known = number;
  }

  function refresh(): Promise<void> {
    clearTimeout(timer);
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  }

  function refreshAfterChange(): Promise<void> {
    if (!asking) return refresh();
    const refreshAgain = () => {
      askingAgain = null;
      return refresh();
    };
    askingAgain ??= asking.then(refreshAgain, refreshAgain);
    return askingAgain;
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    problem,
    ended,
    refresh,
    refreshAfterChange,
    enterGuestMode() {
      setGuest(true);
      ended.set(false);
      state.set(GUEST);
    },
    leaveGuestMode() {
      setGuest(false);
      state.set(SIGNED_OUT);
    },
    start(page = document) {
      const onVisible = () => {
        if (page.visibilityState === 'visible') void refresh();
      };
      const onOnline = () => void refresh();
      page.addEventListener('visibilitychange', onVisible);
      window.addEventListener('online', onOnline);
      void refresh();
      return () => {
        clearTimeout(timer);
        page.removeEventListener('visibilitychange', onVisible);
        window.removeEventListener('online', onOnline);
      };
    },
  };
}
