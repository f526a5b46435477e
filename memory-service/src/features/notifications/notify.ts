/** Notifies a person in the dashboard and by mail, according to their preferences. */
import type { NotificationKind } from '@hindsight/shared-contracts/api';
import type { Config } from '../../platform/config/config';
import type { Handle } from '../../platform/database/database';
import { queueMail } from '../../platform/mail/mails';
import { loadChannels, insertNotification } from './queries/notificationWrites';
import type { Channels } from './queries/notificationWrites';
import { absoluteUrl } from '../../platform/mail/links';
import { newsContent } from '../../platform/mail/news';
import { renderMail } from '../../platform/mail/template';

export interface PersonNotification {
  userId: string;
  email: string;
  eventType: NotificationKind;
  title: string;
  message: string;
  /** Dashboard path; relative in the notification, absolute in the mail. */
  action?: { path: string; text: string };
  metadata: Record<string, unknown>;
  /** The organization named in the texts, which deletes the notification with it; null if none is named. */
  organizationId: string | null;
  actorUserId: string;
}

async function channelsFor(handle: Handle, { userId, eventType }: PersonNotification): Promise<Channels> {
  if (eventType === 'org_memory_moved') return { in_app_enabled: true, email_enabled: true };
  return (await loadChannels(handle, userId))[eventType];
}

/** Stores the notification and queues the mail in the caller's transaction. Above a mail limit only the mail is dropped. */
export async function notify(config: Config, handle: Handle, what: PersonNotification): Promise<void> {
  const channels = await channelsFor(handle, what);
  const { userId, eventType, title, message, action, metadata, organizationId, actorUserId } = what;
  if (channels.in_app_enabled) {
    const link = action ? { actionUrl: action.path, actionText: action.text } : {};
    await insertNotification(handle, {
      userId,
      eventType,
      title,
      message,
      metadata,
      organizationId,
      ...link,
    });
  }
  if (!channels.email_enabled) return;
  const news = {
    title,
    message,
    ...(organizationId !== null && { organization_id: organizationId }),
    ...(action && { action: { label: action.text, url: absoluteUrl(config.appBaseUrl, action.path) } }),
  };
  const mail = { event: eventType, budget: 'people', recipient: what.email, actorUserId, news } as const;
  await queueMail(handle, { ...mail, ...renderMail(newsContent([news])) }, config.mail);
}
