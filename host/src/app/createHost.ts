/** Puts the host's parts together: which store listens to which, and what each may call. No React, so it can be tested whole. */
import {
  createApiClient,
  type ApiClient,
  type ClientEnvironment,
} from '@hindsight/shared-contracts/api/client';
import {
  scopeBus,
  scopeKey,
  sameScope,
  type ActiveScope,
  type ScopeBus,
} from '@hindsight/shared-contracts/events';
import { QueryClient } from '@hindsight/shared-contracts/query';
import { signInUrl } from '../session/links';
import { createSession } from '../session/session';
import { browserStorage, tabStorage, type SafeStorage } from '../session/storage';
import { createDrafts } from '../shell/drafts';
import type { Host } from '../shell/hostContext';
import { createPageHeader } from '../shell/pageHeader';
import { reportError } from '../telemetry/reportError';
import { createToasts } from '../toasts/toasts';
import { createScopeMemory } from '../workspace/scopeMemory';
import { createWorkspace } from '../workspace/workspace';
import { retryQuery } from './retryQuery';

export interface ComposedHost extends Host {
  api: ApiClient;
  queries: QueryClient;
  /** Starts asking and listening; answers how to stop. */
  start(): () => void;
}

export interface HostOptions {
  /** What the boot script asked for, if it did. */
  early?: Promise<Response> | null;
  bus?: ScopeBus;
  tab?: SafeStorage;
  browser?: SafeStorage;
  /** Leaves the page for another address. */
  leave?(url: string): void;
}

const ROWS_STAY_FRESH = 30_000;

export function createHost(options: HostOptions = {}): ComposedHost {
  const { early = null, bus = scopeBus, tab = tabStorage, browser = browserStorage } = options;
  const leave = options.leave ?? ((url) => window.location.assign(url));
  const page: ClientEnvironment = {
    pageUrl: () => new URL(window.location.href),
    scope: () => workspace.get().scope,
    isGuest: () => session.get().status === 'guest',
    cookies: () => document.cookie,
  };
  const api = createApiClient(page);
  const everyone = { ...page, isGuest: () => false };
  const session = createSession({
    api: createApiClient(everyone),
    early: early && createApiClient({ ...everyone, fetch: () => early }),
    storage: tab,
  });
  const toasts = createToasts({
    signIn: () => leave(signInUrl(window.location.pathname + window.location.search + window.location.hash)),
    report: (error, area) => reportError(error, { area }),
  });
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: ROWS_STAY_FRESH,
        retry: retryQuery,
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

  function announce(next: ActiveScope): void {
    const previous = bus.current();
    if (previous && !sameScope(previous, next)) {
      // An answer for the former workspace must neither arrive nor be kept half-done.
      void queries.cancelQueries({ queryKey: [scopeKey(previous)] });
    }
    bus.announce(next);
  }

  const workspace = createWorkspace({ api, memory: createScopeMemory(tab, browser), toasts, announce });

  let viewer = '';
  function follow(): void {
    const current = session.get();
    const next = current.user?.user_id ?? current.status;
    // What one person was shown must not be there for the next one in the same tab.
    if (viewer && viewer !== next && next !== 'unreachable') queries.clear();
    viewer = next;
    workspace.follow(current);
  }

  return {
    api,
    queries,
    session,
    workspace,
    toasts,
    pageHeader: createPageHeader(),
    drafts: createDrafts(),
    start() {
      const unfollow = session.subscribe(follow);
      const stop = session.start();
      return () => {
        stop();
        unfollow();
      };
    },
  };
}
