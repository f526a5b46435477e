/** Revokes invitations, with audit events. */
import type { Member, Role } from '@hindsight/shared-contracts/api';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import { mayGrant } from '../../platform/auth/rules/organizationRules';
import { audit } from '../../platform/database/audits';
import type { Handle } from '../../platform/database/database';
import { lockInvitations, settleInvitation } from './queries/invitations';
import type { StoredInvitation } from './queries/invitations';
import { findPerson } from './queries/members';
import { forgetInvitation } from '../notifications';

/** Adds an event about an invitation to the audit trail. */
export const auditInvitation = (
  handle: Handle,
  { row }: StoredInvitation,
  actionType: AuditAction,
  actorUserId: string,
  metadata: Record<string, unknown> = {},
) =>
  audit(handle, {
    actionType,
    targetType: 'invitation',
    targetId: row.id,
    organizationId: row.organizationId,
    actorUserId,
    metadata,
  });

/** Revokes an open invitation and invalidates its link. */
export async function revokeInvitation(
  handle: Handle,
  found: StoredInvitation,
  actorUserId: string,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  await settleInvitation(handle, found.row.id, 'revoked');
  // Alternating invitations and revocations must not fill the invitee's notifications.
  const invitee = await findPerson(handle, found.row.email);
  if (invitee) await forgetInvitation(handle, invitee.id, found.row.id);
  await auditInvitation(handle, found, 'invitation_revoke', actorUserId, metadata);
}

/**
 * Revokes the open invitations that a member could no longer send in the new role, or without one. Otherwise a person about to be removed
 * could invite a second account first and return.
 */
export async function revokeBeyond(
  handle: Handle,
  organizationId: string,
  { user_id: userId }: Pick<Member, 'user_id'>,
  role: Role | undefined,
  actorUserId: string,
): Promise<void> {
  for (const found of await lockInvitations(handle, organizationId, userId)) {
    const mayStill = role !== undefined && mayGrant({ isSuperadmin: false, role }, found.row.role).allowed;
    if (!mayStill) await revokeInvitation(handle, found, actorUserId, { reason: 'sender' });
  }
}
