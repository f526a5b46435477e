/** The active workspace: restores, changes and announces it; also holds the available organizations. */
import { ApiError, isAbort } from '@hindsight/shared-contracts/api/client';
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { Organization, UserInfo } from '@hindsight/shared-contracts/api';
import { PERSONAL_SCOPE, PUBLIC_SCOPE, sameScope } from '@hindsight/shared-contracts/events';
import type { ActiveScope, ScopeBus } from '@hindsight/shared-contracts/events';
import type { Session, Toasts } from '@hindsight/shared-contracts/shell';
import { createStore } from '../state/store';
import type { Readable } from '../state/store';
import { isAdmitted } from '../session/gate';
import type { ScopeMemory } from './scopeMemory';
import {
  AUTHENTICATION_REQUIRED,
  leftText,
  LOAD_FAILED,
  NOT_A_MEMBER,
  REOPEN,
  SUPERADMIN_LEFT,
  switchFailedText,
} from './texts';

/** Organizations known before their list has loaded. */
function fromMemberships(user: UserInfo): Organization[] {
  return user.memberships.map(({ organization_id, organization_name }) => ({
    id: organization_id,
    name: organization_name ?? organization_id,
    slug: null,
    is_active: true,
  }));
}

/** A user without a stored choice starts in the workspace of the newest memory. */
const toNewest = ({ newest_organization_id: organizationId }: UserInfo): ActiveScope =>
  organizationId ? { scope: 'organization', organizationId } : PERSONAL_SCOPE;

const isListed = (organizations: readonly Organization[], id: string) =>
  organizations.some((organization) => organization.id === id);

interface WorkspaceState {
  /** Null until the session is known. */
  scope: ActiveScope | null;
  organizations: readonly Organization[];
  /** Organization that a superadmin visits without being a member; null otherwise. */
  visited: Organization | null;
  /** Last error as a sentence; null when there is none. */
  error: string | null;
}

export interface WorkspaceStore extends Readable<WorkspaceState> {
  /** Follows the session; restores the stored choice for a user who is new to this page. */
  follow(session: Session): void;
  /**
   * Changes the workspace; resolves to whether it is active now. An organization requires membership, except for superadmins, for whom it
   * only has to exist. Every failure falls back to the personal workspace.
   */
  choose(scope: ActiveScope): Promise<boolean>;
  reloadOrganizations(): Promise<void>;
}

interface WorkspaceOptions {
  api: ApiClient;
  memory: ScopeMemory;
  toasts: Toasts;
  /** Announces the active scope on the page; the store follows it like every other listener. */
  bus: ScopeBus;
  /** Checks whether the session continues; true by default. */
  hasSession?(): Promise<boolean>;
}

/** In milliseconds: enough time to read the toast and to go back. */
const SUPERADMIN_LEFT_MS = 15_000;

const UNKNOWN: WorkspaceState = { scope: null, organizations: [], visited: null, error: null };

export function createWorkspace({
  api,
  memory,
  toasts,
  bus,
  hasSession = async () => true,
}: WorkspaceOptions): WorkspaceStore {
  const state = createStore<WorkspaceState>(UNKNOWN);
  bus.changes$.subscribe(({ current }) => state.set({ ...state.get(), scope: current }));
  let person: UserInfo | null = null;
  let visitor: string | null = null;
  let request: AbortController | null = null;
  let reloading: Promise<void> = Promise.resolve();
  let visiting: AbortController | null = null;

  function enter(scope: ActiveScope, change: Partial<WorkspaceState> = {}): void {
    state.set({ ...state.get(), error: null, visited: null, ...change });
    bus.announce(scope);
  }

  function leaveOrganization(error: string | null = null): void {
    if (person) memory.remember(person.user_id, PERSONAL_SCOPE);
    enter(PERSONAL_SCOPE, { error });
  }

  function refuse(error: unknown): false {
    if (isAbort(error)) return false;
    if (error instanceof ApiError && error.status === 401) {
      leaveOrganization(AUTHENTICATION_REQUIRED);
      toasts.apiError(error, 'switch to the organization');
      return false;
    }
    const text = switchFailedText(error instanceof Error ? error.message : String(error));
    leaveOrganization(text);
    toasts.show('error', text);
    return false;
  }

  /** Enters an organization of others, for superadmins. */
  async function visit(id: string): Promise<boolean> {
    visiting?.abort();
    const { signal } = (visiting = new AbortController());
    try {
      const visited = await api.call('GET /organizations/{id}', {
        params: { id },
        scope: false,
        signal,
      });
      if (signal.aborted || !person) return false;
      const scope: ActiveScope = { scope: 'organization', organizationId: id };
      memory.remember(person.user_id, scope);
      enter(scope, { visited });
      return true;
    } catch (error) {
      return signal.aborted ? false : refuse(error);
    }
  }

  /** Whether the user may stay in an organization that is not their own: superadmins may, while it exists. */
  async function mayStay(id: string, signal: AbortSignal): Promise<boolean> {
    if (!person?.is_superadmin) return false;
    return api.call('GET /organizations/{id}', { params: { id }, scope: false, signal }).then(
      () => true,
      (error: unknown) => !(error instanceof ApiError && error.status === 404),
    );
  }

  /** Leaves the active organization when it is no longer listed, unless a superadmin visits it and it still exists. */
  async function fallBackIfGone(organizations: readonly Organization[], signal: AbortSignal): Promise<void> {
    const { scope, organizations: before } = state.get();
    state.set({ ...state.get(), organizations, error: null });
    const id = scope?.organizationId;
    if (!id || isListed(organizations, id) || (await mayStay(id, signal)) || signal.aborted) return;
    // Another workspace was chosen in the meantime.
    if (state.get().scope?.organizationId !== id) return;
    leaveOrganization();
    toasts.show('warning', leftText(before.find((one) => one.id === id)?.name ?? 'The organization'));
  }

  async function loadOrganizations(): Promise<void> {
    if (!person) return;
    request?.abort();
    const { signal } = (request = new AbortController());
    try {
      const organizations = await api.call('GET /organizations/', { scope: false, signal });
      if (!signal.aborted) await fallBackIfGone(organizations, signal);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (error instanceof ApiError && error.status === 401) {
        // A page that stays open for its drafts after its session continues in the same workspace after the next sign-in.
        if (!(await hasSession()) || signal.aborted) return;
        state.set({ ...state.get(), organizations: [], error: null });
        return state.get().scope?.organizationId ? leaveOrganization() : undefined;
      }
      state.set({ ...state.get(), error: LOAD_FAILED });
      toasts.apiError(error, 'fetch organizations', 'Organizations');
    }
  }

  /** A superseded reload resolves with the one that replaced it, so that callers see the latest list. */
  function reloadOrganizations(): Promise<void> {
    const own: Promise<void> = loadOrganizations().then(() => (own === reloading ? undefined : reloading));
    reloading = own;
    return own;
  }

  async function choose(scope: ActiveScope): Promise<boolean> {
    if (!person) return false;
    const { organizations, scope: current } = state.get();
    if (current && sameScope(current, scope)) return true;
    if (scope.organizationId && !isListed(organizations, scope.organizationId)) {
      if (person.is_superadmin) return visit(scope.organizationId);
      leaveOrganization(NOT_A_MEMBER);
      toasts.show('error', NOT_A_MEMBER);
      return false;
    }
    visiting?.abort();
    memory.remember(person.user_id, scope);
    enter(scope);
    return true;
  }

  function restore(user: UserInfo): void {
    const organizations = fromMemberships(user);
    const saved = memory.recall(user.user_id);
    const usable = saved && (!saved.organizationId || isListed(organizations, saved.organizationId));
    if (usable || !saved) {
      const scope = saved ?? (isAdmitted(user) ? toNewest(user) : PERSONAL_SCOPE);
      if (!saved && scope.organizationId) memory.remember(user.user_id, scope);
      else if (isAdmitted(user)) memory.meet(user.user_id);
      enter(scope, { organizations });
    } else {
      state.set({ ...state.get(), organizations });
      leaveOrganization();
      if (user.is_superadmin) {
        const action = { label: REOPEN, run: () => void choose(saved) };
        toasts.show('info', SUPERADMIN_LEFT, { action, duration: SUPERADMIN_LEFT_MS });
      } else toasts.show('warning', leftText('Your last organization'));
    }
    void reloadOrganizations();
  }

  function followPerson(user: UserInfo): void {
    const known = person;
    person = user;
    if (known?.user_id !== user.user_id) return restore(user);
    if (JSON.stringify(known.memberships) !== JSON.stringify(user.memberships)) void reloadOrganizations();
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    reloadOrganizations,
    follow(session) {
      if (session.status === 'loading' || session.status === 'unreachable') return;
      if (session.status === 'signed-in') {
        visitor = 'person';
        return followPerson(session.user);
      }
      if (visitor === session.status) return;
      visitor = session.status;
      person = null;
      request?.abort();
      const scope = session.status === 'guest' ? PUBLIC_SCOPE : PERSONAL_SCOPE;
      memory.rememberForTab(scope);
      enter(scope, { organizations: [] });
    },
    choose,
  };
}
