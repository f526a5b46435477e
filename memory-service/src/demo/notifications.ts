/** Generates notifications of all six kinds for the demo people who belong somewhere. */
import { idFor, randomFor } from './random';
import { daysBefore } from './rows';
import type { Row } from './rows';
import { DEMO_ORGANIZATIONS, DEMO_PEOPLE, organizationId, userId } from './workspace';

const PER_PERSON = 12;
const NAMES = ['Ellis Moreau', 'Hana Sato', 'Viktor Nemec', 'Amara Diallo', 'Lena Brandt', 'Oskar Wild'];
const ROLES = ['viewer', 'editor', 'admin'];

interface Facts {
  organization: string;
  organizationId: string;
  person: string;
  role: string;
  oldRole: string;
}

interface Notice {
  type: string;
  title: (facts: Facts) => string;
  message: (facts: Facts) => string;
  action?: { url: string; text: string };
}

const NOTICES: readonly Notice[] = [
  {
    type: 'org_invitation',
    title: ({ organization }) => `Invitation to ${organization}`,
    message: ({ organization, person, role }) => `${person} invited you to join ${organization} as ${role}.`,
    action: { url: '/dashboard', text: 'View Invitation' },
  },
  {
    type: 'org_membership_added',
    title: ({ organization }) => `Welcome to ${organization}!`,
    message: ({ organization, person, role }) => `${person} added you to ${organization} as ${role}.`,
    action: { url: '/memory-blocks', text: 'Browse memories' },
  },
  {
    type: 'org_role_changed',
    title: ({ organization }) => `Role changed in ${organization}`,
    message: ({ organization, person, role, oldRole }) =>
      `${person} changed your role in ${organization} from ${oldRole} to ${role}.`,
  },
  {
    type: 'org_membership_removed',
    title: ({ organization }) => `Removed from ${organization}`,
    message: ({ organization, person }) => `${person} removed you from ${organization}.`,
  },
  {
    type: 'org_invitation_accepted',
    title: () => 'Invitation accepted',
    message: ({ organization, person }) => `${person} accepted your invitation to ${organization}.`,
  },
  {
    type: 'org_invitation_declined',
    title: () => 'Invitation declined',
    message: ({ organization, person }) => `${person} declined your invitation to ${organization}.`,
  },
];

/** Twelve for each person with a membership: the newest unread, the oldest read. */
export function generateNotifications(seed: number, now: Date): Row[] {
  const recipients = DEMO_PEOPLE.filter((person) => Object.keys(person.memberships).length > 0);
  return recipients.flatMap((recipient) => {
    const random = randomFor(seed, `notifications:${recipient.email}`);
    const unread = random.between(3, 6);
    return Array.from({ length: PER_PERSON }, (_, index): Row => {
      const notice = NOTICES[(index + unread) % NOTICES.length] ?? random.pick(NOTICES);
      const organization = random.pick(DEMO_ORGANIZATIONS);
      const role = random.pick(ROLES);
      const facts: Facts = {
        organization: organization.name,
        organizationId: organizationId(seed, organization.key),
        person: random.pick(NAMES),
        role,
        oldRole: random.pick(ROLES.filter((other) => other !== role)),
      };
      const days = index * 2.1 + random.next() * 1.9 + 0.01;
      return {
        id: idFor(seed, `notification:${recipient.email}:${index}`),
        user_id: userId(seed, recipient.email),
        event_type: notice.type,
        title: notice.title(facts),
        message: notice.message(facts),
        action_url: notice.action?.url ?? null,
        action_text: notice.action?.text ?? null,
        metadata: { organization_name: facts.organization, organization_id: facts.organizationId },
        read_at: index < unread ? null : daysBefore(now, days * 0.7),
        created_at: daysBefore(now, days),
        expires_at: daysBefore(now, days - 30),
      };
    });
  });
}
