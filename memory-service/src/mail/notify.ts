/** Notifies a person in the dashboard and by mail, by their preferences. */
import type { NotificationEventType } from '@hindsight/shared-contracts/api';
import type { Config } from '../config';
import type { Handle } from '../storage/database';
import { queueMail } from '../storage/mails';
import { channelsOf, insertNotification } from '../storage/notificationWrites';
import { absolute } from './links';
import { renderMail } from './template';

export interface PersonNotification {
  userId: string;
  email: string;
  eventType: NotificationEventType;
  title: string;
  message: string;
  /** Path of the dashboard; relative in the notification, absolute in the mail. */
  action?: { path: string; text: string };
  metadata: Record<string, unknown>;
  /** Who caused it. */
  actorUserId: string;
}

const REASON =
  'You get this mail by your notification settings. The gear in the list of notifications changes them.';

/** Writes the notification and queues the mail, in the transaction of what happened. Over a mail limit only the mail is left out. */
export async function notify(config: Config, handle: Handle, what: PersonNotification): Promise<void> {
  const channels = (await channelsOf(handle, what.userId))[what.eventType];
  const { userId, eventType, title, message, action, metadata, actorUserId } = what;
  if (channels.in_app_enabled) {
    const link = action ? { actionUrl: action.path, actionText: action.text } : {};
    await insertNotification(handle, { userId, eventType, title, message, metadata, ...link });
  }
  if (!channels.email_enabled) return;
  const actions = action ? [{ label: action.text, url: absolute(config.appBaseUrl, action.path) }] : [];
  const mail = renderMail({ subject: title, paragraphs: [message], actions, reason: REASON });
  await queueMail(handle, { event: eventType, recipient: what.email, actorUserId, ...mail }, config.mail);
}
