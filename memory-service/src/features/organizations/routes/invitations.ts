/** Endpoints for invitations: managed by owners and admins, answered by invitees. */
import type { Role } from '@hindsight/shared-contracts/api';
import { normalizeEmail } from '../../../platform/auth/rules/identity';
import { isLinkSecret, newLinkSecret } from '../../../platform/mail/rules/linkSecrets';
import { roleFlags, mayGrant } from '../../../platform/auth/rules/organizationRules';
import { INACTIVE_DETAIL } from '../../../platform/auth/rules/permissions';
import type { Person } from '../../../platform/auth/rules/principal';
import { notify, forgetInvitation } from '../../notifications';
import { sendInvitation } from '../invitation';
import type { Handle } from '../../../platform/database/database';
import { violatedUnique } from '../../../platform/database/errors';
import {
  countInvitations,
  findInvitation,
  insertInvitation,
  invitationExists,
  invitationToWire,
  listInvitations,
  lockInvitation,
  renewInvitation,
  settleInvitation,
} from '../queries/invitations';
import type { StoredInvitation } from '../queries/invitations';
import { findMembership, findPerson, findPersonById, insertMember } from '../queries/members';
import { findOrganization } from '../queries/organizations';
import { wireTime } from '../../../platform/http/wire';
import { CALL_LIMITS } from '../../../platform/http/callLimits';
import { describePlace } from '../../../platform/http/keyset';
import { HttpProblem, assertAllowed } from '../../../platform/http/problem';
import { auditInvitation, revokeInvitation } from '../revocations';
import type { Call, Routes } from '../../../platform/http/route';
import { actorIn, requireManager, requireManagerReadOnly } from './organizations';
import type { Services } from '../../../platform/http/services';

const MISSING = 'Invitation not found';
const EXPIRED = 'Invitation has expired';

/** Finds an invitation that the caller may answer. Only people with the link learn that it exists for someone else. */
async function findAnswerableInvitation(
  handle: Handle,
  principal: Person,
  params: { id: string; invitation_id: string },
  token: string | undefined,
  find = lockInvitation,
): Promise<StoredInvitation> {
  const found = await find(handle, params.id, params.invitation_id);
  if (!found && !(await invitationExists(handle, params.id, params.invitation_id))) {
    throw new HttpProblem(404, MISSING);
  }
  if (found?.row.email !== principal.email) throw new HttpProblem(403, 'Invitation is for a different user');
  if (found.status === 'accepted' || found.status === 'revoked') {
    throw new HttpProblem(409, `Invitation is already ${found.status}`);
  }
  if (token && !isLinkSecret(found.row.tokenHash, token)) {
    throw new HttpProblem(403, 'This invitation link is no longer valid. Use the newest one.');
  }
  return found;
}

/** Notifies the inviter of the answer, if their account still exists. */
async function notifyInviter(
  { config, principal }: Pick<Services, 'config'> & { principal: Person },
  handle: Handle,
  { row }: StoredInvitation,
  verb: 'accepted' | 'declined',
): Promise<void> {
  const inviter = row.invitedByUserId ? await findPersonById(handle, row.invitedByUserId) : undefined;
  const organization = await findOrganization(handle, row.organizationId);
  if (!inviter || !organization) return;
  await notify(config, handle, {
    userId: inviter.id,
    email: inviter.email,
    eventType: verb === 'accepted' ? 'org_invitation_accepted' : 'org_invitation_declined',
    title: `Invitation ${verb}`,
    message: `${row.email} ${verb} your invitation to ${organization.name}.`,
    metadata: { organization_name: organization.name, invitee_email: row.email },
    organizationId: row.organizationId,
    actorUserId: principal.userId,
  });
}

/** Notifies new members of what they joined. */
async function welcome(
  { config, principal }: Pick<Services, 'config'> & { principal: Person },
  handle: Handle,
  { row }: StoredInvitation,
): Promise<void> {
  const organization = await findOrganization(handle, row.organizationId);
  if (!organization) return;
  const inviter = row.invitedByUserId ? await findPersonById(handle, row.invitedByUserId) : undefined;
  await notify(config, handle, {
    userId: principal.userId,
    email: principal.email,
    eventType: 'org_membership_added',
    title: `Welcome to ${organization.name}!`,
    message: `You are now a member of ${organization.name} as ${row.role}.`,
    metadata: {
      organization_name: organization.name,
      role: row.role,
      added_by_name: inviter ? (inviter.displayName ?? inviter.email) : null,
      organization_id: row.organizationId,
      added_by_user_id: row.invitedByUserId,
    },
    organizationId: row.organizationId,
    actorUserId: principal.userId,
  });
}

/** Invitee and role. Flags that are not given follow the role. */
interface Invitee {
  email: string;
  role: Role;
  canRead?: boolean | null | undefined;
  canWrite?: boolean | null | undefined;
}

/** Invites an email. The response does not reveal whether the email has an account. */
export async function invite(
  {
    config,
    database,
    principal,
    params,
  }: Pick<
    Call<'POST /organizations/{id}/invitations', 'person'>,
    'config' | 'database' | 'principal' | 'params'
  >,
  invitee: Invitee,
  alreadyMember: string,
): Promise<StoredInvitation> {
  const work = database.write(principal, async (handle) => {
    const organization = await requireManager(handle, principal, params.id);
    if (!organization.isActive) throw new HttpProblem(403, INACTIVE_DETAIL);
    assertAllowed(mayGrant(await actorIn(handle, principal, params.id), invitee.role));
    const email = normalizeEmail(invitee.email);
    if (email === undefined) throw new HttpProblem(422, 'Enter a valid email address.');
    const person = await findPerson(handle, email);
    if (person && (await findMembership(handle, params.id, person.id))) {
      throw new HttpProblem(409, alreadyMember);
    }
    const { secret, hash } = newLinkSecret();
    const made = await insertInvitation(handle, {
      ...invitee,
      organizationId: params.id,
      email,
      invitedByUserId: principal.userId,
      tokenHash: hash,
    });
    await auditInvitation(handle, made, 'invitation_create', principal.userId, { email, role: invitee.role });
    await sendInvitation(config, handle, { principal, organization, invitation: made.row, secret });
    return made;
  });
  return work.catch((error: unknown) => {
    if (violatedUnique(error) === 'invitations_one_pending_key') {
      throw new HttpProblem(409, 'Pending invitation already exists for this email');
    }
    throw error;
  });
}

export const invitationRoutes = {
  'POST /organizations/{id}/invitations': {
    access: 'person',
    limit: CALL_LIMITS.invitations,
    handle: async (call) =>
      invitationToWire(await invite(call, call.body, 'User is already a member of this organization')),
  },

  'GET /organizations/{id}/invitations': {
    access: 'person',
    handle: async ({ database, principal, params, query, setHeader }) => {
      const page = await database.read(principal, async (handle) => {
        await requireManagerReadOnly(handle, principal, params.id);
        return listInvitations(handle, params.id, {
          ...query,
          after: describePlace(query.after),
          status: query.status.trim().toLowerCase(),
        });
      });
      setHeader('x-total-count', String(page.total));
      return page.items;
    },
  },

  'GET /organizations/{id}/invitations/counts': {
    access: 'person',
    handle: ({ database, principal, params }) =>
      database.read(principal, async (handle) => {
        await requireManagerReadOnly(handle, principal, params.id);
        return countInvitations(handle, params.id);
      }),
  },

  'GET /organizations/{id}/invitations/{invitation_id}': {
    access: 'person',
    handle: ({ database, principal, params, query }) =>
      database.read(principal, async (handle) => {
        const { row, status } = await findAnswerableInvitation(
          handle,
          principal,
          params,
          query.token,
          findInvitation,
        );
        if (status === 'expired') throw new HttpProblem(400, EXPIRED);
        const organization = await findOrganization(handle, row.organizationId);
        if (!organization) throw new HttpProblem(404, MISSING);
        const inviter = row.invitedByUserId ? await findPersonById(handle, row.invitedByUserId) : undefined;
        return {
          organization_name: organization.name,
          inviter_name: inviter ? (inviter.displayName ?? inviter.email) : null,
          role: row.role,
          expires_at: wireTime(row.expiresAt),
        };
      }),
  },

  'POST /organizations/{id}/invitations/{invitation_id}/resend': {
    access: 'person',
    limit: CALL_LIMITS.invitations,
    handle: ({ config, database, principal, params }) =>
      database.write(principal, async (handle) => {
        const organization = await requireManager(handle, principal, params.id);
        const found = await lockInvitation(handle, params.id, params.invitation_id);
        if (!found) throw new HttpProblem(404, MISSING);
        if (found.status === 'accepted' || found.status === 'revoked') {
          throw new HttpProblem(409, `Invitation is already ${found.status}`);
        }
        assertAllowed(mayGrant(await actorIn(handle, principal, params.id), found.row.role));
        const { secret, hash } = newLinkSecret();
        const renewed = await renewInvitation(handle, found.row.id, hash);
        const expires = wireTime(renewed.row.expiresAt);
        await auditInvitation(handle, renewed, 'invitation_resend', principal.userId, {
          new_expires_at: expires,
        });
        await sendInvitation(config, handle, { principal, organization, invitation: renewed.row, secret });
        return invitationToWire(renewed);
      }),
  },

  'DELETE /organizations/{id}/invitations/{invitation_id}': {
    access: 'person',
    handle: ({ database, principal, params }) =>
      database.write(principal, async (handle) => {
        await requireManager(handle, principal, params.id);
        const found = await lockInvitation(handle, params.id, params.invitation_id);
        if (!found) throw new HttpProblem(404, MISSING);
        if (found.status !== 'pending') throw new HttpProblem(409, `Invitation is already ${found.status}`);
        await revokeInvitation(handle, found, principal.userId);
        return undefined;
      }),
  },

  'POST /organizations/{id}/invitations/{invitation_id}/accept': {
    access: 'person',
    limit: CALL_LIMITS.invitationAnswers,
    handle: (call) =>
      call.database.write(call.principal, async (handle) => {
        const { principal, params, query } = call;
        const found = await findAnswerableInvitation(handle, principal, params, query.token);
        if (found.status === 'expired') throw new HttpProblem(400, EXPIRED);
        const { role, canRead, canWrite } = found.row;
        const flags = roleFlags(role);
        // An existing member keeps their role.
        const joined = await insertMember(handle, params.id, principal.userId, {
          role,
          canRead: canRead ?? flags.canRead,
          canWrite: canWrite ?? flags.canWrite,
        });
        const membership = joined ?? (await findMembership(handle, params.id, principal.userId));
        if (!membership) throw new Error('The new membership was not found.');
        await settleInvitation(handle, found.row.id, 'accepted');
        // The invitation can no longer be answered.
        await forgetInvitation(handle, principal.userId, found.row.id);
        await auditInvitation(handle, found, 'invitation_accept', principal.userId);
        if (joined) await welcome(call, handle, found);
        await notifyInviter(call, handle, found, 'accepted');
        return {
          user_id: membership.userId,
          role: membership.role,
          can_read: membership.canRead,
          can_write: membership.canWrite,
          organization_id: membership.organizationId,
          created_at: wireTime(membership.createdAt),
        };
      }),
  },

  'POST /organizations/{id}/invitations/{invitation_id}/decline': {
    access: 'person',
    limit: CALL_LIMITS.invitationAnswers,
    handle: (call) =>
      call.database.write(call.principal, async (handle) => {
        const { principal, params, query } = call;
        const found = await findAnswerableInvitation(handle, principal, params, query.token);
        await settleInvitation(handle, found.row.id, 'revoked');
        await forgetInvitation(handle, principal.userId, found.row.id);
        await auditInvitation(handle, found, 'invitation_decline', principal.userId);
        await notifyInviter(call, handle, found, 'declined');
        return { status: 'revoked' as const };
      }),
  },
} satisfies Partial<Routes>;
