/** A fake shell for tests and standalone runs: everything succeeds, and no request leaves the page unless the caller provides it. */
import type { ReactNode } from 'react';
import type { ApiClient } from '../api/client/types';
import { Capability, type UserInfo } from '../api/session';
import { DEFAULT_CONFIG } from '../config';
import { PERSONAL_SCOPE } from '../events/scope';
import { QueryClient, QueryClientProvider } from '../query';
import { ShellProvider, type Shell } from '../shell';

export const testUser: UserInfo = {
  authenticated: true,
  user_id: '00000000-0000-4000-8000-000000000001',
  email: 'person@example.org',
  display_name: 'Test Person',
  is_superadmin: false,
  beta_access_admin: false,
  beta_access_status: 'accepted',
  memberships: [],
  newest_organization_id: null,
  llm_features_enabled: true,
  consolidation_enabled: true,
  pruning_enabled: true,
  archived_enabled: true,
  capabilities: [...Capability.options],
};

/** Responses by endpoint key; a function receives the call's input. A missing key rejects with a sentence that names it. */
export type FakeAnswers = Record<string, unknown | ((input: unknown) => unknown)>;

export function fakeApi(answers: FakeAnswers): ApiClient & { calls: { key: string; input: unknown }[] } {
  const calls: { key: string; input: unknown }[] = [];
  const call = async (key: string, input?: unknown) => {
    calls.push({ key, input });
    if (!(key in answers)) throw new Error(`The fake API has no answer for "${key}".`);
    const answer = answers[key];
    return typeof answer === 'function' ? (answer as (input: unknown) => unknown)(input) : answer;
  };
  return { calls, call: call as ApiClient['call'] };
}

interface FakeShell extends Shell {
  /** Toasts shown, as `[type, message]`. */
  shown: [string, string][];
}

export function fakeShell(overrides: Partial<Shell> = {}): FakeShell {
  const shown: [string, string][] = [];
  return {
    shown,
    session: { status: 'signed-in', user: testUser },
    scope: PERSONAL_SCOPE,
    organizations: [],
    flags: DEFAULT_CONFIG.flags,
    config: DEFAULT_CONFIG,
    debugPanel: false,
    api: fakeApi({}),
    toasts: {
      show: (type, message) => void shown.push([type, message]),
      apiError: (error, action) => void shown.push(['error', `${action}: ${String(error)}`]),
    },
    setPageHeader: () => () => undefined,
    guardWrite: () => true,
    holdDraft: () => () => undefined,
    refreshSession: async () => undefined,
    chooseWorkspace: async () => true,
    reloadOrganizations: async () => undefined,
    renderSlot: () => null,
    slotProblem: () => null,
    ...overrides,
  };
}

/** Renders children in a fake shell with a separate query cache and no retries. */
export function FakeShellProvider({ shell = fakeShell(), children }: { shell?: Shell; children: ReactNode }) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return (
    <QueryClientProvider client={client}>
      <ShellProvider shell={shell}>{children}</ShellProvider>
    </QueryClientProvider>
  );
}
