/** Answers an invitation. */
import { useMutation } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { InvitationLink } from '../model/invitationLink';

const CALLS = {
  accept: 'POST /organizations/{id}/invitations/{invitation_id}/accept',
  decline: 'POST /organizations/{id}/invitations/{invitation_id}/decline',
} as const;

/** Sends the answer once; a membership that came of it is followed by session and workspace. */
export function useAnswerInvitation() {
  const { api, refreshSession, reloadOrganizations } = useShell();
  return useMutation({
    mutationFn: async ({ answer, invitationId, organizationId, token }: InvitationLink): Promise<void> => {
      await api.call(CALLS[answer], {
        params: { id: organizationId, invitation_id: invitationId },
        query: token === '' ? {} : { token },
        scope: false,
      });
    },
    onSuccess: (_nothing, { answer }) => {
      if (answer === 'accept') void refreshSession().then(reloadOrganizations);
    },
  });
}
