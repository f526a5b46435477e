/** Makes the one object that remotes see of the host; it changes only when something in it does. */
import { PERSONAL_SCOPE } from '@hindsight/shared-contracts/events';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { useMemo } from 'react';
import { flagsOf } from '../session/userInfo';
import { setting } from '../session/settings';
import { SlotOutlet } from '../shell/SlotOutlet';
import { slotProblem } from '../shell/slotProblem';
import { useStore } from '../state/store';
import type { ComposedHost } from './createHost';

/** Said before the hint of a blocked write. */
export const GUEST_READ_ONLY = 'Guest mode is read-only.';

export function useShellValue(host: ComposedHost): Shell {
  const session = useStore(host.session);
  const { scope, organizations } = useStore(host.workspace);
  const flags = useMemo(() => flagsOf(session.user), [session.user]);
  return useMemo(
    () => ({
      session,
      scope: scope ?? PERSONAL_SCOPE,
      organizations,
      flags,
      offers: (capability) => session.user?.capabilities?.includes(capability) ?? false,
      setting,
      api: host.api,
      toasts: host.toasts,
      setPageHeader: host.pageHeader.push,
      guardWrite(hint) {
        if (session.status !== 'guest') return true;
        host.toasts.show('warning', `${GUEST_READ_ONLY} ${hint}`);
        return false;
      },
      holdDraft: host.drafts.hold,
      refreshSession: host.session.refresh,
      reloadOrganizations: host.workspace.reloadOrganizations,
      renderSlot: (name, props, options) => <SlotOutlet name={name} props={props} options={options} />,
      slotProblem,
    }),
    [host, session, scope, organizations, flags],
  );
}
