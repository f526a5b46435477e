/** Whether a person may change the data of a workspace, as far as the page knows; the service decides. */
import type { ActiveScope } from '../events';
import type { Session } from '../shell';

export const READ_ONLY_ORGANIZATION = 'You can read this organization, but not change it.';
export const READ_ONLY_PUBLIC = 'Only superadmins can change public memories.';

/** The reason for disabling write actions, or null. Null for guests too: the guest guard handles their attempts. */
export function writeProblem(session: Session, scope: ActiveScope): string | null {
  const user = session.user;
  if (!user || user.is_superadmin) return null;
  if (scope.scope === 'public') return READ_ONLY_PUBLIC;
  if (scope.organizationId === null) return null;
  const id = scope.organizationId.toLowerCase();
  const membership = user.memberships.find(({ organization_id: own }) => own.toLowerCase() === id);
  return membership && !membership.can_write ? READ_ONLY_ORGANIZATION : null;
}
