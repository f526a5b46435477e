/** The queue of mails, which is the outbox too. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { countHit } from './rateLimits';
import type { Handle } from './database';
import { mails } from './schema/activity';
import { wireTime } from './wire';

export interface NewMail {
  event: string;
  recipient: string;
  replyTo?: string | null;
  actorUserId: string | null;
  subject: string;
  html: string;
  text: string;
}

export interface MailLimits {
  hourlyLimit: number;
  dailyLimit: number;
}

const HOUR = 3600;
const ATTEMPTS = 6;

/**
 * Writes a mail that is sent after the commit. Answers its id, or the seconds to wait when the recipient has got, or the
 * acting person has caused, as many as the limits allow.
 */
export async function queueMail(
  handle: Handle,
  mail: NewMail,
  limits: MailLimits,
): Promise<{ id: string } | { waitSeconds: number }> {
  const parties = [`to:${mail.recipient}`, ...(mail.actorUserId ? [`by:${mail.actorUserId}`] : [])].sort();
  for (const party of parties) {
    for (const [windowSeconds, hits] of [
      [HOUR, limits.hourlyLimit],
      [24 * HOUR, limits.dailyLimit],
    ] as const) {
      const wait = await countHit(handle, `mail:${windowSeconds}:${party}`, { hits, windowSeconds });
      if (wait > 0) return { waitSeconds: wait };
    }
  }
  // Not read back: row-level security hides a mail without an actor from everyone.
  const id = randomUUID();
  await handle.insert(mails).values({ id, ...mail });
  return { id };
}

/** The id of a mail with the same text that the actor sent within `windowSeconds`; failed ones do not count. */
export async function findSameMail(
  handle: Handle,
  { actorUserId, event, text }: { actorUserId: string; event: string; text: string },
  windowSeconds: number,
): Promise<string | undefined> {
  const [same] = await handle
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.actorUserId, actorUserId),
        eq(mails.event, event),
        eq(mails.text, text),
        sql`${mails.status} <> 'failed'`,
        sql`${mails.createdAt} > clock_timestamp() - make_interval(secs => ${windowSeconds})`,
      ),
    )
    .limit(1);
  return same?.id;
}

/** Seconds until a person may send another mail of this event; failed ones do not count. */
export async function secondsToWait(
  handle: Handle,
  actorUserId: string,
  event: string,
  intervalSeconds: number,
): Promise<number> {
  const [last] = await handle
    .select({
      wait: sql<number>`least(${intervalSeconds}, ceil(${intervalSeconds} - extract(epoch from clock_timestamp() - ${mails.createdAt})))::int`,
    })
    .from(mails)
    .where(and(eq(mails.actorUserId, actorUserId), eq(mails.event, event), sql`${mails.status} <> 'failed'`))
    .orderBy(desc(mails.createdAt))
    .limit(1);
  return Math.max(0, last?.wait ?? 0);
}

/**
 * Takes due mails for sending. Each is put off first, so that a process that dies with it loses nothing and another
 * process does not send it at the same time. Mails older than three days are no news any more.
 */
export async function claimMails(handle: Handle, limit: number) {
  const { rows } = await handle.execute<{
    id: string;
    recipient: string;
    replyTo: string | null;
    subject: string;
    html: string;
    text: string;
  }>(sql`
    update mails set attempts = attempts + 1,
      next_attempt_at = now() + least(power(4, attempts), 360) * interval '1 minute'
    where id in (
      select id from mails
      where status = 'pending' and next_attempt_at <= now() and created_at > now() - interval '3 days'
      order by next_attempt_at limit ${limit} for update skip locked)
    returning id, recipient, reply_to as "replyTo", subject, html, text`);
  return rows;
}

export async function markSent(handle: Handle, id: string): Promise<void> {
  await handle
    .update(mails)
    .set({ status: 'sent', sentAt: sql`now()`, lastError: null })
    .where(eq(mails.id, id));
}

/** Notes why a mail was not taken; after the last attempt it has failed for good. */
export async function recordFailure(handle: Handle, id: string, reason: string): Promise<void> {
  await handle
    .update(mails)
    .set({
      lastError: reason,
      status: sql`case when ${mails.attempts} >= ${ATTEMPTS} then 'failed'::mail_status else ${mails.status} end`,
    })
    .where(eq(mails.id, id));
}

/** The newest mails, for the outbox page. */
export async function newestMails(handle: Handle, limit: number) {
  const rows = await handle.select().from(mails).orderBy(desc(mails.createdAt), desc(mails.id)).limit(limit);
  return rows.map((row) => ({
    id: row.id,
    event: row.event,
    to: row.recipient,
    reply_to: row.replyTo,
    subject: row.subject,
    text: row.text,
    html: row.html,
    status: row.status,
    created_at: wireTime(row.createdAt),
  }));
}
