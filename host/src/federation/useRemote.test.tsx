import { act, render, screen } from '@testing-library/react';
import { surroundUpkeep, type Surroundings } from './askUpkeep';
import { resetRegistry } from './registryClient';
import {
  exampleRelease,
  memoryContainer,
  playScripts,
  putRegistry,
  type ScriptFate,
  startRuntime,
} from './testing';
import type { Upkeep } from './types';
import { resetRemotes, retryWhenOnline, SLOW_AFTER_MS, useRemote } from './useRemote';

const door = { routes: [], slots: {} };

function Part() {
  const state = useRemote('memory');
  if (state.status === 'ready') return <p>ready</p>;
  if (state.status === 'loading') return <p>{state.slow ? 'slow' : 'loading'}</p>;
  return <button onClick={state.retry}>{state.failure.reason}</button>;
}

const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));

function setUp(container: string, fates: (arrives: ScriptFate) => ScriptFate[]) {
  const remotes = { memory: exampleRelease({ container, version: `1.0.0-${container}` }) };
  putRegistry(remotes);
  globalThis.fetch = jest.fn(async () => {
    throw new TypeError('refused');
  });
  const scripts = playScripts(fates({ leaves: container, container: memoryContainer(door) }));
  return scripts;
}

const retried = jest.fn(async () => undefined);
const upkeep = {
  retried,
  loadFailed: async () => undefined,
  isDeciding: () => false,
} as Partial<Upkeep> as Upkeep;

beforeAll(() => {
  startRuntime();
  surroundUpkeep({
    load: async () => ({ startUpkeep: () => upkeep }),
  } as Partial<Surroundings> as Surroundings);
});
beforeEach(() => {
  jest.useFakeTimers();
  resetRegistry();
  resetRemotes();
});
afterEach(() => jest.useRealTimers());

it('says that a load is slow after four seconds, then shows the part', async () => {
  const scripts = setUp('remote_slow', (arrives) => ['hangs', arrives]);
  render(<Part />);
  expect(screen.getByText('loading')).toBeInTheDocument();
  expect(SLOW_AFTER_MS).toBe(4000);
  await pass(SLOW_AFTER_MS + 10);
  expect(screen.getByText('slow')).toBeInTheDocument();
  await pass(1000);
  expect(screen.getByText('ready')).toBeInTheDocument();
  scripts.stop();
});

it('tries again on Retry, with a fresh registry', async () => {
  const scripts = setUp('remote_retried', (arrives) => ['fails', 'fails', 'fails', arrives]);
  render(<Part />);
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
  const scripts = setUp('remote_online', (arrives) => ['fails', 'fails', 'fails', arrives]);
  const stop = retryWhenOnline();
  render(<Part />);
  await pass(20_000);
  await act(async () => void window.dispatchEvent(new Event('online')));
  await pass(100);
  expect(screen.getByText('ready')).toBeInTheDocument();
  stop();
  scripts.stop();
});
