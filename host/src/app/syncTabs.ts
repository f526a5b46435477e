/** Keeps the tabs of one browser in sync: sign-in and sign-out, guest mode, and the active workspace. */
import { sameScope, type ActiveScope } from '@hindsight/shared-contracts/events';
import { clearDrafts } from '@hindsight/shared-contracts/shell';
import type { SessionStore } from '../session/session';
import type { Tabs } from '../session/tabs';
import type { Drafts } from '../shell/drafts';
import type { WorkspaceStore } from '../workspace/workspace';

/** Delays in milliseconds after which a tab rechecks the session once another tab has started to sign out. */
export const SIGN_OUT_CHECKS = [400, 900, 2500] as const;

interface Parts {
  tabs: Tabs;
  session: SessionStore;
  workspace: WorkspaceStore;
  drafts: Drafts;
  /** Workspace of a user as stored in this browser: another tab may have changed it while this one slept. */
  remembered(owner: string): ActiveScope | null;
}

/** Starts syncing; returns a stop function. */
export function syncTabs(
  { tabs, session, workspace, drafts, remembered }: Parts,
  page: Document = document,
): () => void {
  const checks = new Set<ReturnType<typeof setTimeout>>();
  /** Null also while a page with drafts stays open after its session ended. */
  const person = () => (session.ended.get() ? null : (session.get().user?.user_id ?? null));
  let lastPerson: string | null | undefined;
  let isGuest = false;
  let lastScope: ActiveScope | null = null;
  /** Set while this tab applies another tab's change, which must not be broadcast back. */
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
    // A tab restores its previous choice at start, which is not a change to broadcast.
    if (!scope || !before || !owner || following || sameScope(before, scope)) return;
    tabs.post({ kind: 'scope', owner, scope });
  }

  /** Asks first when a draft of this tab would be lost. */
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
        // A page whose session ended offers to sign in again; in guest mode its data would seem to be gone.
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
    // A reload leaves a visited organization and says so; the choice that a new tab then stores must not move other tabs.
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
