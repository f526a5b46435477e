/** Texts of Organization Management: organizations, members and invitations. */
import type { InvitationStatus, Role } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { formatNumber, mayManage, describeError } from '@hindsight/shared-contracts/rules';
import { isDemotion } from '../../model/access';

export const ROLE_LABELS: Record<Role, string> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Admin',
  owner: 'Owner',
};

const failed = (action: string) => (reason: string) => `Failed to ${action}: ${reason}`;
const counted = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

export const settingsTexts = {
  titles: { members: 'Members', invitations: 'Invitations', audit: 'Audit trail' },
  members: (count: number) => counted(count, 'member', 'members'),
  managersOnly: 'Only owners and admins can see this',
  managersOnlyHint: 'Ask an owner or admin of the organization for that role.',
  personal: 'Your personal workspace has no members',
  personalHint: 'Switch to an organization to manage its members and invitations and to see its audit trail.',
  manage: 'Manage organizations',
};

export const organizationTexts = {
  listFailed: 'Failed to load organizations',
  loadFailed: 'Failed to load the organization',
  nameRequired: 'Organization name is required',
  slugHint: 'Optional: letters, digits, - and _',
  created: 'Organization created successfully!',
  createFailed: 'Failed to create organization. Please try again.',
  updated: 'Organization updated successfully',
  updateFailed: failed('update organization'),
  idCopied: 'Organization ID copied',
  switchTo: 'Switch to this workspace',
  isActiveWorkspace: 'Active workspace',
  inactive: 'This organization is inactive. Members can read, but not change anything.',
  accessNeeded: 'Managing an organization needs beta access. You can still see its members, and leave it.',
  inactiveHint: 'While an organization is inactive, members can read, but not change anything.',
  none: 'You are not a member of any organization yet.',
  noneTitle: 'No organizations yet',
  noneHint: 'Create one with “+ New”. You become its owner and can invite others.',
  noMatchTitle: 'No matching organizations',
  noMatch: (search: string) => `No organization matches “${search}”.`,
  signedOut: 'Sign in to manage organizations.',
  allForSuperadmins: 'Only superadmins can view all organizations',
  showAllTitle: 'Switch to All Organizations?',
  showAll:
    'You will see every organization, including those you are not a member of. Changes you make there affect their members immediately.',
  membersOnly: 'You can only access organizations where you are a member',
  membersOnlyHint: 'It may have been deleted, or your membership may have ended.',
  readOnly: 'Read-only (not a member)',
  roleIsNow: (name: string, role: Role) => `Your role in ${name} is now ${ROLE_LABELS[role]}.`,
};

export const deletionTexts = {
  warning: 'This cannot be undone. Agents, memories and keywords must be removed first.',
  checking: 'Checking its contents…',
  consequence: 'Members lose access, and pending invitations are canceled.',
  countFailed: 'Couldn’t count its contents. Only an empty organization can be deleted.',
  agents: (count: number) => counted(count, 'agent', 'agents'),
  memories: (count: number) => counted(count, 'memory', 'memories'),
  keywords: (count: number) => counted(count, 'keyword', 'keywords'),
  places: 'Switch to its workspace to remove them. To keep anything, export it from Memory Blocks first.',
  inactive: 'It is inactive. Activate it first so that you can remove its contents.',
  deleted: 'Organization deleted successfully',
  failed: failed('delete organization'),
};

export const leavingTexts = {
  leave: 'Leave',
  title: (name: string) => `Leave ${name}?`,
  question: 'You’ll lose access to its memories. You’ll need a new invitation to come back.',
  left: (name: string) => `You left ${name}`,
  failed: failed('leave organization'),
};

export const memberTexts = {
  loadFailed: 'Failed to fetch organization members',
  roleChanged: 'Member role updated successfully',
  roleFailed: failed('update member role'),
  roleTitle: (role: Role) => `Change role to ${ROLE_LABELS[role]}?`,
  removeQuestion: (member: string) => `Are you sure you want to remove ${member} from the organization?`,
  removed: 'Member removed successfully',
  removeFailed: failed('remove member'),
  alreadyRemoved: 'Someone else has already removed this member.',
};

const ABILITIES: Record<Role, string> = {
  viewer: 'can read the memories of this organization, but cannot change anything',
  editor: 'can read and change the memories of this organization, but cannot manage its members',
  admin: 'can change memories, manage members and invitations, and delete the organization',
  owner: 'can do everything here, including changing and removing other owners',
};

const roleManages = (role: Role) => mayManage({ isSuperadmin: false, role });

/** Explains the effect of a role change on a member and on invitations that they sent as a manager. */
export function roleQuestion(member: string, from: Role, to: Role): string {
  const can = `As ${ROLE_LABELS[to]}, ${member} ${ABILITIES[to]}.`;
  if (!isDemotion(from, to) || !roleManages(from)) return can;
  const invitations = roleManages(to) ? 'invitations to become an owner' : 'invitations';
  return `${can} Pending ${invitations} that they sent are canceled.`;
}

/** Why changing a member failed. A missing member still existed when the page was rendered. */
export const memberError = (error: unknown): string =>
  error instanceof ApiError && error.status === 404 ? memberTexts.alreadyRemoved : describeError(error);

export const invitationTexts = {
  loadFailed: 'Failed to fetch invitations',
  emailRequired: 'Email is required',
  sent: 'Invitation sent',
  sendFailed: failed('send invitation'),
  resent: 'Invitation resent',
  resendFailed: failed('resend'),
  revokeTitle: 'Revoke this invitation?',
  revokeQuestion: (email: string) => `The link that ${email} received will stop working.`,
  revokePendingOnly: 'Only pending invitations can be revoked.',
  revoked: 'Invitation revoked',
  declined: 'Declined',
  revokeFailed: failed('revoke'),
  managersOnly: 'Only admins and owners can invite members.',
  inactive: 'You cannot invite people to an inactive organization.',
  resendPendingOnly: 'Only pending invitations can be resent.',
  ownersOnly: 'Only an owner can invite owners.',
  noAudit: 'No audit events for this invitation.',
  auditFailed: 'Failed to load',
};

export const FILTER_LABELS: Record<InvitationStatus | 'all', string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  revoked: 'Revoked',
  expired: 'Expired',
  all: 'All',
};

/** Labels of audit actions. */
export const ACTION_LABELS: Readonly<Record<string, string>> = {
  invitation_create: 'Sent',
  invitation_resend: 'Resent',
  invitation_revoke: 'Revoked',
  invitation_accept: 'Accepted',
  invitation_decline: 'Declined',
};
