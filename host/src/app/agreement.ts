/** Keeps the tabs of one browser in agreement: sign-in and sign-out, guest mode, and the active workspace. */
import { sameScope, type ActiveScope } from '@hindsight/shared-contracts/events';
import type { SessionStore } from '../session/session';
import type { Tabs } from '../session/tabs';
import type { Drafts } from '../shell/drafts';
import type { WorkspaceStore } from '../workspace/workspace';

/** When a tab looks again after another one began to sign out, in milliseconds. */
export const SIGN_OUT_LOOKS = [400, 900, 2500] as const;

interface Parts {
  tabs: Tabs;
  session: SessionStore;
  workspace: WorkspaceStore;
  drafts: Drafts;
  /** The workspace that this browser remembers of a person: another tab may have chosen it while this one slept. */
  remembered(owner: string): ActiveScope | null;
}

/** Starts agreeing; answers how to stop. */
export function agree(
  { tabs, session, workspace, drafts, remembered }: Parts,
  page: Document = document,
): () => void {
  const looks = new Set<ReturnType<typeof setTimeout>>();
  /** Nobody, too, while the page of somebody whose session is over is kept for its drafts. */
  const person = () => (session.over.get() ? null : (session.get().user?.user_id ?? null));
  let lastPerson: string | null | undefined;
  let isGuest = false;
  let lastScope: ActiveScope | null = null;
  /** Set while this tab does what another one said: that is no news. */
  let following = false;

  function tellSession(): void {
    const { status } = session.get();
    if (status === 'loading' || status === 'unreachable') return;
    const wasGuest = isGuest;
    isGuest = status === 'guest';
    if (isGuest !== wasGuest && status !== 'signed-in') tabs.say({ kind: 'guest', on: isGuest });
    const now = person();
    if (now === lastPerson) return;
    lastPerson = now;
    tabs.say({ kind: 'session', user: now });
    if (status === 'signed-out') tabs.say({ kind: 'any-guest' });
  }

  function tellScope(): void {
    const { scope } = workspace.get();
    const owner = person();
    const before = lastScope;
    lastScope = scope;
    // What a tab starts with was chosen earlier.
    if (!scope || !before || !owner || following || sameScope(before, scope)) return;
    tabs.say({ kind: 'scope', owner, scope });
  }

  /** A draft here is not lost by what happens there: the person is asked first. */
  async function followScope(scope: ActiveScope): Promise<void> {
    const current = workspace.get().scope;
    if (!current || sameScope(current, scope) || !(await drafts.mayLoseInPlace())) return;
    following = true;
    await workspace.choose(scope);
    following = false;
  }

  function hear(message: Parameters<Parameters<Tabs['listen']>[0]>[0]): void {
    const { status } = session.get();
    switch (message.kind) {
      case 'session':
        if (status !== 'loading' && message.user !== person()) void session.refresh();
        break;
      case 'signing-out':
        for (const wait of SIGN_OUT_LOOKS) looks.add(setTimeout(() => void session.refresh(), wait));
        break;
      case 'guest':
        if (message.on && (status === 'signed-out' || status === 'unreachable')) session.enterGuestMode();
        if (!message.on && status === 'guest') session.leaveGuestMode();
        break;
      case 'any-guest':
        if (status === 'guest') tabs.say({ kind: 'guest', on: true });
        break;
      case 'scope':
        if (message.owner === person()) void followScope(message.scope);
    }
  }

  function onVisible(): void {
    const owner = person();
    const scope = owner && page.visibilityState === 'visible' ? remembered(owner) : null;
    if (scope) void followScope(scope);
  }

  page.addEventListener('visibilitychange', onVisible);
  const stops = [
    tabs.listen(hear),
    session.subscribe(tellSession),
    session.over.subscribe(tellSession),
    workspace.subscribe(tellScope),
    () => page.removeEventListener('visibilitychange', onVisible),
    () => looks.forEach(clearTimeout),
  ];
  return () => stops.forEach((stop) => stop());
}
