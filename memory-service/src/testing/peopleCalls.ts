/** API calls about organizations and people, with their effects on the database and mails. */
import { sql } from 'drizzle-orm';
import { applyNews } from '../platform/mail/news';
import type { World } from './engines';
import { body, send } from './testApp';
import type { MailNews } from '../schema/activity';

type Stored = Record<'subject' | 'text' | 'html', string> & {
  news: MailNews[] | null;
  unsubscribeUrl: string | null;
};
const SYSTEM = { kind: 'system' } as const;

/** Helpers for one test world. */
export function peopleCalls(world: World) {
  const call = (key: string, email: string | null, given?: unknown) =>
    send(world.app, key, email, given === undefined ? {} : { body: given });
  const detail = (response: { body: string }) => (JSON.parse(response.body) as { detail: unknown }).detail;
  return {
    call,
    /** Invites a person to an organization and accepts for them. @returns their id. */
    join: async (organizationId: string, owner: string, given: { email: string; role: string }) => {
      const path = `/organizations/${organizationId}`;
      const added = body<{ invitation_id: string }>(await call(`POST ${path}/members`, owner, given));
      const accept = `POST ${path}/invitations/${added.invitation_id}/accept`;
      return body<{ user_id: string }>(await call(accept, given.email)).user_id;
    },
    detail,
    /** Status and error detail of a call. */
    outcome: async (key: string, email: string | null, given?: unknown) => {
      const response = await call(key, email, given);
      return [response.statusCode, response.body === '' ? '' : detail(response)];
    },
    /** Id of the person with this email. */
    user: (email: string) =>
      world.database.read(SYSTEM, async (handle) => {
        const { rows } = await handle.execute<{ id: string }>(
          sql`select id from users where email = ${email}`,
        );
        return rows[0]?.id ?? '';
      }),
    /** The newest mail to a recipient. */
    mailTo: (email: string) =>
      world.database.read(SYSTEM, async (handle) => {
        const { rows } = await handle.execute<Stored>(
          sql`select subject, text, html, news, unsubscribe_url as "unsubscribeUrl" from mails where recipient = ${email} order by created_at desc limit 1`,
        );
        return applyNews(rows[0] ?? { subject: '', text: '', html: '', news: null, unsubscribeUrl: null });
      }),
    /** The token of the link in a mail. */
    tokenIn: (text: string) => /[?&]token=([0-9a-f]{64})/.exec(text)?.[1] ?? '',
  };
}
