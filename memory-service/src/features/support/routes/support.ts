/** Endpoint for support requests. */
import { eq } from 'drizzle-orm';
import { renderMail } from '../../../platform/mail/template';
import { findSameMail, queueMail, secondsToWait } from '../../../platform/mail/mails';
import { users } from '../../../schema/people';
import { tooManyRequests } from '../../../platform/http/problem';
import type { Routes } from '../../../platform/http/route';

const EVENT = 'support_contact';

/** Within this time, an identical message counts as a retry after a lost response. */
const SAME_MESSAGE_SECONDS = 600;

export const supportRoutes = {
  'POST /support/contact': {
    access: 'person',
    handle: async ({ config, database, principal, body }) => {
      const { supportIntervalSeconds, supportEmail } = config.mail;
      const { userId, email, displayName } = principal;
      const given = (facts: Record<string, string | null | undefined> | null | undefined, prefix: string) =>
        Object.entries(facts ?? {}).flatMap(([name, value]) =>
          value ? [[`${prefix} ${name.replaceAll('_', ' ')}`, value] as const] : [],
        );
      const mail = renderMail({
        subject: `Support request from ${displayName ?? email}`,
        paragraphs: [body?.message?.trim() || 'No message was written.'],
        facts: [
          ['From', `${displayName ?? ''} <${email}>`.trim()],
          ...given(body?.frontend, 'Dashboard'),
          ...given(
            { version: config.build.version, build_sha: config.build.sha, image_tag: config.build.imageTag },
            'Service',
          ),
          ...given(body?.context, 'Context'),
        ],
        reason: `You’re receiving this email because support requests go to this address. Replies go to ${email}.`,
      });
      return database.write(principal, async (handle) => {
        // Row lock until commit, so that the second of two concurrent messages sees the first.
        await handle.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
        const message = { actorUserId: userId, event: EVENT, text: mail.text };
        const sent = await findSameMail(handle, message, SAME_MESSAGE_SECONDS);
        if (sent !== undefined) return { status: 'ok' as const, email_log_id: sent };
        const wait =
          supportIntervalSeconds > 0 ? await secondsToWait(handle, userId, EVENT, supportIntervalSeconds) : 0;
        if (wait > 0) {
          const detail = `Rate limit: please wait ${wait} seconds before sending another support request.`;
          throw tooManyRequests(detail, wait);
        }
        const queued = await queueMail(
          handle,
          {
            event: EVENT,
            budget: 'people',
            recipient: supportEmail,
            replyTo: email,
            actorUserId: userId,
            ...mail,
          },
          config.mail,
        );
        if ('waitSeconds' in queued) {
          throw tooManyRequests('Too many emails this hour or day. Try again later.', queued.waitSeconds);
        }
        return { status: 'ok' as const, email_log_id: queued.id };
      });
    },
  },
} satisfies Partial<Routes>;
