import type { Session } from '@hindsight/shared-contracts/shell';
import { createRegistry } from '../federation/registry';
import type { RemoteState } from '../federation/remotes';
import { exampleRelease, putRegistry } from '../federation/testing';
import type { Host } from '../shell/hostContext';
import { createStore } from '../state/store';
import { pageReady } from './pageReady';

const release = exampleRelease();

/** A document at /dashboard, with or without the preloads that a server adds for a session. */
function openDocument(preloads: boolean) {
  putRegistry({ memory: release });
  window.history.replaceState(null, '', '/dashboard');
  if (preloads)
    document.body.insertAdjacentHTML(
      'beforeend',
      `<link rel="preload" as="script" href="${release.baseUrl}remoteEntry.js">`,
    );
  const session = createStore<Session>({ status: 'loading', user: null });
  const state = createStore<RemoteState | undefined>(undefined);
  const ensure = jest.fn();
  const remotes = { ensure, state: () => state.get(), subscribe: state.subscribe };
  let isReady = false;
  const federation = { registry: createRegistry(), remotes };
  void pageReady({ federation, session } as unknown as Host).then(() => (isReady = true));
  const settle = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return isReady;
  };
  return { session, state, ensure, settle };
}

const loaded = (preload: () => Promise<void>): RemoteState => ({
  status: 'ready',
  module: { routes: [], slots: {}, preload },
});

it('waits for the session and the code of a preloaded page', async () => {
  const { session, state, ensure, settle } = openDocument(true);
  expect(ensure).toHaveBeenCalledWith('memory');
  session.set({ status: 'signed-out', user: null });
  expect(await settle()).toBe(false);
  let arrive = () => undefined as void;
  const preload = jest.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
  state.set(loaded(preload));
  expect(await settle()).toBe(false);
  expect(preload).toHaveBeenCalledWith('/dashboard');
  arrive();
  expect(await settle()).toBe(true);
});

it('waits for the session alone where the document preloads no page', async () => {
  const { session, ensure, settle } = openDocument(false);
  expect(await settle()).toBe(false);
  session.set({ status: 'signed-out', user: null });
  expect(await settle()).toBe(true);
  expect(ensure).not.toHaveBeenCalled();
});

it('is ready when the code of the page failed to load', async () => {
  const { session, state, settle } = openDocument(true);
  session.set({ status: 'signed-out', user: null });
  state.set(loaded(() => Promise.reject(new Error('Loading chunk 7 failed.'))));
  expect(await settle()).toBe(true);
});
