/** The active workspace: restored, changed and announced; with the organizations that one can choose from. */
import { ApiError, isAbort, type ApiClient } from '@hindsight/shared-contracts/api/client';
import type { Organization, UserInfo } from '@hindsight/shared-contracts/api';
import {
  PERSONAL_SCOPE,
  PUBLIC_SCOPE,
  sameScope,
  type ActiveScope,
} from '@hindsight/shared-contracts/events';
import type { Session, Toasts } from '@hindsight/shared-contracts/shell';
import { createStore, type Readable } from '../state/store';
import type { ScopeMemory } from './scopeMemory';

export interface WorkspaceState {
  /** Null until it is known who is looking. */
  scope: ActiveScope | null;
  organizations: readonly Organization[];
  /** What went wrong last, in a sentence; null when nothing did. */
  error: string | null;
}

export interface WorkspaceStore extends Readable<WorkspaceState> {
  /** Tells the workspace who is looking; restores their choice when that is somebody new. */
  follow(session: Session): void;
  /** Changes the workspace. An organization needs membership, unless the person is a superadmin. */
  choose(scope: ActiveScope): void;
  reloadOrganizations(): Promise<void>;
}

export interface WorkspaceOptions {
  api: ApiClient;
  memory: ScopeMemory;
  toasts: Toasts;
  /** Announces a scope to the page; the same one again is nothing new. */
  announce(scope: ActiveScope): void;
}

const NOBODY: WorkspaceState = { scope: null, organizations: [], error: null };
export const NOT_A_MEMBER = 'You are not a member of this organization';
export const LOAD_FAILED = 'Failed to load organizations';

/** Said when the organization that one works in was deleted, or one was removed from it. */
export const leftText = (name: string) =>
  `${name} is no longer available to you. You are in your personal workspace now.`;

/** What is known of the organizations before their list has come. */
function fromMemberships(user: UserInfo): Organization[] {
  return user.memberships.map(({ organization_id, organization_name }) => ({
    id: organization_id,
    name: organization_name ?? organization_id,
    slug: null,
    is_active: true,
  }));
}

const isListed = (organizations: readonly Organization[], id: string) =>
  organizations.some((organization) => organization.id === id);

export function createWorkspace({ api, memory, toasts, announce }: WorkspaceOptions): WorkspaceStore {
  const state = createStore<WorkspaceState>(NOBODY);
  let person: UserInfo | null = null;
  let visitor: string | null = null;
  let request: AbortController | null = null;

  function enter(scope: ActiveScope, change: Partial<WorkspaceState> = {}): void {
    state.set({ ...state.get(), error: null, ...change, scope });
    announce(scope);
  }

  function leaveOrganization(): void {
    if (person) memory.remember(person.user_id, PERSONAL_SCOPE);
    enter(PERSONAL_SCOPE);
  }

  /** Whether an organization that is not the person's own can still be looked at: by superadmins, while it is there. */
  async function mayStay(id: string, signal: AbortSignal): Promise<boolean> {
    if (!person?.is_superadmin) return false;
    return api.call('GET /organizations/{id}', { params: { id }, scope: false, signal }).then(
      () => true,
      (error: unknown) => !(error instanceof ApiError && error.status === 404),
    );
  }

  /** The organization that one looks at must stay in the list; a superadmin may look at any that exists. */
  async function fallBackIfGone(organizations: readonly Organization[], signal: AbortSignal): Promise<void> {
    const { scope, organizations: before } = state.get();
    state.set({ ...state.get(), organizations, error: null });
    const id = scope?.organizationId;
    if (!id || isListed(organizations, id) || (await mayStay(id, signal)) || signal.aborted) return;
    // Another workspace was chosen meanwhile.
    if (state.get().scope?.organizationId !== id) return;
    leaveOrganization();
    toasts.show('warning', leftText(before.find((one) => one.id === id)?.name ?? 'The organization'));
  }

  async function reloadOrganizations(): Promise<void> {
    if (!person) return;
    request?.abort();
    const { signal } = (request = new AbortController());
    try {
      const organizations = await api.call('GET /organizations/', { scope: false, signal });
      if (!signal.aborted) await fallBackIfGone(Array.isArray(organizations) ? organizations : [], signal);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (error instanceof ApiError && error.status === 401) {
        // The list of nobody is empty; that the session is over is said elsewhere.
        state.set({ ...state.get(), organizations: [], error: null });
        return state.get().scope?.organizationId ? leaveOrganization() : undefined;
      }
      state.set({ ...state.get(), error: LOAD_FAILED });
      toasts.apiError(error, 'fetch organizations', 'Organizations');
    }
  }

  function restore(user: UserInfo): void {
    const organizations = fromMemberships(user);
    const saved = memory.recall(user.user_id);
    const usable = saved && (!saved.organizationId || isListed(organizations, saved.organizationId));
    enter(usable ? saved : PERSONAL_SCOPE, { organizations });
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
    choose(scope) {
      if (!person) return;
      const { organizations, scope: current } = state.get();
      if (scope.organizationId && !person.is_superadmin && !isListed(organizations, scope.organizationId)) {
        memory.remember(person.user_id, PERSONAL_SCOPE);
        enter(PERSONAL_SCOPE, { error: NOT_A_MEMBER });
        toasts.show('error', NOT_A_MEMBER);
        return;
      }
      if (current && sameScope(current, scope)) return;
      memory.remember(person.user_id, scope);
      enter(scope);
    },
  };
}
