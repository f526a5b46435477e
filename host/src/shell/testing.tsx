/** Test harness: the shell's parts with a fake shell and a router at an address. */
import { QueryClient, QueryClientProvider } from '@hindsight/shared-contracts/query';
import { createBrowserRouter, RouterProvider } from '@hindsight/shared-contracts/router';
import { ShellProvider, type Shell } from '@hindsight/shared-contracts/shell';
import { fakeShell } from '@hindsight/shared-contracts/testing';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createFederation } from '../federation/federation';
import type { Remotes } from '../federation/remotes';
import { createSession } from '../session/session';
import { memoryStorage } from '../session/storage';
import { createTools } from '../palette/tools';
import { createNewVersion } from '../settings/newVersion';
import { createSettings } from '../settings/settings';
import { createStore } from '../state/store';
import { createToasts } from '../toasts/toasts';
import type { WorkspaceStore } from '../workspace/workspace';
import { createArrival } from './focusOnArrival';
import { createDebugPanel } from './debugPanel';
import { createDrafts } from './drafts';
import { HostProvider, type Host } from './hostContext';
import { createPageHeader } from './pageHeaderStore';

/** @param remotes replaces the loading of remotes. */
export function fakeHost(shell: Shell, change: Partial<Host> = {}, remotes?: Remotes): Host {
  const state = createStore({
    scope: shell.scope,
    organizations: shell.organizations,
    visited: null,
    error: null,
  });
  const workspace: WorkspaceStore = {
    ...state,
    follow: () => undefined,
    choose: async () => true,
    reloadOrganizations: async () => undefined,
  };
  const drafts = createDrafts();
  const toasts = createToasts({
    signIn: () => undefined,
    isSignedOut: () => false,
    report: () => undefined,
  });
  const settings = createSettings({ complain: () => undefined });
  return {
    session: createSession({ api: shell.api, storage: memoryStorage() }),
    workspace,
    toasts,
    pageHeader: createPageHeader(),
    arrival: createArrival(),
    drafts,
    debugPanel: createDebugPanel(memoryStorage()),
    tabs: { post: () => undefined, listen: () => () => undefined },
    newVersion: createNewVersion(),
    tools: createTools(),
    federation: createFederation({
      workspace,
      drafts,
      toasts,
      settings,
      overrides: {},
      ...(remotes && { remotes }),
    }),
    ahead: { ask: async () => undefined },
    settings,
    parts: { pages: [], overlays: [] },
    leave: () => undefined,
    ...change,
  };
}

/** Renders at an address in a browser router, as the page does. */
export async function renderShell(
  element: ReactNode,
  { shell = fakeShell() as Shell, host = fakeHost(shell), at = '/dashboard' } = {},
) {
  window.history.replaceState(null, '', at);
  const router = createBrowserRouter([{ path: '*', element }]);
  host.arrival.watch(router);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={queries}>
      <ShellProvider shell={{ ...shell, setPageHeader: host.pageHeader.push }}>
        <HostProvider host={host}>
          <RouterProvider router={router} />
        </HostProvider>
      </ShellProvider>
    </QueryClientProvider>,
  );
  await act(async () => undefined);
  return { ...view, router, host, shell };
}
