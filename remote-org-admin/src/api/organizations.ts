/** Queries and mutations about organizations. They concern the person, not a workspace, so the calls carry no scope. */
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { newOrganization, type OrganizationChanges, type ViewMode } from '../model/organization';

/** Builds query keys that start with the person: what one person sees is never shown to another. */
export function useOrganizationKey() {
  const { session } = useShell();
  const viewer = session.user?.user_id ?? session.status;
  return (...rest: readonly string[]) => ['organizations', viewer, ...rest];
}

/** The person's organizations, or all of them (superadmins). */
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

/** Whether the person leaves or deletes the organization right now: what is in it cannot be asked for any more. */
export const useIsEnding = (id: string) => useIsMutating({ mutationKey: endingKey(id) }) > 0;

/** One organization, for an address that names one outside the list. */
export function useOrganization(id: string, enabled: boolean) {
  const { api } = useShell();
  const key = useOrganizationKey();
  return useQuery({
    queryKey: key('one', id),
    queryFn: ({ signal }) => api.call('GET /organizations/{id}', { params: { id }, signal, scope: false }),
    // The list may hear that the person left before the answer comes.
    enabled: useIsEnding(id) ? false : enabled,
  });
}

/** After a change, refreshes the list here, the session and the host's workspaces. */
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

/** Changes name, slug or state. */
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

/** @param onEnded called once it is done; the change counts as under way until all that was loaded knows of it. */
function useEndOrganization(id: string, send: () => Promise<unknown>, onEnded: () => void) {
  const refresh = useRefresh();
  const queries = useQueryClient();
  const key = useOrganizationKey();
  return useMutation({
    mutationKey: endingKey(id),
    // What is under way would be answered after it, with 404.
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

/** Ends the person's own membership. */
export function useLeaveOrganization(id: string, onLeft: () => void) {
  const { api } = useShell();
  const send = () => api.call('POST /organizations/{id}/leave', { params: { id }, scope: false });
  return useEndOrganization(id, send, onLeft);
}
