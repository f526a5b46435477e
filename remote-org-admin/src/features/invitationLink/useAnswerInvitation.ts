/** Answers an invitation. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { isUncertain } from '@hindsight/shared-contracts/api/lost';
import { useMutation } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useRef, useState } from 'react';
import type { InvitationLink } from './invitationLink';

const CALLS = {
  accept: 'POST /organizations/{id}/invitations/{invitation_id}/accept',
  decline: 'POST /organizations/{id}/invitations/{invitation_id}/decline',
} as const;

/** What a service says about an invitation that is answered already. */
const isAnswered = (error: unknown) =>
  error instanceof ApiError && (error.status === 400 || error.status === 409);

/**
 * Whether an answer that failed was given all the same: its own answer was lost, at this try or at the one before. An acceptance shows
 * in the person's organizations; a declined invitation cannot be told from a revoked one, and both end it.
 */
function useWasGiven() {
  const { api, session } = useShell();
  const [before] = useState(() => session.user?.memberships ?? []);
  const lost = useRef<InvitationLink['answer'] | null>(null);
  return async (error: unknown, { answer, organizationId }: InvitationLink): Promise<boolean> => {
    const isSecondTry = isAnswered(error) && lost.current === answer;
    if (isUncertain(error)) lost.current = answer;
    else if (!isSecondTry) return false;
    if (answer === 'decline') return isSecondTry;
    if (before.some(({ organization_id }) => organization_id === organizationId)) return isSecondTry;
    return (await api.call('GET /organizations/', { scope: false })).some(({ id }) => id === organizationId);
  };
}

/** Sends the answer once; a membership that came of it is followed by session and workspace. */
export function useAnswerInvitation() {
  const { api, refreshSession, reloadOrganizations } = useShell();
  const wasGiven = useWasGiven();
  return useMutation({
    mutationFn: async (link: InvitationLink): Promise<void> => {
      const { answer, invitationId, organizationId, token } = link;
      try {
        await api.call(CALLS[answer], {
          params: { id: organizationId, invitation_id: invitationId },
          query: token === '' ? {} : { token },
          scope: false,
        });
      } catch (error) {
        // That the organizations cannot be asked for says nothing: the first failure stands.
        if (!(await wasGiven(error, link).catch(() => false))) throw error;
      }
    },
    onSuccess: (_nothing, { answer }) => {
      if (answer === 'accept') void refreshSession().then(reloadOrganizations);
    },
  });
}
