/** Emails about changes: one email for all changes that concern a person within a minute. */
import { digestContent } from './digestContent';
import type { MailContent } from './mailContent';
import { renderMail } from './template';
import type { RenderedMail } from './template';
import type { MailNews } from '../../schema/activity';

const REASON =
  'You’re receiving this email because of your notification settings. To change them, use the gear icon in the notification list.';

/** Content of an email about one or more changes. */
export function newsContent(news: readonly MailNews[]): MailContent {
  const [first] = news;
  const actions = news.flatMap(({ action }) => (action ? [action] : []));
  const subject = news.length === 1 && first ? first.title : `${news.length} changes in your organizations`;
  return { subject, paragraphs: news.map(({ message }) => message), actions, reason: REASON };
}

/** A stored email as it is sent: since it was written, changes may have been merged in, or removed with their organization. */
export function applyNews<
  T extends RenderedMail & { news: MailNews[] | null; unsubscribeUrl: string | null },
>({ news, ...mail }: T): Omit<T, 'news'> {
  const { unsubscribeUrl: url } = mail;
  return news
    ? { ...mail, ...renderMail(url === null ? newsContent(news) : digestContent(news, url)) }
    : mail;
}
