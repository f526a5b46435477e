/** What a person wants to hear about, and by which channel. */
import { fields } from '@hindsight/shared-contracts/api/client';

export const EVENT_TYPES = [
  'org_invitation',
  'org_membership_added',
  'org_membership_removed',
  'org_role_changed',
  'org_invitation_accepted',
  'org_invitation_declined',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** What each event is called, and when it happens. */
export const EVENT_TEXTS: Record<EventType, { title: string; when: string }> = {
  org_invitation: { title: 'Invitations', when: 'Somebody invites you to an organization.' },
  org_membership_added: { title: 'Added to an organization', when: 'You become a member.' },
  org_membership_removed: { title: 'Removed from an organization', when: 'You are no longer a member.' },
  org_role_changed: { title: 'Role changed', when: 'Your role in an organization is another one.' },
  org_invitation_accepted: { title: 'Invitation accepted', when: 'Somebody accepts your invitation.' },
  org_invitation_declined: { title: 'Invitation declined', when: 'Somebody declines your invitation.' },
};

export const CHANNELS = ['email_enabled', 'in_app_enabled'] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL_LABELS: Record<Channel, string> = { email_enabled: 'Email', in_app_enabled: 'In-app' };

export type Channels = Record<Channel, boolean>;
export type Preferences = Record<EventType, Channels>;

/** Everything is on, except mails about declined invitations. */
export function defaultsOf(type: EventType): Channels {
  return { email_enabled: type !== 'org_invitation_declined', in_app_enabled: true };
}

/** Reads an answer; what it leaves out stands at its default. */
export function readPreferences(answer: unknown): Preferences {
  const given = fields(fields(answer)['preferences']);
  const read = (type: EventType): [EventType, Channels] => {
    const sent = fields(given[type]);
    const channels = { ...defaultsOf(type) };
    for (const channel of CHANNELS) {
      const value = sent[channel];
      if (typeof value === 'boolean') channels[channel] = value;
    }
    return [type, channels];
  };
  return Object.fromEntries(EVENT_TYPES.map(read)) as Preferences;
}

export const SAVED = 'Preference updated successfully';
export const SAVE_FAILED = 'Failed to update preference';
/** Milliseconds that the outcome of a change stays on screen. */
export const MESSAGE_MS = 3000;
