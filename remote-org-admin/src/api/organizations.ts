/** Queries and mutations of organizations. They concern the user, not a workspace, so the calls carry no scope. */
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { newOrganization, type OrganizationChanges, type ViewMode } from '../model/organization';

/** Builds query keys per user, so that one user's data is never shown to another. */
export function useOrganizationKey() {
  const { session } = useShell();
  const viewer = session.user?.user_id ?? session.status;
  return (...rest: readonly string[]) => ['organizations', viewer, ...rest];
}

/** The user's organizations, or all of them (superadmins). */
export function useOrganizationList(mode: ViewMode) {
  const { api } = useShell();
  const key = useOrganizationKey();
  return useQuery({
    queryKey: key('list', mode),
    meta: { follows: ['access', 'organizations'] },
    queryFn: ({ signal }) =>
      api.call(mode === 'all' ? 'GET /organizations/admin' : 'GET /organizations/', {
        signal,
        scope: false,
      }),
  });
}

const endingKey = (id: string) => ['organization-ending', id];

/** Whether the user is leaving or deleting the organization; queries about it must stop then. */
export const useIsEnding = (id: string) => useIsMutating({ mutationKey: endingKey(id) }) > 0;

/** One organization, for a URL that names one outside the list. */
export function useOrganization(id: string, enabled: boolean) {
  const { api } = useShell();
  const key = useOrganizationKey();
  return useQuery({
    queryKey: key('one', id),
    queryFn: ({ signal }) => api.call('GET /organizations/{id}', { params: { id }, signal, scope: false }),
    // The list may reflect the departure before the leave call responds.
    enabled: useIsEnding(id) ? false : enabled,
  });
}

/** Refreshes the list, the session and the host's workspaces after a change. */
function useRefresh() {
  const { refreshSession, reloadOrganizations } = useShell();
  const queries = useQueryClient();
  const key = useOrganizationKey();
  return async () => {
    const lists = queries.invalidateQueries({ queryKey: key('list') });
    await refreshSession();
    await reloadOrganizations();
    await lists;
  };
}

/** Creates an organization and returns it. */
export function useCreateOrganization() {
  const { api } = useShell();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ name, slug }: { name: string; slug: string }) =>
      api.call('POST /organizations/', { body: newOrganization(name, slug), scope: false }),
    onSuccess: () => void refresh(),
  });
}

/** Updates name, slug or state. */
export function useChangeOrganization() {
  const { api } = useShell();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const key = useOrganizationKey();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: OrganizationChanges }) =>
      api.call('PUT /organizations/{id}', { params: { id }, body: changes, scope: false }),
    onSuccess: (_answer, { id }) => {
      void queries.invalidateQueries({ queryKey: key('one', id) });
      void refresh();
    },
  });
}

/** @param onEnded called on success; the mutation stays pending until the list, session and workspaces are refreshed. */
function useEndOrganization(id: string, send: () => Promise<unknown>, onEnded: () => void) {
  const refresh = useRefresh();
  const queries = useQueryClient();
  const key = useOrganizationKey();
  return useMutation({
    mutationKey: endingKey(id),
    // In-flight requests would fail with 404.
    onMutate: () => queries.cancelQueries({ queryKey: key(id) }),
    mutationFn: send,
    async onSuccess() {
      onEnded();
      await refresh();
    },
  });
}

/** Deletes an empty organization. */
export function useDeleteOrganization(id: string, onDeleted: () => void) {
  const { api } = useShell();
  const send = () => api.call('DELETE /organizations/{id}', { params: { id }, scope: false });
  return useEndOrganization(id, send, onDeleted);
}

/** Ends the user's own membership. */
export function useLeaveOrganization(id: string, onLeft: () => void) {
  const { api } = useShell();
  const send = () => api.call('POST /organizations/{id}/leave', { params: { id }, scope: false });
  return useEndOrganization(id, send, onLeft);
}
