/** Organizations as queries and changes. They concern the person, not a workspace, so the calls carry no scope. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { sendOrFind } from '@hindsight/shared-contracts/api/lost';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import {
  newOrganization,
  readOrganization,
  readOrganizations,
  type OrganizationChanges,
  type ViewMode,
} from '../model/organization';

/** Everything about organizations, as one person sees it. */
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
    queryFn: async ({ signal }) =>
      readOrganizations(
        await api.call(mode === 'all' ? 'GET /organizations/admin' : 'GET /organizations/', {
          signal,
          scope: false,
        }),
      ),
  });
}

/** One organization, for an address that names one which is in no list. */
export function useOrganization(id: string, enabled: boolean) {
  const { api } = useShell();
  const key = useOrganizationKey();
  return useQuery({
    queryKey: key('one', id),
    queryFn: async ({ signal }) =>
      readOrganization(await api.call('GET /organizations/{id}', { params: { id }, signal, scope: false })),
    enabled,
  });
}

/** Lets everything that knows organizations follow a change: the lists here, the session, the workspace. */
function useFollow() {
  const { refreshSession, reloadOrganizations } = useShell();
  const queries = useQueryClient();
  const key = useOrganizationKey();
  return async () => {
    void queries.invalidateQueries({ queryKey: key('list') });
    await refreshSession();
    await reloadOrganizations();
  };
}

/** Makes an organization; answers it. */
export function useCreateOrganization() {
  const { api } = useShell();
  const follow = useFollow();
  return useMutation({
    mutationFn: async ({ name, slug }: { name: string; slug: string }) =>
      readOrganization(
        await api.call('POST /organizations/', { body: newOrganization(name, slug), scope: false }),
      ),
    onSuccess: () => void follow(),
  });
}

/** Another name is followed everywhere; one that was opened by its id alone is asked for again. */
export function useChangeOrganization() {
  const { api } = useShell();
  const follow = useFollow();
  const queries = useQueryClient();
  const key = useOrganizationKey();
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: OrganizationChanges }) =>
      api.call('PUT /organizations/{id}', { params: { id }, body: changes, scope: false }),
    onSuccess: (_answer, { id }) => {
      void queries.invalidateQueries({ queryKey: key('one', id) });
      void follow();
    },
  });
}

export function useDeleteOrganization() {
  const { api } = useShell();
  const follow = useFollow();
  return useMutation({
    mutationFn: (id: string) => {
      const about = { params: { id }, scope: false } as const;
      return sendOrFind(
        () => api.call('DELETE /organizations/{id}', about),
        () =>
          api.call('GET /organizations/{id}', about).then(
            () => false,
            (error: unknown) => error instanceof ApiError && error.status === 404,
          ),
      );
    },
    onSuccess: () => void follow(),
  });
}
