/** How the demo people joined their organizations: memberships, invitations, their audit entries and notifications. */
import type { Role } from '@hindsight/shared-contracts/api';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import { invitationPath } from '@hindsight/shared-contracts/rules';
import type { DemoOrganizationKey, DemoPerson } from '@hindsight/shared-contracts/testing/people';
import { idFor } from './random';
import { daysBefore } from './rows';
import type { Row } from './rows';
import { DEMO_ORGANIZATIONS, DEMO_PEOPLE, organizationId, userId } from './workspace';

/** Age of the organizations in days. */
const FOUNDED = 120;
const INVITATION_DAYS = 7;
const NOTIFICATION_DAYS = 30;
/** Notifications newer than this are unread. */
const UNREAD_DAYS = 13;

/** Previous role of a member with this role. */
const ROLE_BEFORE: Partial<Record<Role, Role>> = { admin: 'editor', editor: 'viewer', viewer: 'editor' };

/** Open invitations of people who are not members. */
const INVITED: readonly [local: string, key: DemoOrganizationKey, role: Role, days: number][] = [
  ['viewer', 'tidewater', 'viewer', 2],
  ['superadmin', 'larkspur', 'admin', 3],
  ['beta-admin', 'larkspur', 'editor', 1],
];
/** Former members. */
const REMOVED: readonly [local: string, key: DemoOrganizationKey, days: number][] = [
  ['viewer', 'tidewater', 15],
  ['owner', 'quillmark', 12],
  ['admin', 'quillmark', 12.5],
  ['editor', 'quillmark', 13],
  ['superadmin', 'tidewater', 18],
];
const DECLINED: typeof INVITED = [
  ['pending', 'larkspur', 'editor', 4],
  ['denied', 'tidewater', 'viewer', 6],
  ['denied', 'quillmark', 'viewer', 9],
];

interface History {
  memberships: Row[];
  invitations: Row[];
  audits: Row[];
  notifications: Row[];
}

const findPerson = (local: string): DemoPerson => {
  const person = DEMO_PEOPLE.find(({ email }) => email === `${local}@demo.hindsight.local`);
  if (!person) throw new Error(`There is no demo person ${local}.`);
  return person;
};

/** The owner of an organization, who makes all of its decisions. */
export const findOwner = (key: DemoOrganizationKey): DemoPerson => {
  const owner = DEMO_PEOPLE.find((person) => person.memberships[key] === 'owner');
  if (!owner) throw new Error(`The demo organization ${key} has no owner.`);
  return owner;
};

/** The full history of the organizations, each event with all of its traces. */
export function organizationHistory(seed: number, now: Date): History {
  const history: History = { memberships: [], invitations: [], audits: [], notifications: [] };
  const displayName = (key: DemoOrganizationKey) =>
    DEMO_ORGANIZATIONS.find((one) => one.key === key)?.name ?? '';

  const audit = (
    actionType: AuditAction,
    actor: string,
    key: DemoOrganizationKey,
    target: { type: string; id: string },
    days: number,
    metadata: Row = {},
  ) =>
    history.audits.push({
      id: idFor(seed, `audit:${actionType}:${target.id}:${key}`),
      action_type: actionType,
      status: 'success',
      target_type: target.type,
      target_id: target.id,
      organization_id: organizationId(seed, key),
      tenant_id: organizationId(seed, key),
      actor_user_id: actor,
      metadata,
      created_at: daysBefore(now, days),
    });
  const notify = (
    person: DemoPerson,
    key: DemoOrganizationKey,
    days: number,
    what: { type: string; title: string; message: string; metadata: Row },
    link: { url: string; text: string } | null = null,
  ) =>
    history.notifications.push({
      id: idFor(seed, `notification:${person.email}:${what.type}:${what.message}`),
      user_id: userId(seed, person.email),
      event_type: what.type,
      title: what.title,
      message: what.message,
      action_url: link?.url ?? null,
      action_text: link?.text ?? null,
      metadata: what.metadata,
      organization_id: organizationId(seed, key),
      read_at: days < UNREAD_DAYS ? null : daysBefore(now, days * 0.7),
      created_at: daysBefore(now, days),
      expires_at: daysBefore(
        now,
        days - (what.type === 'org_invitation' ? INVITATION_DAYS : NOTIFICATION_DAYS),
      ),
    });
  const invite = (
    email: string,
    key: DemoOrganizationKey,
    role: Role,
    days: number,
    answer: { status: 'pending' | 'accepted' | 'revoked'; days: number },
  ): string => {
    const id = idFor(seed, `invitation:${email}:${key}:${answer.status}`);
    const inviter = userId(seed, findOwner(key).email);
    history.invitations.push({
      id,
      organization_id: organizationId(seed, key),
      email,
      role,
      status: answer.status,
      invited_by_user_id: inviter,
      created_at: daysBefore(now, days),
      expires_at: daysBefore(now, days - INVITATION_DAYS),
      accepted_at: answer.status === 'accepted' ? daysBefore(now, answer.days) : null,
      revoked_at: answer.status === 'revoked' ? daysBefore(now, answer.days) : null,
    });
    audit('invitation_create', inviter, key, { type: 'invitation', id }, days, { email, role });
    return id;
  };
  const notifyAnswer = (
    email: string,
    key: DemoOrganizationKey,
    verb: 'accepted' | 'declined',
    days: number,
  ) =>
    notify(findOwner(key), key, days, {
      type: `org_invitation_${verb}`,
      title: `Invitation ${verb}`,
      message: `${email} ${verb} your invitation to ${displayName(key)}.`,
      metadata: { organization_name: displayName(key), invitee_email: email },
    });

  DEMO_PEOPLE.forEach((person, index) => {
    const member = { type: 'user', id: userId(seed, person.email) };
    (Object.entries(person.memberships) as [DemoOrganizationKey, Role][]).forEach(([key, role], n) => {
      const owner = findOwner(key);
      const actor = userId(seed, owner.email);
      const isOwner = owner === person;
      // A person's first membership is old, the second one recent.
      const joined = isOwner ? FOUNDED : n === 0 ? 110 - index * 18 : 24 - index;
      history.memberships.push({
        organization_id: organizationId(seed, key),
        user_id: member.id,
        role,
        can_read: true,
        can_write: role !== 'viewer',
        created_at: daysBefore(now, joined),
      });
      if (isOwner) return;
      const before = ROLE_BEFORE[role] ?? 'viewer';
      if (n === 0) {
        const id = invite(person.email, key, before, joined + 1, { status: 'accepted', days: joined });
        audit('invitation_accept', member.id, key, { type: 'invitation', id }, joined);
        if (joined < NOTIFICATION_DAYS) notifyAnswer(person.email, key, 'accepted', joined);
      } else {
        audit('member_add', actor, key, member, joined, { role: before });
        const welcome = {
          type: 'org_membership_added',
          title: `Welcome to ${displayName(key)}!`,
          message: `${owner.name} added you to ${displayName(key)} as ${before}.`,
          metadata: { organization_name: displayName(key), role: before, added_by: owner.name },
        };
        notify(person, key, joined, welcome, { url: '/memory-blocks', text: 'Browse memories' });
      }
      const changed = 5 + index + n * 4;
      const roles = { old_role: before, new_role: role };
      audit('member_role_change', actor, key, member, changed, roles);
      notify(person, key, changed, {
        type: 'org_role_changed',
        title: `Role changed in ${displayName(key)}`,
        message: `${owner.name} changed your role in ${displayName(key)} from ${before} to ${role}.`,
        metadata: { organization_name: displayName(key), ...roles, changed_by: owner.name },
      });
    });
  });

  for (const { key, name, slug, isActive } of DEMO_ORGANIZATIONS) {
    const target = { type: 'organization', id: organizationId(seed, key) };
    const metadata = { name, slug, is_active: isActive };
    audit('organization_create', userId(seed, findOwner(key).email), key, target, FOUNDED, metadata);
  }
  for (const [local, key, days] of REMOVED) {
    const [person, owner] = [findPerson(local), findOwner(key)];
    const target = { type: 'user', id: userId(seed, person.email) };
    audit('member_add', userId(seed, owner.email), key, target, 60 + days, { role: 'viewer' });
    audit('member_remove', userId(seed, owner.email), key, target, days, { role: 'viewer' });
    notify(person, key, days, {
      type: 'org_membership_removed',
      title: `Removed from ${displayName(key)}`,
      message: `${owner.name} removed you from ${displayName(key)}.`,
      metadata: { organization_name: displayName(key), removed_by: owner.name },
    });
  }
  for (const [local, key, role, days] of DECLINED) {
    const { email } = findPerson(local);
    const id = invite(email, key, role, days + 2, { status: 'revoked', days });
    audit('invitation_decline', userId(seed, email), key, { type: 'invitation', id }, days);
    notifyAnswer(email, key, 'declined', days);
  }
  for (const [local, key, role, days] of INVITED) {
    const [{ email }, owner] = [findPerson(local), findOwner(key)];
    const id = invite(email, key, role, days, { status: 'pending', days });
    const link = { invitationId: id, organizationId: organizationId(seed, key), email };
    const accept = invitationPath({ ...link, answer: 'accept' });
    const what = {
      type: 'org_invitation',
      title: `Invitation to ${displayName(key)}`,
      message: `${owner.name} invites you to join ${displayName(key)} as ${role}.`,
      metadata: {
        invitation_id: id,
        organization_name: displayName(key),
        inviter_name: owner.name,
        accept_url: accept,
        decline_url: invitationPath({ ...link, answer: 'decline' }),
      },
    };
    notify(findPerson(local), key, days, what, { url: accept, text: 'View Invitation' });
  }
  return history;
}
