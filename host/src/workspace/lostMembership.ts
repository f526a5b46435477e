/** Learns from the answers of calls that the active organization is gone, or that the person is no member of it any more. */
import type { SessionStore } from '../session/session';
import type { WorkspaceStore } from './workspace';

/**
 * What to call when the service answered as to a person outside of an organization: session and organizations are asked for again,
 * once at a time, and a workspace that is gone is left.
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
