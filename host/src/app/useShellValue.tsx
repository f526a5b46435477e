/** Makes the one object that remotes see of the host; it changes only when something in it does. */
import { PERSONAL_SCOPE } from '@hindsight/shared-contracts/events';
import type { Shell, SlotName } from '@hindsight/shared-contracts/shell';
import { useMemo } from 'react';
import { useFailedRemotes } from '../federation/useRemote';
import { flagsOf } from '../session/userInfo';
import { SlotOutlet } from '../shell/SlotOutlet';
import { slotProblem } from '../shell/slotProblem';
import { useStore } from '../state/store';
import type { ComposedHost } from './createHost';

/** Said before the hint of a blocked write. */
export const GUEST_READ_ONLY = 'Guest mode is read-only.';

export function useShellValue(host: ComposedHost): Shell {
  const session = useStore(host.session);
  const { scope, organizations } = useStore(host.workspace);
  const config = useStore(host.settings);
  const capabilities = useStore(host.capabilities);
  const debugPanel = useStore(host.debugPanel);
  const flags = useMemo(() => flagsOf(session.user, config.flags), [session.user, config.flags]);
  const failedRemotes = useFailedRemotes();
  // A part that fails or comes back changes what `slotProblem` answers, so it is a new promise to everybody who asked.
  const problemOf = useMemo(() => {
    void failedRemotes;
    return (name: SlotName) => slotProblem(name);
  }, [failedRemotes]);
  return useMemo(
    () => ({
      session,
      scope: scope ?? PERSONAL_SCOPE,
      organizations,
      flags,
      config,
      debugPanel,
      offers: (capability) => capabilities.has(capability),
      api: host.api,
      toasts: host.toasts,
      setPageHeader: host.pageHeader.push,
      guardWrite(hint) {
        if (session.status !== 'guest') return true;
        host.toasts.show('warning', `${GUEST_READ_ONLY} ${hint}`);
        return false;
      },
      holdDraft: (what) => host.drafts.hold(what),
      refreshSession: host.session.refresh,
      chooseWorkspace: async (next) => (await host.drafts.mayLoseInPlace()) && host.workspace.choose(next),
      reloadOrganizations: host.workspace.reloadOrganizations,
      renderSlot: (name, props, options) => <SlotOutlet name={name} props={props} options={options} />,
      slotProblem: problemOf,
    }),
    [host, session, scope, organizations, flags, config, debugPanel, capabilities, problemOf],
  );
}
