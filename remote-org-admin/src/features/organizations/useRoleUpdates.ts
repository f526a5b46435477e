/** Refreshes session and workspaces when the person's role among the members differs from the session's. */
import type { Organization, Role } from '@hindsight/shared-contracts/api';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useEffectEvent } from 'react';
import { organizationTexts } from './texts';

/**
 * @param role the person's role among the members; null without membership.
 * @param isKnown whether the members are loaded.
 */
export function useRoleUpdates({ id, name }: Organization, role: Role | null, isKnown: boolean): void {
  const { session, toasts, refreshSession, reloadOrganizations } = useShell();
  const before =
    session.user?.memberships.find(({ organization_id }) => organization_id === id)?.role ?? null;
  const update = useEffectEvent(() => {
    if (before && role) toasts.show('info', organizationTexts.roleIsNow(name, role));
    void refreshSession().then(reloadOrganizations);
  });
  const differs = isKnown && role !== before;
  useEffect(() => {
    if (differs) update();
  }, [differs, role]);
}
