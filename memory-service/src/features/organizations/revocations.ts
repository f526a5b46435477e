/** Invitations that end before they are answered, and their audit events. */
import type { Member, Role } from '@hindsight/shared-contracts/api';
import type { AuditAction } from '@hindsight/shared-contracts/rules';
import { mayGrant } from '../../platform/auth/rules/organizationRules';
import { audit } from '../../platform/database/audits';
import type { Handle } from '../../platform/database/database';
import { lockInvitations, settleInvitation } from './queries/invitations';
import type { StoredInvitation } from './queries/invitations';
import { findPerson } from './queries/members';
import { forgetInvitation } from '../notifications';

/** Writes an audit event about an invitation. */
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

/** Ends an open invitation: its link is worth nothing any more. */
export async function revokeInvitation(
  handle: Handle,
  found: StoredInvitation,
  actorUserId: string,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  await settleInvitation(handle, found.row.id, 'revoked');
  // Inviting and revoking in turn must not fill a stranger's list.
  const invitee = await findPerson(handle, found.row.email);
  if (invitee) await forgetInvitation(handle, invitee.id, found.row.id);
  await auditInvitation(handle, found, 'invitation_revoke', actorUserId, metadata);
}

/**
 * Ends the open invitations of a member who could not send them any more: in the new role, or without one. Otherwise who is about to be
 * removed invites a second account first, and is back.
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
