/** The query of an organization's invitations, the mutations, and the audit of one invitation. */
import type { Invitation, Role } from '@hindsight/shared-contracts/api';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { MAX_PAGE_SIZE } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useOrganizationKey } from './organizations';

/** The most audit entries of one call. */
export const AUDIT_LIMIT = 200;

/**
 * All invitations with one call, polled: the tabs filter and count on the page.
 * @param refetchInterval in milliseconds.
 */
export function useInvitations(organizationId: string, refetchInterval: number) {
  const { api } = useShell();
  const key = useOrganizationKey();
  return useQuery({
    queryKey: key(organizationId, 'invitations'),
    queryFn: ({ signal }) =>
      api.call('GET /organizations/{id}/invitations', {
        params: { id: organizationId },
        query: { status: 'all', limit: MAX_PAGE_SIZE },
        signal,
        scope: false,
      }),
    refetchInterval,
  });
}

function useInvitationMutation<T>(organizationId: string, send: (change: T) => Promise<unknown>) {
  const queries = useQueryClient();
  const key = useOrganizationKey();
  return useMutation({
    mutationFn: send,
    onSettled: () => queries.invalidateQueries({ queryKey: key(organizationId, 'invitations') }),
  });
}

/** Invites someone by e-mail. */
export function useInvite(organizationId: string) {
  const { api } = useShell();
  return useInvitationMutation(organizationId, (body: { email: string; role: Role }) =>
    api.call('POST /organizations/{id}/invitations', {
      params: { id: organizationId },
      body: { ...body, email: body.email.trim() },
      scope: false,
    }),
  );
}

/** Sends the mail again, with a new link. */
export function useResend(organizationId: string) {
  const { api } = useShell();
  return useInvitationMutation(organizationId, ({ id }: Invitation) =>
    api.call('POST /organizations/{id}/invitations/{invitation_id}/resend', {
      params: { id: organizationId, invitation_id: id },
      scope: false,
    }),
  );
}

/** Revokes a pending invitation. */
export function useRevoke(organizationId: string) {
  const { api } = useShell();
  return useInvitationMutation(organizationId, ({ id }: Invitation) =>
    api.call('DELETE /organizations/{id}/invitations/{invitation_id}', {
      params: { id: organizationId, invitation_id: id },
      scope: false,
    }),
  );
}

/** The audit entries of one invitation, newest first. */
export function useInvitationAudit(organizationId: string, invitationId: string) {
  const { api } = useShell();
  const key = useOrganizationKey();
  return useQuery({
    queryKey: key(organizationId, 'audit', invitationId),
    queryFn: ({ signal }) =>
      api.call('GET /audits/', {
        query: {
          organization_id: organizationId,
          limit: AUDIT_LIMIT,
          target_type: 'invitation',
          target_id: invitationId,
        },
        signal,
        scope: false,
      }),
    staleTime: 0,
  });
}
