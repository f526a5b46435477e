/** The queue of mails, which is the outbox too. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { countHit } from '../database/rateLimits';
import type { Handle } from '../database/database';
import { mails } from '../../schema/activity';
import { wireTime } from '../http/wire';
import type { MailNews } from '../../schema/activity';

export interface NewMail {
  event: string;
  /** `system` for mails of the service itself: what people cause takes nothing of their budget. */
  budget: 'people' | 'system';
  recipient: string;
  replyTo?: string | null;
  actorUserId: string | null;
  /** The organization that it names, with which it is deleted; `news` names its own. */
  organizationId?: string;
  subject: string;
  html: string;
  text: string;
  /** The change that the mail is about, if it is about one; joins a mail about others that is not due yet. */
  news?: MailNews;
  /** What the mail tells of each workspace; nothing joins it. What is of a deleted organization leaves it. */
  sections?: readonly MailNews[];
  /** The address that ends such mails with one call. */
  unsubscribeUrl?: string;
}

export interface MailLimits {
  hourlyLimit: number;
  dailyLimit: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const ATTEMPTS = 6;

/** Mails of one person to another. There is no limit of a recipient alone: others could use it up. */
export const MAIL_PAIR_LIMITS: MailLimits = { hourlyLimit: 20, dailyLimit: 60 };

/** The counters of a mail. A mail of the service counts for the pair of the person who asked for it and its recipient. */
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

/** Adds a change to a mail to the same person that is not due yet, by whomever it was caused; its id, or undefined. */
async function joinNews(handle: Handle, recipient: string, news: MailNews): Promise<string | undefined> {
  // By a function of the database: the actor sees no mails that others have caused.
  const { rows } = await handle.execute<{ id: string | null }>(
    sql`select hindsight_join_news(${recipient}, ${JSON.stringify(news)}::jsonb) as id`,
  );
  return rows[0]?.id ?? undefined;
}

/**
 * Writes a mail that is sent after the commit. Answers its id, or the seconds to wait when the acting person has caused as many, at
 * all or to this recipient, as the limits allow.
 */
export async function queueMail(
  handle: Handle,
  mail: NewMail,
  limits: MailLimits,
): Promise<{ id: string } | { waitSeconds: number }> {
  const { budget: _budget, news, sections, ...values } = mail;
  const joined = news && (await joinNews(handle, mail.recipient, news));
  if (joined !== undefined) return { id: joined };
  for (const { key, ...limit } of mailCounters(mail, limits)) {
    const wait = await countHit(handle, key, limit);
    if (wait > 0) return { waitSeconds: wait };
  }
  // Not read back: row-level security hides a mail without an actor from everyone.
  const id = randomUUID();
  const wait = news && { news: [news], nextAttemptAt: sql`now() + make_interval(secs => ${NEWS_SECONDS})` };
  const told = sections && { news: [...sections] };
  await handle.insert(mails).values({ id, ...values, ...wait, ...told });
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
    news: row.news,
    unsubscribeUrl: row.unsubscribeUrl,
    status: row.status,
    created_at: wireTime(row.createdAt),
  }));
}

/** Seconds that a mail about a change waits for others to the same person. */
const NEWS_SECONDS = 60;
