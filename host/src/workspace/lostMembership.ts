/** Detects from API responses that the active organization is gone, or that the user is no longer its member. */
import type { SessionStore } from '../session/session';
import type { WorkspaceStore } from './workspace';

/**
 * Returns a callback for responses to a user outside of an organization: it refreshes session and organizations, one run at a time, and
 * thereby leaves a workspace that is gone.
 */
export function createOutsideWatch(
  session: Pick<SessionStore, 'refresh'>,
  workspace: Pick<WorkspaceStore, 'get' | 'reloadOrganizations'>,
): (organizationId: string) => void {
  let isLooking = false;
  const isActive = (id: string) => workspace.get().scope?.organizationId === id;

  async function reloadSession(id: string): Promise<void> {
    await session.refresh();
    if (isActive(id)) await workspace.reloadOrganizations();
  }

  return (id) => {
    if (isLooking || !isActive(id)) return;
    isLooking = true;
    void reloadSession(id).finally(() => (isLooking = false));
  };
}
