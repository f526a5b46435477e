/** Lets session and workspace follow when the members say another role than the session. */
import { useShell } from '@hindsight/shared-contracts/shell';
import type { Role } from '@hindsight/shared-contracts/api';
import { useEffect, useEffectEvent } from 'react';
import { ROLE_LABELS } from '../../model/access';
import type { OrganizationRow } from '../../model/organization';

/**
 * @param role the person's, as the members say; null without membership.
 * @param isKnown whether that is an answer of the service.
 */
export function useRoleChange({ id, name }: OrganizationRow, role: Role | null, isKnown: boolean): void {
  const { session, toasts, refreshSession, reloadOrganizations } = useShell();
  const before =
    session.user?.memberships.find(({ organization_id }) => organization_id === id)?.role ?? null;
  const follow = useEffectEvent(() => {
    if (before && role) toasts.show('info', `Your role in ${name} is now ${ROLE_LABELS[role]}.`);
    void refreshSession().then(reloadOrganizations);
  });
  const differs = isKnown && role !== before;
  useEffect(() => {
    if (differs) follow();
  }, [differs, role]);
}
