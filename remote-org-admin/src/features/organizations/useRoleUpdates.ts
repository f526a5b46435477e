/** Announces a change of the user's role in the members, and refreshes session and workspaces if the session's role differs. */
import type { Organization, Role } from '@hindsight/shared-contracts/api';
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useEffectEvent, useRef } from 'react';
import { organizationTexts } from './texts';

/**
 * @param role the user's role in the members; null without membership.
 * @param isKnown whether the members are loaded.
 */
export function useRoleUpdates({ id, name }: Organization, role: Role | null, isKnown: boolean): void {
  const { session, toasts, refreshSession, reloadOrganizations } = useShell();
  const before =
    session.user?.memberships.find(({ organization_id }) => organization_id === id)?.role ?? null;
  const differs = isKnown && role !== before;
  // The session may learn of a change before the members do; that alone is not announced.
  const said = useRef(before);
  const update = useEffectEvent(() => {
    if (isKnown && role !== said.current) {
      if (said.current && role) toasts.show('info', organizationTexts.roleIsNow(name, role));
      said.current = role;
    }
    if (differs) void refreshSession().then(reloadOrganizations);
  });
  useEffect(() => update(), [differs, isKnown, role]);
}
