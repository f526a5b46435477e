/** Which events notify a person, and by which channel. */
import type { NotificationEventType } from '@hindsight/shared-contracts/api';

export const EVENT_TYPES: readonly NotificationEventType[] = [
  'org_invitation',
  'org_membership_added',
  'org_membership_removed',
  'org_role_changed',
  'org_invitation_accepted',
  'org_invitation_declined',
];

export const CHANNELS = ['email_enabled', 'in_app_enabled'] as const;
export type Channel = (typeof CHANNELS)[number];

export type Preferences = Record<NotificationEventType, Record<Channel, boolean>>;

/** The preferences of someone who has set none: everything is on, except emails about declined invitations. */
export const DEFAULT_PREFERENCES: Preferences = {
  org_invitation: { email_enabled: true, in_app_enabled: true },
  org_membership_added: { email_enabled: true, in_app_enabled: true },
  org_membership_removed: { email_enabled: true, in_app_enabled: true },
  org_role_changed: { email_enabled: true, in_app_enabled: true },
  org_invitation_accepted: { email_enabled: true, in_app_enabled: true },
  org_invitation_declined: { email_enabled: false, in_app_enabled: true },
};

/** Milliseconds that the outcome of a change stays on screen. */
export const MESSAGE_MS = 3000;
