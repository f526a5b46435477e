/** Notification channels per event. */
import type { NotificationEventType } from '@hindsight/shared-contracts/api';
import { defaultChannels, NOTIFICATION_TYPE_NAMES } from '@hindsight/shared-contracts/rules';

export const CHANNELS = ['email_enabled', 'in_app_enabled'] as const;
export type Channel = (typeof CHANNELS)[number];

export type Preferences = Record<NotificationEventType, Record<Channel, boolean>>;

/** Preferences of a user who has not set any. */
export const DEFAULT_PREFERENCES = Object.fromEntries(
  NOTIFICATION_TYPE_NAMES.map((type) => [type, defaultChannels(type)]),
) as Preferences;

/** Milliseconds for which the outcome of a change stays visible. */
export const MESSAGE_MS = 3000;
