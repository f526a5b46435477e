/** The calls about one invitation: what it is to, and the answer. */
import { useMutation, useQuery } from '@hindsight/shared-contracts/query';
import { isUuid, randomUuid, type InvitationLink } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useState } from 'react';

const inputOf = ({ invitationId, organizationId, token }: InvitationLink) =>
  ({
    params: { id: organizationId, invitation_id: invitationId },
    query: token === undefined ? {} : { token },
    scope: false,
  }) as const;

/** Organization, inviter and role. */
export function useInvitationDetails(link: InvitationLink) {
  const { api, session } = useShell();
  return useQuery({
    queryKey: ['invitation', session.user?.user_id, link.organizationId, link.invitationId, link.token],
    queryFn: ({ signal }) =>
      api.call('GET /organizations/{id}/invitations/{invitation_id}', { ...inputOf(link), signal }),
    enabled: isUuid(link.organizationId) && isUuid(link.invitationId),
    retry: false,
    staleTime: Infinity,
  });
}

/** Answers once, however often it is tried. A new member continues in the workspace of the organization. */
export function useAnswerInvitation() {
  const { api, session, refreshSession, reloadOrganizations, chooseWorkspace } = useShell();
  const [keys] = useState(() => ({ accept: randomUuid(), decline: randomUuid() }));
  return useMutation({
    mutationFn: async (link: InvitationLink): Promise<void> => {
      const input = { ...inputOf(link), idempotencyKey: keys[link.answer] };
      if (link.answer === 'accept')
        await api.call('POST /organizations/{id}/invitations/{invitation_id}/accept', input);
      else await api.call('POST /organizations/{id}/invitations/{invitation_id}/decline', input);
    },
    onSuccess: (_nothing, { answer, organizationId }) => {
      if (answer === 'decline') return;
      void refreshSession()
        .then(reloadOrganizations)
        .then(() => {
          // Without beta access no workspace can be opened yet.
          if (session.user?.beta_access_status !== 'accepted') return;
          void chooseWorkspace({ scope: 'organization', organizationId });
        });
    },
  });
}
