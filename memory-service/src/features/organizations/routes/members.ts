/** Endpoints for members. Changes lock the organization first, so that concurrent ones cannot remove the last owner. */
import { Role } from '@hindsight/shared-contracts/api';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import { LAST_OWNER } from '@hindsight/shared-contracts/rules';
import type { Member } from '@hindsight/shared-contracts/api';
import { namedWithEmail } from '../../../platform/auth/rules/identity';
import {
  roleFlags,
  manages,
  mayGrant,
  mayTouchMember,
  roleIn,
} from '../../../platform/auth/rules/organizationRules';
import type { Person } from '../../../platform/auth/rules/principal';
import { notify } from '../../notifications';
import { audit } from '../../../platform/database/audits';
import type { Handle } from '../../../platform/database/database';
import { changeMember, countOwners, deleteMember, findMember, listMembers } from '../queries/members';
import { CALL_LIMITS } from '../../../platform/http/callLimits';
import { HttpProblem, assertAllowed } from '../../../platform/http/problem';
import { revokeBeyond } from '../revocations';
import type { Routes } from '../../../platform/http/route';
import { invite } from './invitations';
import { actorIn, requireMember, requireManager } from './organizations';

function parseRole(value: string) {
  const role = Role.safeParse(value.trim().toLowerCase());
  if (!role.success) throw new HttpProblem(422, 'Invalid role');
  return role.data;
}

const displayName = (principal: Person) => principal.displayName ?? principal.email;

/** @throws 409 when the member is the only owner. */
async function requireAnotherOwner(handle: Handle, organizationId: string, member: Member): Promise<void> {
  if (member.role === 'owner' && (await countOwners(handle, organizationId)) <= 1) {
    throw new HttpProblem(409, LAST_OWNER, { code: 'last_owner' });
  }
}

/** Finds the member to change, after all checks that do not depend on the change itself. */
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
  // Callers who were owners when the request began get the specific reason, even if they have lost the role since.
  const wasAbove = principal.isSuperadmin || roleIn(principal, organizationId) === 'owner';
  if (wasAbove && principal.userId !== userId && losesOwnership(member)) {
    await requireAnotherOwner(handle, organizationId, member);
  }
  assertAllowed(mayTouchMember(actor, { userId, role: member.role }));
  return { member, actor };
}

const auditMember = (
  handle: Handle,
  actionType: AuditAction,
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
    limit: CALL_LIMITS.invitations,
    handle: async (call) => {
      const { body } = call;
      if (!body.email?.trim()) throw new HttpProblem(422, 'Email is required');
      const given = {
        email: body.email,
        role: parseRole(body.role),
        canRead: body.can_read,
        canWrite: body.can_write,
      };
      const { row } = await invite(call, given, 'User already a member');
      const flags = roleFlags(row.role);
      return {
        status: 'added' as const,
        // Not the account's id, even if there is one: the caller learns who it is only after acceptance.
        user_id: row.id,
        invitation_id: row.id,
        email: row.email,
        display_name: null,
        role: row.role,
        can_read: row.canRead ?? flags.canRead,
        can_write: row.canWrite ?? flags.canWrite,
      };
    },
  },

  'PUT /organizations/{id}/members/{user_id}': {
    access: 'person',
    limit: CALL_LIMITS.memberChanges,
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
        if (isNewRole) assertAllowed(mayGrant(actor, role));
        const fallback = isNewRole
          ? roleFlags(role)
          : { canRead: member.can_read, canWrite: member.can_write };
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
        await revokeBeyond(handle, params.id, member, role, principal.userId);
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
          message: `${namedWithEmail(principal)} changed your role in ${organization.name} from ${member.role} to ${role}.`,
          metadata: { organization_name: organization.name, ...roles, changed_by: displayName(principal) },
          organizationId: organization.id,
          actorUserId: principal.userId,
        });
        return after;
      }),
  },

  'DELETE /organizations/{id}/members/{user_id}': {
    access: 'person',
    limit: CALL_LIMITS.memberChanges,
    handle: ({ config, database, principal, params }) =>
      database.write(principal, async (handle) => {
        const organization = await requireManager(handle, principal, params.id);
        const { member } = await requireChangeable(handle, principal, params.id, params.user_id, () => true);
        await revokeBeyond(handle, params.id, member, undefined, principal.userId);
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
          message: `${namedWithEmail(principal)} removed you from ${organization.name}.`,
          metadata: { organization_name: organization.name, removed_by: displayName(principal) },
          organizationId: organization.id,
          actorUserId: principal.userId,
        });
        return undefined;
      }),
  },

  'POST /organizations/{id}/leave': {
    access: 'person',
    handle: ({ config, database, principal, params }) =>
      database.write(principal, async (handle) => {
        const organization = await requireMember(handle, principal, params.id, true);
        const member = await findMember(handle, params.id, principal.userId);
        if (!member) throw new HttpProblem(404, 'Membership not found');
        await requireAnotherOwner(handle, params.id, member);
        await revokeBeyond(handle, params.id, member, undefined, principal.userId);
        // Row-level security shows the members only while the caller is one of them.
        const members = await listMembers(handle, params.id);
        await deleteMember(handle, params.id, principal.userId);
        const place = {
          organizationId: params.id,
          userId: principal.userId,
          actorUserId: principal.userId,
        };
        await auditMember(handle, 'member_leave', place, { role: member.role });
        for (const { user_id: userId, email, role } of members) {
          if (userId === principal.userId || !manages(role)) continue;
          await notify(config, handle, {
            userId,
            email,
            eventType: 'org_membership_removed',
            title: `A member left ${organization.name}`,
            message: `${namedWithEmail(principal)} left ${organization.name}. Their role was ${member.role}.`,
            metadata: { organization_name: organization.name, left_by: displayName(principal) },
            organizationId: organization.id,
            actorUserId: principal.userId,
          });
        }
        return undefined;
      }),
  },
} satisfies Partial<Routes>;
