/** Single definition of notification types. Settings, defaults, the API and the database's type derive from it. */

interface NotificationType {
  /** Name in the settings, and when it is sent. */
  title: string;
  when: string;
  /** Whether it is emailed by default. In the app it is always on by default. */
  isEmailed: boolean;
  /** Signals a change of the person's organizations or role. */
  changesMembership?: true;
}

/** Notifications that a person can turn off, in settings order. */
export const NOTIFICATION_TYPES = {
  org_invitation: { title: 'Invitations', when: 'Someone invites you to an organization.', isEmailed: true },
  org_membership_added: {
    title: 'Added to an organization',
    when: 'You become a member.',
    isEmailed: true,
    changesMembership: true,
  },
  org_membership_removed: {
    title: 'Removed from an organization',
    when: 'You are no longer a member, or a member leaves an organization you manage.',
    isEmailed: true,
    changesMembership: true,
  },
  org_role_changed: {
    title: 'Role changed',
    when: 'Your role in an organization changes.',
    isEmailed: true,
    changesMembership: true,
  },
  org_invitation_accepted: {
    title: 'Invitation accepted',
    when: 'Someone accepts your invitation.',
    isEmailed: true,
  },
  org_invitation_declined: {
    title: 'Invitation declined',
    when: 'Someone declines your invitation.',
    isEmailed: false,
  },
} as const satisfies Record<string, NotificationType>;

export type NotificationTypeName = keyof typeof NOTIFICATION_TYPES;

export const NOTIFICATION_TYPE_NAMES = Object.keys(NOTIFICATION_TYPES) as [
  NotificationTypeName,
  ...NotificationTypeName[],
];

/** Notifications that owners always get: memories that left their organization. */
export const UNCONDITIONAL_NOTIFICATIONS = ['org_memory_moved'] as const;

export interface NotificationChannels {
  email_enabled: boolean;
  in_app_enabled: boolean;
}

/** Default channels. */
export const defaultChannels = (type: NotificationTypeName): NotificationChannels => ({
  email_enabled: NOTIFICATION_TYPES[type].isEmailed,
  in_app_enabled: true,
});

/** Whether a notification signals a change of the person's organizations or role. */
export const changesMembership = (type: string): boolean =>
  Object.entries<NotificationType>(NOTIFICATION_TYPES).some(
    ([name, { changesMembership: changes }]) => name === type && changes === true,
  );
