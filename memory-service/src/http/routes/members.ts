/** Members of an organization. Changes lock the organization first, so that two at once cannot both take the last owner. */
import { Role } from '@hindsight/shared-contracts/api';
import { LAST_OWNER } from '@hindsight/shared-contracts/rules';
import type { Member } from '@hindsight/shared-contracts/api';
import { normaliseEmail } from '../../domain/identity';
import { flagsOf, mayGrant, mayTouchMember, roleIn } from '../../domain/organizationRules';
import { INACTIVE_DETAIL } from '../../domain/permissions';
import type { Person } from '../../domain/principal';
import { notify } from '../../mail/notify';
import { audit } from '../../storage/audits';
import type { Handle } from '../../storage/database';
import {
  changeMember,
  countOwners,
  deleteMember,
  findMember,
  findMembership,
  findPerson,
  insertMember,
  listMembers,
} from '../../storage/members';
import { HttpProblem, demand } from '../problem';
import type { Routes } from '../route';
import { requireMember, requireManager } from './organizations';

function parseRole(value: string) {
  const role = Role.safeParse(value.trim().toLowerCase());
  if (!role.success) throw new HttpProblem(422, 'Invalid role');
  return role.data;
}

/** The caller's role at this moment: another change may have come first since the request began. */
async function actorIn(handle: Handle, principal: Person, organizationId: string) {
  const membership = await findMembership(handle, organizationId, principal.userId);
  return { userId: principal.userId, isSuperadmin: principal.isSuperadmin, role: membership?.role };
}

const nameOf = (principal: Person) => principal.displayName ?? principal.email;

/** Refuses to take the role of the only owner away. */
async function requireAnotherOwner(handle: Handle, organizationId: string, member: Member): Promise<void> {
  if (member.role === 'owner' && (await countOwners(handle, organizationId)) <= 1) {
    throw new HttpProblem(409, LAST_OWNER, { code: 'last_owner' });
  }
}

/** The member that a change is about, with all rules checked that do not depend on what is changed. */
async function requireChangeable(
  handle: Handle,
  principal: Person,
  organizationId: string,
  userId: string,
  losesOwnership: (member: Member) => boolean,
) {
  const member = await findMember(handle, organizationId, userId);
  if (!member) throw new HttpProblem(404, 'Membership not found');
  const actor = await actorIn(handle, principal, organizationId);
  // A caller who was an owner when the request began gets the reason, even if the role was lost since.
  const wasAbove = principal.isSuperadmin || roleIn(principal, organizationId) === 'owner';
  if (wasAbove && principal.userId !== userId && losesOwnership(member)) {
    await requireAnotherOwner(handle, organizationId, member);
  }
  demand(mayTouchMember(actor, { userId, role: member.role }));
  return { member, actor };
}

const auditMember = (
  handle: Handle,
  actionType: string,
  place: { organizationId: string; userId: string; actorUserId: string },
  metadata: Record<string, unknown>,
) =>
  audit(handle, {
    actionType,
    targetType: 'user',
    targetId: place.userId,
    organizationId: place.organizationId,
    actorUserId: place.actorUserId,
    metadata,
  });

export const memberRoutes = {
  'GET /organizations/{id}/members': {
    access: 'person',
    handle: async ({ database, principal, params, setHeader }) => {
      const members = await database.read(principal, async (handle) => {
        await requireMember(handle, principal, params.id);
        return listMembers(handle, params.id);
      });
      setHeader('x-total-count', String(members.length));
      return members;
    },
  },

  'POST /organizations/{id}/members': {
    access: 'person',
    handle: ({ config, database, principal, params, body }) =>
      database.write(principal, async (handle) => {
        const organization = await requireManager(handle, principal, params.id);
        if (!organization.isActive) throw new HttpProblem(403, INACTIVE_DETAIL);
        if (!body.email?.trim()) throw new HttpProblem(422, 'Email is required');
        const role = parseRole(body.role);
        const email = normaliseEmail(body.email);
        if (email === undefined) throw new HttpProblem(422, 'Enter a valid e-mail address.');
        const actor = await actorIn(handle, principal, params.id);
        demand(mayGrant(actor, role));
        const person = await findPerson(handle, email);
        if (!person) {
          const detail = 'No one with this e-mail has signed in yet. Send an invitation instead.';
          throw new HttpProblem(422, detail, { code: 'unknown_person' });
        }
        const flags = flagsOf(role);
        const values = {
          role,
          canRead: body.can_read ?? flags.canRead,
          canWrite: body.can_write ?? flags.canWrite,
        };
        const added = await insertMember(handle, params.id, person.id, values);
        if (!added) throw new HttpProblem(409, 'User already a member');
        const place = { organizationId: params.id, userId: person.id, actorUserId: principal.userId };
        await auditMember(handle, 'member_add', place, { role });
        await notify(config, handle, {
          userId: person.id,
          email,
          eventType: 'org_membership_added',
          title: `Welcome to ${organization.name}!`,
          message: `${nameOf(principal)} added you to ${organization.name} as ${role}.`,
          metadata: {
            organization_name: organization.name,
            role,
            added_by_name: nameOf(principal),
            organization_id: params.id,
            added_by_user_id: principal.userId,
          },
          actorUserId: principal.userId,
        });
        return {
          status: 'added' as const,
          user_id: person.id,
          email,
          display_name: person.displayName,
          role,
          can_read: values.canRead,
          can_write: values.canWrite,
        };
      }),
  },

  'PUT /organizations/{id}/members/{user_id}': {
    access: 'person',
    handle: ({ config, database, principal, params, body }) =>
      database.write(principal, async (handle) => {
        const organization = await requireManager(handle, principal, params.id);
        const wanted = body.role == null ? undefined : parseRole(body.role);
        const { member, actor } = await requireChangeable(
          handle,
          principal,
          params.id,
          params.user_id,
          (found) => wanted !== undefined && wanted !== found.role,
        );
        const role = wanted ?? member.role;
        const isNewRole = role !== member.role;
        if (isNewRole) demand(mayGrant(actor, role));
        const fallback = isNewRole ? flagsOf(role) : { canRead: member.can_read, canWrite: member.can_write };
        const values = {
          role,
          canRead: body.can_read ?? fallback.canRead,
          canWrite: body.can_write ?? fallback.canWrite,
        };
        const after = { ...member, role, can_read: values.canRead, can_write: values.canWrite };
        if (!isNewRole && after.can_read === member.can_read && after.can_write === member.can_write) {
          return member;
        }
        await changeMember(handle, params.id, params.user_id, values);
        const place = {
          organizationId: params.id,
          userId: params.user_id,
          actorUserId: principal.userId,
        };
        const flags = { can_read: after.can_read, can_write: after.can_write };
        if (!isNewRole) {
          await auditMember(handle, 'member_update', place, flags);
          return after;
        }
        const roles = { old_role: member.role, new_role: role };
        await auditMember(handle, 'member_role_change', place, { ...roles, ...flags });
        await notify(config, handle, {
          userId: params.user_id,
          email: member.email,
          eventType: 'org_role_changed',
          title: `Role changed in ${organization.name}`,
          message: `${nameOf(principal)} changed your role in ${organization.name} from ${member.role} to ${role}.`,
          metadata: { organization_name: organization.name, ...roles, changed_by: nameOf(principal) },
          actorUserId: principal.userId,
        });
        return after;
      }),
  },

  'DELETE /organizations/{id}/members/{user_id}': {
    access: 'person',
    handle: ({ config, database, principal, params }) =>
      database.write(principal, async (handle) => {
        const organization = await requireManager(handle, principal, params.id);
        const { member } = await requireChangeable(handle, principal, params.id, params.user_id, () => true);
        await deleteMember(handle, params.id, params.user_id);
        const place = {
          organizationId: params.id,
          userId: params.user_id,
          actorUserId: principal.userId,
        };
        await auditMember(handle, 'member_remove', place, { role: member.role });
        await notify(config, handle, {
          userId: params.user_id,
          email: member.email,
          eventType: 'org_membership_removed',
          title: `Removed from ${organization.name}`,
          message: `${nameOf(principal)} removed you from ${organization.name}.`,
          metadata: { organization_name: organization.name, removed_by: nameOf(principal) },
          actorUserId: principal.userId,
        });
        return undefined;
      }),
  },
} satisfies Partial<Routes>;
