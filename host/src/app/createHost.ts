/** Wires the host's stores together. Free of React, so the whole can be tested. */
import { createApiClient, DEFAULT_BASE, isServiceAway } from '@hindsight/shared-contracts/api/client';
import type { ApiClient, ClientEnvironment } from '@hindsight/shared-contracts/api/client';
import { mirrorScopeChanges, scopeBus, scopeKey } from '@hindsight/shared-contracts/events';
import type { ScopeBus } from '@hindsight/shared-contracts/events';
import { QueryClient } from '@hindsight/shared-contracts/query';
import { signInUrl } from '@hindsight/shared-contracts/rules';
import type { FirstAnswers } from '../boot/sendFirstQueries';
import { createFederation } from '../federation/federation';
import type { RegistryStore } from '../federation/registry';
import type { Remotes } from '../federation/remotes';
import { createQueryPrefetcher } from '../session/queryPrefetcher';
import { developmentHeaders } from '../session/developmentHeaders';
import { handOverFirstAnswers } from '../session/firstAnswers';
import { createSession } from '../session/session';
import { browserStorage, tabStorage } from '../session/storage';
import type { SafeStorage } from '../session/storage';
import { createTabs } from '../session/tabs';
import type { Tabs } from '../session/tabs';
import { createLive, filterByWorkspace } from '../live/live';
import type { Live } from '../live/live';
import { createTools } from '../palette/tools';
import { createNewVersion } from '../settings/newVersion';
import { createSettings } from '../settings/settings';
import type { SettingsOptions } from '../settings/settings';
import { createArrival } from '../shell/focusOnArrival';
import { createDebugPanel } from '../shell/debugPanel';
import { createDrafts } from '../shell/drafts';
import type { Host } from '../shell/hostContext';
import { HOST_PARTS } from '../account/parts';
import { createPageHeader } from '../shell/pageHeaderStore';
import { collectReports, reportError } from '../telemetry/reportError';
import { createToasts } from '../toasts/toasts';
import { createOutsideWatch } from '../workspace/lostMembership';
import { createScopeMemory } from '../workspace/scopeMemory';
import { createWorkspace } from '../workspace/workspace';
import { syncTabs } from './syncTabs';

/** Retries after the first attempt. */
const QUERY_RETRIES = 1;

/** Retries only when the service is away, which may pass; an answer about the request itself will not change. */
const retryQuery = (failures: number, error: Error): boolean =>
  failures < QUERY_RETRIES && isServiceAway(error);

export interface ComposedHost extends Host {
  api: ApiClient;
  queries: QueryClient;
  live: Live;
  /** Loads and opens the change stream; returns a stop function. */
  followChanges(): Promise<() => void>;
  /** Starts requests and subscriptions; returns a stop function. */
  start(): () => void;
}

export interface HostOptions {
  /** Response of `/user-info` that the boot script requested, if it did. */
  early?: Promise<Response> | null;
  /** Responses to the page's first queries that the boot script requested, if it did. */
  first?: Promise<FirstAnswers | null> | null;
  /** Source of the installation's configuration; defaults apply without it. */
  config?: Omit<SettingsOptions, 'complain'>;
  /** Remote overrides from the address: URL by remote. */
  overrides?: Record<string, string>;
  /** Replaces the registry embedded in the page. */
  registry?: RegistryStore;
  /** Replaces the loading of remotes. */
  remotes?: Remotes;
  bus?: ScopeBus;
  tab?: SafeStorage;
  browser?: SafeStorage;
  tabs?: Tabs;
  /** Navigates away from the page. */
  leave?(url: string): void;
}

const ROWS_STAY_FRESH = 30_000;

export function createHost(options: HostOptions = {}): ComposedHost {
  const { early = null, config = {}, bus = scopeBus, tab = tabStorage, browser = browserStorage } = options;
  const leave = options.leave ?? ((url) => window.location.assign(url));
  const settings = createSettings({
    ...config,
    complain: (sentence) => reportError(sentence, { area: 'settings', expected: true }),
  });
  const person = () => session.get().user?.user_id ?? null;
  const ahead = createQueryPrefetcher({
    person,
    scope: () => workspace.get().scope,
    base: () => settings.get().apiBase,
    releaseFor: (remote) => federation.registry.releaseFor(remote),
  });
  const ofBoot =
    options.first &&
    handOverFirstAnswers({
      first: options.first,
      person,
      versionFor: (remote) => federation.registry.releaseFor(remote)?.version ?? null,
    });
  const page: ClientEnvironment = {
    configuredBase: () => settings.get().apiBase,
    localBackendPort: () => settings.get().localBackendPort,
    devHeaders: () => developmentHeaders(settings.get().developer, window.location.hostname),
    pageUrl: () => new URL(window.location.href),
    scope: () => workspace.get().scope,
    isGuest: () => session.get().status === 'guest',
    hasSession: () => session.get().status === 'signed-in',
    onUnauthorized: () => void session.refresh(),
    cookies: () => document.cookie,
    onOutside: (id) => outside(id),
    early: async (url, init) => (await ahead.early(url, init)) ?? (await ofBoot?.(url, init)) ?? null,
    onWriteEnd: ahead.drop,
  };
  const api = createApiClient(page);
  const drafts = createDrafts();
  const everyone: ClientEnvironment = { ...page, isGuest: () => false, hasSession: () => false };
  const session = createSession({
    api: createApiClient(everyone),
    // The boot script used the default base; a different configured base needs a new request.
    early: () =>
      early && settings.get().apiBase === DEFAULT_BASE
        ? createApiClient({ ...everyone, fetch: () => early })
        : null,
    ready: settings.ready,
    flags: () => settings.get().flags,
    mayEnd: () => drafts.get().length === 0,
    storage: tab,
  });
  const toasts = createToasts({
    signIn() {
      // Unsaved drafts stay on their page; refreshing the session there shows how to continue.
      if (drafts.get().length > 0) void session.refresh();
      else leave(signInUrl(window.location));
    },
    isSignedOut: () => session.get().status === 'signed-out',
    report: (error, area) => reportError(error, { area }),
  });
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: ROWS_STAY_FRESH,
        retry: retryQuery,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

  const memory = createScopeMemory(tab, browser);
  const workspace = createWorkspace({
    api,
    memory,
    toasts,
    bus,
    async hasSession() {
      await session.refresh();
      return !session.ended.get();
    },
  });
  const outside = createOutsideWatch(session, workspace);
  const live = createLive();
  const newVersion = createNewVersion();
  const tabs = options.tabs ?? createTabs();
  const federation = createFederation({
    workspace,
    drafts,
    toasts,
    settings,
    overrides: options.overrides ?? {},
    ...(options.registry && { registry: options.registry }),
    ...(options.remotes && { remotes: options.remotes }),
  });

  let viewer = '';
  let hadPerson = false;
  function follow(): void {
    const current = session.get();
    // The sign-in page explains what happened; earlier errors and Undo offers were for the previous user.
    if (hadPerson && current.status === 'signed-out') toasts.clear();
    hadPerson = current.user !== null;
    const next = current.user?.user_id ?? current.status;
    // Never show cached data of one user to the next one in the same tab.
    if (viewer && viewer !== next && next !== 'unreachable') queries.clear();
    viewer = next;
    workspace.follow(current);
  }

  return {
    api,
    queries,
    live,
    async followChanges() {
      const { startFollowing } = await import(/* webpackChunkName: "live" */ '../live/startFollowing');
      const { notices } = federation;
      return startFollowing({ live, page, session, workspace, queries, notices });
    },
    session,
    workspace,
    toasts,
    pageHeader: createPageHeader(),
    arrival: createArrival(),
    drafts,
    debugPanel: createDebugPanel(browser),
    tabs,
    newVersion,
    tools: createTools(),
    federation,
    ahead,
    settings,
    parts: HOST_PARTS,
    leave,
    start() {
      // A response for the previous workspace must neither arrive nor be cached half-done.
      const cancelling = bus.changes$.subscribe(({ previous }) => {
        if (previous) void queries.cancelQueries({ queryKey: [scopeKey(previous)] });
      });
      const stopMirroring = mirrorScopeChanges(bus);
      const report = () => collectReports(settings.get());
      report();
      const stopReporting = settings.subscribe(report);
      const unfollow = session.subscribe(follow);
      const stopChecking = newVersion.start();
      const stopSyncing = syncTabs({ tabs, session, workspace, drafts, remembered: memory.recallBrowser });
      const stops = [
        live.isOpen.subscribe(ahead.drop),
        live.subscribe((changes) => {
          if (filterByWorkspace(changes, workspace.get().scope).length > 0) ahead.drop();
        }),
      ];
      const stopRetrying = federation.remotes.retryWhenOnline();
      const stop = session.start();
      return () => {
        stop();
        stopSyncing();
        stopChecking();
        stopReporting();
        unfollow();
        stopMirroring();
        cancelling.unsubscribe();
        stopRetrying();
        stops.forEach((end) => end());
        federation.releases.stop();
      };
    },
  };
}
