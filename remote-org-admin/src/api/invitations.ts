/** Calls about invitations: an organization's list, the audit of one invitation, and the answer to a link. */
import type { Invitation, Role } from '@hindsight/shared-contracts/api';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { isUuid, MAX_PAGE_SIZE, randomUuid, type InvitationLink } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useState } from 'react';
import { useIsEnding, useOrganizationKey } from './organizations';

/** Maximum audit entries per call. */
export const AUDIT_LIMIT = 200;

/**
 * All invitations in one polled call, since the tabs filter and count in the browser.
 * @param refetchInterval in milliseconds, used while live updates are unavailable.
 */
export function useInvitations(organizationId: string, refetchInterval: number) {
  const { api, live } = useShell();
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
    enabled: !useIsEnding(organizationId),
    meta: { follows: ['invitations'] },
    refetchInterval: live?.isOpen ? false : refetchInterval,
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

/** Invites someone by email. */
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

/** Resends the email, with a new link. */
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

const toInput = ({ invitationId, organizationId, token }: InvitationLink) =>
  ({
    params: { id: organizationId, invitation_id: invitationId },
    query: token === undefined ? {} : { token },
    scope: false,
  }) as const;

/** Organization, inviter and role, shown to the invited person. */
export function useInvitationDetails(link: InvitationLink) {
  const { api, session } = useShell();
  return useQuery({
    queryKey: ['invitation', session.user?.user_id, link.organizationId, link.invitationId, link.token],
    queryFn: ({ signal }) =>
      api.call('GET /organizations/{id}/invitations/{invitation_id}', { ...toInput(link), signal }),
    enabled: isUuid(link.organizationId) && isUuid(link.invitationId),
    retry: false,
    staleTime: Infinity,
  });
}

/** Answers a link; retries are idempotent. Accepting switches to the organization's workspace. */
export function useAnswerInvitation() {
  const { api, session, refreshSession, reloadOrganizations, chooseWorkspace } = useShell();
  const [keys] = useState(() => ({ accept: randomUuid(), decline: randomUuid() }));
  return useMutation({
    mutationFn: async (link: InvitationLink): Promise<void> => {
      const input = { ...toInput(link), idempotencyKey: keys[link.answer] };
      if (link.answer === 'accept')
        await api.call('POST /organizations/{id}/invitations/{invitation_id}/accept', input);
      else await api.call('POST /organizations/{id}/invitations/{invitation_id}/decline', input);
    },
    onSuccess: (_nothing, { answer, organizationId }) => {
      if (answer === 'decline') return;
      void refreshSession()
        .then(reloadOrganizations)
        .then(() => {
          // Workspaces require beta access.
          if (session.user?.beta_access_status !== 'accepted') return;
          void chooseWorkspace({ scope: 'organization', organizationId });
        });
    },
  });
}
