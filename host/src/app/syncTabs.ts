/** Keeps the tabs of one browser in sync: sign-in and sign-out, guest mode, and the active workspace. */
import { sameScope, type ActiveScope } from '@hindsight/shared-contracts/events';
import { clearDrafts } from '@hindsight/shared-contracts/shell';
import type { SessionStore } from '../session/session';
import type { Tabs } from '../session/tabs';
import type { Drafts } from '../shell/drafts';
import type { WorkspaceStore } from '../workspace/workspace';

/** When a tab checks the session again after another one began to sign out, in milliseconds. */
export const SIGN_OUT_CHECKS = [400, 900, 2500] as const;

interface Parts {
  tabs: Tabs;
  session: SessionStore;
  workspace: WorkspaceStore;
  drafts: Drafts;
  /** The workspace that this browser remembers of a person: another tab may have chosen it while this one slept. */
  remembered(owner: string): ActiveScope | null;
}

/** Starts syncing; returns how to stop. */
export function syncTabs(
  { tabs, session, workspace, drafts, remembered }: Parts,
  page: Document = document,
): () => void {
  const checks = new Set<ReturnType<typeof setTimeout>>();
  /** Null also while a page is kept for its drafts after the session ended. */
  const person = () => (session.ended.get() ? null : (session.get().user?.user_id ?? null));
  let lastPerson: string | null | undefined;
  let isGuest = false;
  let lastScope: ActiveScope | null = null;
  /** Set while this tab follows another one, which needs no message back. */
  let following = false;

  function postSession(): void {
    const { status } = session.get();
    if (status === 'loading' || status === 'unreachable') return;
    const wasGuest = isGuest;
    isGuest = status === 'guest';
    if (isGuest !== wasGuest && status !== 'signed-in') tabs.post({ kind: 'guest', on: isGuest });
    const now = person();
    if (now === lastPerson) return;
    lastPerson = now;
    tabs.post({ kind: 'session', user: now });
    if (status === 'signed-out') tabs.post({ kind: 'any-guest' });
  }

  function postScope(): void {
    const { scope } = workspace.get();
    const owner = person();
    const before = lastScope;
    lastScope = scope;
    // A tab starts with what was chosen earlier.
    if (!scope || !before || !owner || following || sameScope(before, scope)) return;
    tabs.post({ kind: 'scope', owner, scope });
  }

  /** Asks before a draft of this tab would be lost. */
  async function followScope(scope: ActiveScope): Promise<void> {
    const current = workspace.get().scope;
    if (!current || sameScope(current, scope) || !(await drafts.mayLoseInPlace())) return;
    following = true;
    await workspace.choose(scope);
    following = false;
  }

  function onMessage(message: Parameters<Parameters<Tabs['listen']>[0]>[0]): void {
    const { status } = session.get();
    switch (message.kind) {
      case 'session':
        if (status !== 'loading' && message.user !== person()) void session.refresh();
        break;
      case 'signing-out':
        clearDrafts();
        for (const wait of SIGN_OUT_CHECKS) checks.add(setTimeout(() => void session.refresh(), wait));
        break;
      case 'guest':
        // A page whose session ended offers to sign in again; a guest's rows would read as if everything were gone.
        if (message.on && (status === 'signed-out' || status === 'unreachable') && !session.ended.get())
          session.enterGuestMode();
        if (!message.on && status === 'guest') session.leaveGuestMode();
        break;
      case 'any-guest':
        if (status === 'guest') tabs.post({ kind: 'guest', on: true });
        break;
      case 'scope':
        if (message.owner === person()) void followScope(message.scope);
    }
  }

  function onVisible(): void {
    const owner = person();
    // Loading a page leaves an organization that one only looks at, and says so; what a new tab remembers then moves no other tab.
    if (!owner || page.visibilityState !== 'visible' || workspace.get().visited) return;
    const scope = remembered(owner);
    if (scope) void followScope(scope);
  }

  page.addEventListener('visibilitychange', onVisible);
  const stops = [
    tabs.listen(onMessage),
    session.subscribe(postSession),
    session.ended.subscribe(postSession),
    workspace.subscribe(postScope),
    () => page.removeEventListener('visibilitychange', onVisible),
    () => checks.forEach(clearTimeout),
  ];
  return () => stops.forEach((stop) => stop());
}
