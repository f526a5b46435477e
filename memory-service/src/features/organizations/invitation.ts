/** Mail and notification of an invitation. */
import { withoutHidden } from '@hindsight/shared-contracts/api';
import { invitationPath } from '@hindsight/shared-contracts/rules';
import type { Config } from '../../platform/config/config';
import { namedWithEmail } from '../../platform/auth/rules/identity';
import type { Person } from '../../platform/auth/rules/principal';
import { tooManyRequests } from '../../platform/http/problem';
import type { Handle } from '../../platform/database/database';
import { queueMail } from '../../platform/mail/mails';
import { findPerson } from './queries/members';
import { loadChannels, forgetInvitation, insertNotification } from '../notifications';
import { absoluteUrl } from '../../platform/mail/links';
import { renderMail } from '../../platform/mail/template';

export interface InvitationNews {
  principal: Person;
  organization: { id: string; name: string };
  invitation: { id: string; email: string; role: string };
  /** Sent by mail only, never stored. */
  secret: string;
}

/** Quotes a user-chosen name on one line, so that it cannot pass as our own text. */
const quoteName = (name: string) => `“${withoutHidden(name).replace(/\s+/g, ' ')}”`;

/** Queues the mail, and stores a notification if the invitee has an account. @throws 429 when a mail limit is reached. */
export async function sendInvitation(config: Config, handle: Handle, news: InvitationNews): Promise<void> {
  const { principal, organization, invitation, secret } = news;
  const { email } = invitation;
  const inviter = principal.displayName ?? principal.email;
  const link = { invitationId: invitation.id, organizationId: organization.id, email };
  const url = (answer: 'accept' | 'decline') =>
    absoluteUrl(config.appBaseUrl, invitationPath({ ...link, answer, token: secret }));
  const mail = renderMail({
    subject: `Invitation to "${organization.name}"`,
    // Texts chosen by the inviter appear only as labeled facts.
    paragraphs: [
      `${principal.email} invites you to join an organization.`,
      'The links are valid for seven days. Sign in with this email address to respond.',
    ],
    facts: [
      ['Organization', quoteName(organization.name)],
      ...(principal.displayName ? [['Invited by', quoteName(principal.displayName)] as const] : []),
      ['Role', invitation.role],
    ],
    actions: [
      { label: 'Accept the invitation', url: url('accept') },
      { label: 'Decline the invitation', url: url('decline') },
    ],
    reason: `You’re receiving this email because ${principal.email} invited you. If you don’t want to join, ignore this email.`,
  });
  const queued = await queueMail(
    handle,
    {
      event: 'org_invitation',
      budget: 'people',
      recipient: email,
      actorUserId: principal.userId,
      organizationId: organization.id,
      ...mail,
    },
    config.mail,
  );
  if ('waitSeconds' in queued) {
    throw tooManyRequests('Too many emails this hour or day. Try again later.', queued.waitSeconds);
  }
  const invitee = await findPerson(handle, email);
  if (!invitee) return;
  await forgetInvitation(handle, invitee.id, invitation.id);
  if (!(await loadChannels(handle, invitee.id)).org_invitation.in_app_enabled) return;
  const acceptPath = invitationPath({ ...link, answer: 'accept' });
  await insertNotification(handle, {
    userId: invitee.id,
    eventType: 'org_invitation',
    title: `Invitation to ${organization.name}`,
    message: `${namedWithEmail(principal)} invites you to join ${organization.name} as ${invitation.role}.`,
    actionUrl: acceptPath.length <= 500 ? acceptPath : null,
    actionText: 'View Invitation',
    metadata: {
      invitation_id: invitation.id,
      organization_name: organization.name,
      inviter_name: inviter,
      accept_url: acceptPath,
      decline_url: invitationPath({ ...link, answer: 'decline' }),
    },
    organizationId: organization.id,
    days: 7,
  });
}
