import { PUBLIC_SCOPE, createScopeBus } from '@hindsight/shared-contracts/events';
import { testUser } from '@hindsight/shared-contracts/testing';
import { memoryStorage, tabStorage } from '../session/storage';
import type { TabMessage, Tabs } from '../session/tabs';
import { createHost } from './createHost';
import { startInBackground } from './startPage';
import { SIGN_OUT_CHECKS } from './syncTabs';

describe('syncTabs', () => {
  /** Fake channel between the tabs of one browser, with its delay. */
  function createBrowser() {
    const ears = new Map<Tabs, (message: TabMessage) => void>();
    const browser = memoryStorage();
    let signedIn: object | null = testUser;
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      const body = String(input).includes('/user-info') ? signedIn : [];
      return new Response(JSON.stringify(body ?? {}), { status: body ? 200 : 401 });
    });
    return {
      signIn: (user: object | null) => (signedIn = user),
      openTab(tab: Record<string, string> = {}) {
        const tabs: Tabs = {
          post(message) {
            for (const [other, hear] of ears) if (other !== tabs) setTimeout(() => hear(message), 10);
          },
          listen(hear) {
            ears.set(tabs, hear);
            return () => void ears.delete(tabs);
          },
        };
        const host = createHost({ bus: createScopeBus(), tab: memoryStorage(tab), browser, tabs });
        const close = host.start();
        return {
          host,
          close,
          status: () => host.session.get().status,
          scope: () => host.workspace.get().scope,
        };
      },
    };
  }

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('propagates a sign-out within a second, whether by the button or found by a tab', async () => {
    const browser = createBrowser();
    const [one, two] = [browser.openTab(), browser.openTab()];
    await pass(50);
    tabStorage.write('hindsight.draft.agent.new', '"Deploy"');
    one.host.tabs.post({ kind: 'signing-out' });
    browser.signIn(null);
    await pass(1000);
    expect(tabStorage.read('hindsight.draft.agent.new')).toBeNull();
    expect(SIGN_OUT_CHECKS).toEqual([400, 900, 2500]);
    expect(two.status()).toBe('signed-out');
    browser.signIn(testUser);
    await one.host.session.refresh();
    await pass(100);
    expect([one.status(), two.status()]).toEqual(['signed-in', 'signed-in']);
    browser.signIn({ ...testUser, user_id: 'another' });
    const three = browser.openTab();
    await pass(100);
    expect([one, two, three].map(({ host }) => host.session.get().user?.user_id)).toEqual(
      Array(3).fill('another'),
    );
    [one, two, three].forEach(({ close }) => close());
  });

  it('keeps a tab with a draft when the session ends, and continues when the same user signs in again', async () => {
    const browser = createBrowser();
    const [one, two] = [browser.openTab(), browser.openTab()];
    await pass(50);
    two.host.drafts.hold('your reply');
    browser.signIn(null);
    await one.host.session.refresh();
    await pass(100);
    expect([one.status(), two.status(), two.host.session.ended.get()]).toEqual([
      'signed-out',
      'signed-in',
      true,
    ]);
    browser.signIn(testUser);
    await one.host.session.refresh();
    await pass(100);
    expect([one.status(), two.status(), two.host.session.ended.get()]).toEqual([
      'signed-in',
      'signed-in',
      false,
    ]);
    expect(two.host.drafts.get()).toHaveLength(1);
    [one, two].forEach(({ close }) => close());
  });

  it('shares guest mode, also with tabs that open later', async () => {
    const browser = createBrowser();
    browser.signIn(null);
    const [one, two] = [browser.openTab(), browser.openTab()];
    await pass(50);
    one.host.session.enterGuestMode();
    await pass(50);
    expect(two.status()).toBe('guest');
    const three = browser.openTab();
    await pass(100);
    expect(three.status()).toBe('guest');
    two.host.session.leaveGuestMode();
    await pass(100);
    expect([one, two, three].map(({ status }) => status())).toEqual(Array(3).fill('signed-out'));
    [one, two, three].forEach(({ close }) => close());
  });

  it('does not enter guest mode after its session ended, whatever other tabs do', async () => {
    const browser = createBrowser();
    const one = browser.openTab();
    await pass(50);
    browser.signIn(null);
    const two = browser.openTab();
    await pass(50);
    two.host.session.enterGuestMode();
    await pass(100);
    expect([one.status(), two.status()]).toEqual(['signed-out', 'guest']);
    [one, two].forEach(({ close }) => close());
  });

  it('shares the workspace, but asks a tab with a draft first', async () => {
    const browser = createBrowser();
    const [one, two, three] = [browser.openTab(), browser.openTab(), browser.openTab()];
    await pass(50);
    three.host.drafts.hold('your reply');
    await one.host.workspace.choose(PUBLIC_SCOPE);
    await pass(50);
    expect(two.scope()).toEqual(PUBLIC_SCOPE);
    expect(three.scope()?.scope).toBe('personal');
    three.host.drafts.question.get()?.answer(false);
    await pass(50);
    expect([one, two, three].map(({ scope }) => scope()?.scope)).toEqual(['public', 'public', 'personal']);
    [one, two, three].forEach(({ close }) => close());
  });

  it('ignores the workspace of another user', async () => {
    const browser = createBrowser();
    const [one, two] = [browser.openTab(), browser.openTab()];
    await pass(50);
    one.host.tabs.post({ kind: 'scope', owner: 'another-person', scope: PUBLIC_SCOPE });
    await pass(50);
    expect(two.scope()?.scope).toBe('personal');
    [one, two].forEach(({ close }) => close());
  });

  it('catches up when it becomes visible after a sleep', async () => {
    const browser = createBrowser();
    const one = browser.openTab();
    await pass(50);
    one.close();
    const two = browser.openTab();
    await pass(50);
    await two.host.workspace.choose(PUBLIC_SCOPE);
    two.close();
    expect(one.scope()?.scope).toBe('personal');
    one.host.start();
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(50);
    expect(one.scope()).toEqual(PUBLIC_SCOPE);
  });

  it("keeps a superadmin's visited organization open when a new tab starts in the personal workspace", async () => {
    const browser = createBrowser();
    browser.signIn({ ...testUser, is_superadmin: true });
    const one = browser.openTab();
    await pass(50);
    const visited = { scope: 'organization', organizationId: 'of-others' } as const;
    await one.host.workspace.choose(visited);
    const two = browser.openTab();
    await pass(50);
    expect(two.scope()?.scope).toBe('personal');
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(50);
    expect(one.scope()).toEqual(visited);
  });
});

describe('startInBackground', () => {
  const settle = () => jest.advanceTimersByTimeAsync(0);

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  async function connect(): Promise<void> {
    window.dispatchEvent(new Event('online'));
    await settle();
  }

  it('starts a task once', async () => {
    const task = jest.fn(async () => undefined);
    startInBackground(task);
    expect(task).toHaveBeenCalledTimes(1);
    await settle();
    await connect();
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('reports a task that a lost connection interrupted, and retries it when the connection is back', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation();
    const task = jest.fn(async () => undefined).mockRejectedValueOnce(new Error('Loading chunk 805 failed.'));
    startInBackground(task);
    await settle();
    expect(warned.mock.calls).toEqual([[expect.stringContaining('Loading chunk 805 failed.')]]);
    await connect();
    await connect();
    expect(task).toHaveBeenCalledTimes(2);
  });
});
