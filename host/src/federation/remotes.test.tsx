import { act, render, screen } from '@testing-library/react';
import { FederationProvider, useRemote } from './federation';
import { createRemoteLoader } from './loader';
import { createNotices } from './notices';
import { createRegistry } from './registry';
import type { Releases } from './releases/releases';
import { createRemotes, SLOW_AFTER_MS } from './remotes';
import {
  exampleRelease,
  memoryContainer,
  playScripts,
  putRegistry,
  type ScriptFate,
  startRuntime,
} from './testing';

const exposed = { routes: [], slots: {} };

function Part() {
  const state = useRemote('memory');
  if (state.status === 'ready') return <p>ready</p>;
  if (state.status === 'loading') return <p>{state.slow ? 'slow' : 'loading'}</p>;
  return <button onClick={state.retry}>{state.failure.reason}</button>;
}

/** Every request of one load. */
const FAILS: ScriptFate[] = ['fails', 'fails', 'fails', 'fails', 'fails'];

const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));

const retried = jest.fn(async () => undefined);
const releases: Releases = {
  manager: () => Promise.reject(new Error('No manager runs here.')),
  decision: () => null,
  refusal: async () => null,
  loadFailed: async () => undefined,
  retried,
  crashed: () => undefined,
  followRouter: () => () => undefined,
  stop: () => undefined,
};

function setUp(container: string, fates: (arrives: ScriptFate) => ScriptFate[]) {
  const baseUrl = `http://localhost:3001/${container}/`;
  putRegistry({ memory: exampleRelease({ container, version: `1.0.0-${container}`, baseUrl }) });
  globalThis.fetch = jest.fn(async () => {
    throw new TypeError('refused');
  });
  const scripts = playScripts(fates({ leaves: container, container: memoryContainer(exposed) }));
  const registry = createRegistry();
  const load = createRemoteLoader(releases.refusal);
  const remotes = createRemotes({ registry, load, releases });
  const federation = { registry, remotes, releases, load, notices: createNotices() };
  const show = () =>
    render(
      <FederationProvider federation={federation}>
        <Part />
      </FederationProvider>,
    );
  return { scripts, remotes, show };
}

beforeAll(() => startRuntime());
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('says that a load is slow after ten seconds, then shows the part', async () => {
  const { scripts, show } = setUp('remote_slow', (arrives) => [
    { ...(arrives as object), after: 15_000 } as ScriptFate,
  ]);
  show();
  expect(screen.getByText('loading')).toBeInTheDocument();
  expect(SLOW_AFTER_MS).toBe(10_000);
  await pass(SLOW_AFTER_MS + 10);
  expect(screen.getByText('slow')).toBeInTheDocument();
  await pass(5000);
  expect(screen.getByText('ready')).toBeInTheDocument();
  scripts.stop();
});

it('tries again on Retry, with a fresh registry', async () => {
  const { scripts, show } = setUp('remote_retried', (arrives) => [...FAILS, arrives]);
  show();
  await pass(20_000);
  const retry = screen.getByRole('button', {
    name: 'The server at http://localhost:3001 cannot be reached.',
  });
  await act(async () => retry.click());
  await pass(100);
  expect(screen.getByText('ready')).toBeInTheDocument();
  expect(retried).toHaveBeenCalledWith('memory', expect.objectContaining({ kind: 'unreachable' }));
  scripts.stop();
});

it('tries again by itself when the connection comes back', async () => {
  const { scripts, remotes, show } = setUp('remote_online', (arrives) => [...FAILS, arrives]);
  const stop = remotes.retryWhenOnline();
  show();
  await pass(20_000);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await pass(100);
  expect(screen.getByText('ready')).toBeInTheDocument();
  stop();
  scripts.stop();
});
