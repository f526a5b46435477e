/** Dependencies shared by the shell's own parts beyond the public `Shell`; remotes never see them. */
import { createContext, useContext, type ReactNode } from 'react';
import { FederationProvider } from '../federation/federation';
import type { Federation } from '../federation/federation';
import type { QueryPrefetcher } from '../session/queryPrefetcher';
import type { SessionStore } from '../session/session';
import type { Tabs } from '../session/tabs';
import type { NewVersion } from '../settings/newVersion';
import type { Settings } from '../settings/settings';
import type { Store } from '../state/store';
import type { Tool } from '../palette/tools';
import type { ToastStore } from '../toasts/toasts';
import type { WorkspaceStore } from '../workspace/workspace';
import type { Arrival } from './focusOnArrival';
import type { DebugPanel } from './debugPanel';
import type { Drafts } from './drafts';
import type { HostParts } from './hostParts';
import type { PageHeaderStore } from './pageHeaderStore';

export interface Host {
  session: SessionStore;
  workspace: WorkspaceStore;
  toasts: ToastStore;
  pageHeader: PageHeaderStore;
  arrival: Arrival;
  drafts: Drafts;
  debugPanel: DebugPanel;
  tabs: Tabs;
  newVersion: NewVersion;
  /** Which of the shell's own dialogs is open. */
  tools: Store<Tool | null>;
  federation: Federation;
  /** Prefetches data of pages that the user is likely to open. */
  ahead: Pick<QueryPrefetcher, 'ask'>;
  settings: Settings;
  parts: HostParts;
  /** Leaves the dashboard for another address, e.g. the external sign-in. */
  leave(url: string): void;
}

const HostContext = createContext<Host | null>(null);

export function HostProvider({ host, children }: { host: Host; children: ReactNode }) {
  return (
    <HostContext value={host}>
      <FederationProvider federation={host.federation}>{children}</FederationProvider>
    </HostContext>
  );
}

/** @throws Error outside a HostProvider. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('This part of the shell was rendered without its HostProvider.');
  return host;
}
