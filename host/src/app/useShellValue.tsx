/** Builds the shell object that remotes see of the host; its identity changes only with its values. */
import { PERSONAL_SCOPE, type ActiveScope } from '@hindsight/shared-contracts/events';
import type { LiveChanges, Shell, SlotName } from '@hindsight/shared-contracts/shell';
import { startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { readFlags } from '../session/userInfo';
import { reportPart } from '../shell/PartReports';
import { SlotOutlet } from '../shell/SlotOutlet';
import { failedRemotes, slotProblem } from '../shell/slotProblem';
import { filterByWorkspace } from '../live/live';
import { useStore, useStorePart } from '../state/store';
import type { ComposedHost } from './createHost';

/** Precedes the hint of a blocked write. */
const GUEST_READ_ONLY = 'Guest mode is read-only.';

function useLiveChanges({ live }: ComposedHost, scope: ActiveScope): LiveChanges {
  const isOpen = useStore(live.isOpen);
  return useMemo(
    () => ({
      isOpen,
      subscribe: (listener) =>
        live.subscribe((changes) => {
          const own = filterByWorkspace(changes, scope);
          if (own.length > 0) listener(own);
        }),
    }),
    [live, isOpen, scope],
  );
}

/**
 * The user's organizations, updated in a transition: the list arrives while React renders the first page in steps, and a store that changes
 * during a concurrent render makes React restart it synchronously.
 */
function useOrganizations({ workspace }: ComposedHost) {
  const [organizations, setOrganizations] = useState(workspace.get().organizations);
  useEffect(() => {
    const update = () => startTransition(() => setOrganizations(workspace.get().organizations));
    update();
    return workspace.subscribe(update);
  }, [workspace]);
  return organizations;
}

/** Actions of the shell. Their identity is stable for the lifetime of the page, so that consumers do not rerender. */
function useShellActions(host: ComposedHost) {
  return useMemo(
    () =>
      ({
        api: host.api,
        toasts: host.toasts,
        setPageHeader: host.pageHeader.push,
        guardWrite(hint) {
          if (host.session.get().status !== 'guest') return true;
          host.toasts.show('warning', `${GUEST_READ_ONLY} ${hint}`);
          return false;
        },
        holdDraft: (what, discard) => host.drafts.hold(what, null, discard),
        refreshSession: host.session.refreshAfterChange,
        chooseWorkspace: async (next) => (await host.drafts.mayLoseInPlace()) && host.workspace.choose(next),
        reloadOrganizations: host.workspace.reloadOrganizations,
        reportFailure: (error) => reportPart(error),
        renderSlot: (name, props, options) => <SlotOutlet name={name} props={props} options={options} />,
      }) satisfies Partial<Shell>,
    [host],
  );
}

export function useShellValue(host: ComposedHost): Shell {
  const actions = useShellActions(host);
  const session = useStore(host.session);
  const scope = useStorePart(host.workspace, (workspace) => workspace.scope);
  const organizations = useOrganizations(host);
  const config = useStore(host.settings);
  const debugPanel = useStore(host.debugPanel);
  const live = useLiveChanges(host, scope ?? PERSONAL_SCOPE);
  const flags = useMemo(() => readFlags(session.user, config.flags), [session.user, config.flags]);
  const { federation } = host;
  const failedNow = () => failedRemotes(federation);
  const failed = useSyncExternalStore(federation.remotes.subscribe, failedNow, failedNow);
  // A remote that fails or recovers changes what `slotProblem` returns, so components that use it have to rerender.
  const findProblem = useMemo(() => {
    void failed;
    return (name: SlotName) => slotProblem(federation, name);
  }, [failed, federation]);
  return useMemo(
    () => ({
      ...actions,
      session,
      scope: scope ?? PERSONAL_SCOPE,
      organizations,
      flags,
      config,
      debugPanel,
      live,
      slotProblem: findProblem,
    }),
    [actions, session, scope, organizations, flags, config, debugPanel, live, findProblem],
  );
}
