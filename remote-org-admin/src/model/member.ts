/** Members of an organization, read from whatever the service sent, and the sentences about them. */
import type { Role } from '@hindsight/shared-contracts/api';
import { fields, firstText } from '@hindsight/shared-contracts/api/client';
import { listIn } from '@hindsight/shared-contracts/api/rows';

export interface MemberRow {
  userId: string;
  email: string;
  /** Empty when the person gave none. */
  displayName: string;
  role: Role;
  canRead: boolean;
  canWrite: boolean;
}

export const MEMBERS_FAILED = 'Failed to fetch organization members';
export const REMOVED = 'Member removed successfully';
export const ROLE_CHANGED = 'Member role updated successfully';

/** Asked before a member is removed. */
export const removeQuestion = (member: string) =>
  `Are you sure you want to remove ${member} from the organization?`;

/** How a member is called in a sentence. */
export const nameOf = ({ displayName, email, userId }: MemberRow) => displayName || email || userId;

const ROLES: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];

/** What is no role of ours has the least rights. */
export function readRole(value: unknown): Role {
  return ROLES.find((role) => role === value) ?? 'viewer';
}

function readMember(value: unknown): MemberRow | null {
  const row = fields(value);
  const userId = firstText(row['user_id']);
  if (userId === '') return null;
  return {
    userId,
    email: firstText(row['email']),
    displayName: firstText(row['display_name']),
    role: readRole(row['role']),
    canRead: row['can_read'] === true,
    canWrite: row['can_write'] === true,
  };
}

/** By e-mail, whatever order they came in. */
export function readMembers(answer: unknown): MemberRow[] {
  return listIn(answer)
    .map(readMember)
    .filter((row) => row !== null)
    .sort((a, b) => a.email.localeCompare(b.email));
}
