/** Mails about beta access. */
import type { Config } from '../../platform/config/config';
import type { Handle } from '../../platform/database/database';
import { queueMail } from '../../platform/mail/mails';
import type { MailContent } from '../../platform/mail/mailContent';
import { absoluteUrl, reviewPath } from '../../platform/mail/links';
import { renderMail } from '../../platform/mail/template';

const REASON = 'You’re receiving this email because beta access was requested with your address.';
/** Reason for people who never requested access. */
const STATUS_CHANGED_REASON =
  'You’re receiving this email because an administrator changed your account’s beta access.';

/** Queues a mail. Above a mail limit only the mail is dropped; the request or decision still takes effect. */
async function send(
  config: Config,
  handle: Handle,
  event: string,
  recipient: string,
  actorUserId: string | null,
  content: MailContent,
): Promise<void> {
  await queueMail(
    handle,
    { event, budget: 'system', recipient, actorUserId, ...renderMail(content) },
    config.mail,
  );
}

/** Mails every beta admin a link with the secret, so that they can decide. */
export async function mailBetaAdmins(
  config: Config,
  handle: Handle,
  request: { id: string; email: string },
  secret: string,
  actorUserId: string,
): Promise<void> {
  const url = (decision: 'accepted' | 'denied') =>
    absoluteUrl(config.appBaseUrl, reviewPath(request.id, decision, secret));
  for (const admin of config.betaAccessAdmins) {
    await send(config, handle, 'beta_access_admin_notification', admin, actorUserId, {
      subject: `Beta access requested by ${request.email}`,
      paragraphs: [`${request.email} requests beta access.`, 'The links are valid for seven days.'],
      actions: [
        { label: 'Grant access', url: url('accepted') },
        { label: 'Deny access', url: url('denied') },
      ],
      reason: 'You’re receiving this email because you review requests for beta access.',
    });
  }
}

/** Confirms to a person that their request was received. */
export function confirmRequest(config: Config, handle: Handle, email: string, userId: string): Promise<void> {
  return send(config, handle, 'beta_access_request_confirmation', email, userId, {
    subject: 'We received your request for beta access',
    paragraphs: ['Thank you. We received your request for beta access and will reply by email.'],
    reason: REASON,
  });
}

/** Mails a person the decision; `wasRequested` selects the reason given in the mail. */
export function mailDecision(
  config: Config,
  handle: Handle,
  email: string,
  decision: 'accepted' | 'denied' | 'revoked',
  wasRequested: boolean,
): Promise<void> {
  const sentences = {
    accepted: 'Your beta access has been granted. Sign in to get started.',
    denied: wasRequested
      ? 'Your request for beta access was not approved this time. You can request it again later.'
      : 'Your account was not given beta access this time. You can request it later.',
    revoked: 'Your beta access has been revoked.',
  };
  const subjects = {
    accepted: 'Beta access granted',
    denied: 'Beta access not granted',
    revoked: 'Beta access withdrawn',
  };
  const event = decision === 'accepted' ? 'beta_access_acceptance' : 'beta_access_denial';
  return send(config, handle, event, email, null, {
    subject: subjects[decision],
    paragraphs: [sentences[decision]],
    actions:
      decision === 'accepted'
        ? [{ label: 'Open the dashboard', url: absoluteUrl(config.appBaseUrl, '/login') }]
        : [],
    reason: wasRequested ? REASON : STATUS_CHANGED_REASON,
  });
}
