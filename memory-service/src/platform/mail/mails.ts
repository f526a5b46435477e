/** The email queue, which is also the outbox. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { countHit } from '../database/rateLimits';
import type { Handle } from '../database/database';
import { mails } from '../../schema/activity';
import { wireTime } from '../http/wire';
import type { MailNews } from '../../schema/activity';

export interface NewMail {
  event: string;
  /** `system` for emails of the service itself: emails caused by people do not use up its budget. */
  budget: 'people' | 'system';
  recipient: string;
  replyTo?: string | null;
  actorUserId: string | null;
  /** The organization that the email names, deleted together with it; `news` names its own. */
  organizationId?: string;
  subject: string;
  html: string;
  text: string;
  /** The change that the email is about, if any; merged into a pending email about other changes. */
  news?: MailNews;
  /** News of each workspace; nothing is merged into it. News of a deleted organization is removed. */
  sections?: readonly MailNews[];
  /** One-click unsubscribe address for such emails. */
  unsubscribeUrl?: string;
}

export interface MailLimits {
  hourlyLimit: number;
  dailyLimit: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const ATTEMPTS = 6;

/** Limits per sender and recipient. There is no limit per recipient alone, because others could use it up. */
export const MAIL_PAIR_LIMITS: MailLimits = { hourlyLimit: 20, dailyLimit: 60 };

/** Counters of an email. An email of the service counts for the pair of the requesting person and the recipient. */
function mailCounters({ budget, actorUserId, recipient }: NewMail, limits: MailLimits) {
  const pair = `${actorUserId ?? 'service'}>${recipient}`;
  const counters: [string, MailLimits][] =
    budget === 'system'
      ? [[`system:${pair}`, limits]]
      : [
          [`by:${actorUserId}`, limits],
          [`pair:${pair}`, MAIL_PAIR_LIMITS],
        ];
  return counters.flatMap(([name, { hourlyLimit, dailyLimit }]) => [
    { key: `mail:${HOUR}:${name}`, hits: hourlyLimit, windowSeconds: HOUR },
    { key: `mail:${DAY}:${name}`, hits: dailyLimit, windowSeconds: DAY },
  ]);
}

/** Merges a change into a pending email to the same recipient, no matter who caused it; returns its id, or undefined. */
async function mergeIntoPendingMail(
  handle: Handle,
  recipient: string,
  news: MailNews,
): Promise<string | undefined> {
  // Through a database function: the actor cannot see emails caused by others.
  const { rows } = await handle.execute<{ id: string | null }>(
    sql`select hindsight_join_news(${recipient}, ${JSON.stringify(news)}::jsonb) as id`,
  );
  return rows[0]?.id ?? undefined;
}

/**
 * Queues an email, sent after the commit. Returns its id, or the seconds to wait when the actor has reached the limit, in total or for this
 * recipient.
 */
export async function queueMail(
  handle: Handle,
  mail: NewMail,
  limits: MailLimits,
): Promise<{ id: string } | { waitSeconds: number }> {
  const { budget: _budget, news, sections, ...values } = mail;
  const joined = news && (await mergeIntoPendingMail(handle, mail.recipient, news));
  if (joined !== undefined) return { id: joined };
  for (const { key, ...limit } of mailCounters(mail, limits)) {
    const wait = await countHit(handle, key, limit);
    if (wait > 0) return { waitSeconds: wait };
  }
  // Not read back: row-level security hides an email without an actor from everyone.
  const id = randomUUID();
  const wait = news && { news: [news], nextAttemptAt: sql`now() + make_interval(secs => ${NEWS_SECONDS})` };
  const told = sections && { news: [...sections] };
  await handle.insert(mails).values({ id, ...values, ...wait, ...told });
  return { id };
}

/** The id of an email with the same text that the actor sent within `windowSeconds`; ignores failed ones. */
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

/** Seconds until a person may send another email of this event; ignores failed ones. */
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
 * Claims due emails for sending. Each is postponed first, so a process that dies loses nothing and another process does not send it at the
 * same time. Emails older than three days are obsolete.
 */
export async function claimMails(handle: Handle, limit: number) {
  const { rows } = await handle.execute<{
    id: string;
    recipient: string;
    replyTo: string | null;
    subject: string;
    html: string;
    text: string;
    event: string;
    news: MailNews[] | null;
    unsubscribeUrl: string | null;
  }>(sql`
    update mails set attempts = attempts + 1,
      next_attempt_at = now() + least(power(4, attempts), 360) * interval '1 minute'
    where id in (
      select id from mails
      where status = 'pending' and next_attempt_at <= now() and created_at > now() - interval '3 days'
      order by next_attempt_at limit ${limit} for update skip locked)
    returning id, recipient, reply_to as "replyTo", subject, html, text, event, news, unsubscribe_url as "unsubscribeUrl"`);
  return rows;
}

export async function markSent(handle: Handle, id: string): Promise<void> {
  await handle
    .update(mails)
    .set({ status: 'sent', sentAt: sql`now()`, lastError: null })
    .where(eq(mails.id, id));
}

/** Records why an email was rejected; after the last attempt it has failed permanently. */
export async function recordFailure(handle: Handle, id: string, reason: string): Promise<void> {
  await handle
    .update(mails)
    .set({
      lastError: reason,
      status: sql`case when ${mails.attempts} >= ${ATTEMPTS} then 'failed'::mail_status else ${mails.status} end`,
    })
    .where(eq(mails.id, id));
}

/** The newest emails, for the outbox page. */
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
    news: row.news,
    unsubscribeUrl: row.unsubscribeUrl,
    status: row.status,
    created_at: wireTime(row.createdAt),
  }));
}

/** Seconds that an email about a change waits for further changes to the same recipient. */
const NEWS_SECONDS = 60;
