/** Invitations of an organization as one query and changes, and the audit of one of them. */
import type { Role } from '@hindsight/shared-contracts/api';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { INVITATION_LIMIT, readInvitations, type InvitationRow } from '../model/invitation';
import { AUDIT_LIMIT, readAudit } from '../model/invitationAudit';
import { useOrganizationKey } from './organizations';

/**
 * All invitations with one call: the tabs filter and count on the page.
 * @param enabled only for people whom the service answers.
 * @param refreshEvery milliseconds between two looks while the tab is visible.
 */
export function useInvitations(organizationId: string, options: { enabled: boolean; refreshEvery: number }) {
  const { api } = useShell();
  const key = useOrganizationKey();
  return useQuery({
    queryKey: key(organizationId, 'invitations'),
    queryFn: async ({ signal }) =>
      readInvitations(
        await api.call('GET /organizations/{id}/invitations', {
          params: { id: organizationId },
          query: { status: 'all', limit: INVITATION_LIMIT },
          signal,
          scope: false,
        }),
      ),
    enabled: options.enabled,
    refetchInterval: options.refreshEvery,
  });
}

function useInvitationChange<T>(organizationId: string, send: (change: T) => Promise<unknown>) {
  const queries = useQueryClient();
  const key = useOrganizationKey();
  return useMutation({
    mutationFn: send,
    onSettled: () => queries.invalidateQueries({ queryKey: key(organizationId, 'invitations') }),
  });
}

export function useInvite(organizationId: string) {
  const { api } = useShell();
  return useInvitationChange(organizationId, (body: { email: string; role: Role }) =>
    api.call('POST /organizations/{id}/invitations', {
      params: { id: organizationId },
      body: { ...body, email: body.email.trim() },
      scope: false,
    }),
  );
}

export function useResend(organizationId: string) {
  const { api } = useShell();
  return useInvitationChange(organizationId, ({ id }: InvitationRow) =>
    api.call('POST /organizations/{id}/invitations/{invitation_id}/resend', {
      params: { id: organizationId, invitation_id: id },
      scope: false,
    }),
  );
}

export function useRevoke(organizationId: string) {
  const { api } = useShell();
  return useInvitationChange(organizationId, ({ id }: InvitationRow) =>
    api.call('DELETE /organizations/{id}/invitations/{invitation_id}', {
      params: { id: organizationId, invitation_id: id },
      scope: false,
    }),
  );
}

/** What happened to one invitation, newest first. */
export function useInvitationAudit(organizationId: string, invitationId: string) {
  const { api } = useShell();
  const key = useOrganizationKey();
  return useQuery({
    queryKey: key(organizationId, 'audit', invitationId),
    queryFn: async ({ signal }) =>
      readAudit(
        await api.call('GET /audits/', {
          query: {
            organization_id: organizationId,
            limit: AUDIT_LIMIT,
            target_type: 'invitation',
            target_id: invitationId,
          },
          signal,
          scope: false,
        }),
        invitationId,
      ),
    staleTime: 0,
  });
}
