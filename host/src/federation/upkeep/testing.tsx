/** For this room's tests: a page with the real runtime, builds in memory instead of on servers, and a registry that can be changed. */
import type { Registry, Release, Rollout } from '@hindsight/shared-contracts/registry';
import { act, render } from '@testing-library/react';
import { browserStorage, tabStorage } from '../../session/storage';
import { createStore, type Store } from '../../state/store';
import {
  askUpkeep,
  resetUpkeep,
  surroundUpkeep,
  TAB_KEY,
  watchNavigation,
  type Surroundings,
} from '../askUpkeep';
import type { Container } from '../container';
import type { Notice } from '../notices';
import { LAST_GOOD_KEY, resetRegistry } from '../registryClient';
import { exampleRelease, memoryContainer, putRegistry } from '../testing';
import { RegistryProvider } from '../useRegistry';
import { resetRemotes, useRemote } from '../useRemote';
import { startUpkeep } from './upkeep';

export const INTEGRITY = `sha384-${'A'.repeat(64)}`;

/** A release of remote memory, served at an address of its version. */
export function releaseNumber(version: string, change: Partial<Release> = {}): Release {
  return exampleRelease({
    version,
    baseUrl: `http://localhost:3001/${version}/`,
    container: `memory_${version.replace(/\W/g, '_')}`,
    builtAt: `2026-01-01T00:0${version.replace(/\D/g, '').slice(0, 2)[1] ?? 0}:00.000Z`,
    ...change,
  });
}

export const pointerTo = ({ version, baseUrl }: Release) => ({
  version,
  url: `${baseUrl}release.json`,
  integrity: INTEGRITY,
});

/** Shows which release runs, as a page would. */
function Shown() {
  const state = useRemote('memory');
  if (state.status === 'ready') return <p>{(state.module.routes[0]?.path ?? '').slice(1)}</p>;
  return <p>{state.status === 'failed' ? `${state.failure.kind}: ${state.failure.reason}` : 'loading'}</p>;
}

export interface World {
  /** What the server answers for the registry from now on. */
  serve(release: Release, rollout?: Rollout): void;
  /** Puts a build on the server, which the registry need not name. */
  build(release: Release): Release;
  /** A failing server, or a word about its copy. */
  answerRegistry(answer: () => Response): void;
  /** Builds that do not load. */
  broken: Set<string>;
  asked: string[];
  scripts: string[];
  drafts: Store<readonly unknown[]>;
  capabilities: Set<string>;
  allowed: string[];
  enter(organizationId: string | null): Promise<void>;
  navigate(path?: string): Promise<void>;
  show(): Promise<void>;
  text(): string | null;
  notices(): string[];
  press(label: string): Promise<void>;
  said: string[];
}

/** Lets so many milliseconds go by. */
export const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));
export const settle = () => pass(50);

/** @param start what the page carries; its container is there as soon as its script is asked for. */
export function openWorld(start: Release, rollout?: Rollout): World {
  const builds = new Map<string, Release>();
  const notices = createStore<readonly Notice[]>([]);
  const scope = createStore<{ scope: { organizationId: string | null } | null }>({
    scope: { organizationId: null },
  });
  const router = {
    state: { location: { pathname: '/dashboard' } },
    listeners: new Set<(state: never) => void>(),
  };
  let registryAnswer = () => Response.json({});
  const world: World = {
    broken: new Set(),
    asked: [],
    scripts: [],
    drafts: createStore<readonly unknown[]>([]),
    said: [],
    capabilities: new Set(),
    allowed: [],
    build(release) {
      builds.set(release.baseUrl, release);
      return release;
    },
    answerRegistry: (answer) => (registryAnswer = answer),
    serve(release, ways) {
      world.build(release);
      const registry: Registry = {
        schema: 1,
        updatedAt: '2026-01-01T00:00:00.000Z',
        remotes: { memory: release },
      };
      registryAnswer = () => Response.json({ ...registry, ...(ways && { rollout: { memory: ways } }) });
    },
    async enter(organizationId) {
      await act(async () => scope.set({ scope: { organizationId } }));
      await settle();
    },
    async navigate(path = `/page-${Math.random()}`) {
      const state = { location: { pathname: path } } as never;
      await act(async () => router.listeners.forEach((listener) => listener(state)));
      await settle();
    },
    async show() {
      render(
        <RegistryProvider>
          <Shown />
        </RegistryProvider>,
      );
      await settle();
    },
    text: () => document.querySelector('p')?.textContent ?? null,
    notices: () => notices.get().map(({ text }) => text),
    async press(label) {
      const action = notices
        .get()
        .flatMap(({ actions }) => actions)
        .find((one) => one.label === label);
      if (!action) throw new Error(`No notice offers ${label}.`);
      await act(async () => action.run());
      await settle();
    },
  };

  const doorOf = ({ version }: Release): Container =>
    memoryContainer({ routes: [{ path: `/${version}`, load: async () => () => null }], slots: {} });

  function runScript(script: HTMLScriptElement): void {
    world.scripts.push(script.src);
    const release = [...builds.values()].find(({ baseUrl }) => script.src.startsWith(baseUrl));
    void Promise.resolve().then(() => {
      if (!release || world.broken.has(release.version)) return script.onerror?.(new Event('error'));
      (globalThis as Record<string, unknown>)[release.container] = doorOf(release);
      script.onload?.(new Event('load'));
    });
  }

  resetUpkeep();
  resetRegistry();
  resetRemotes();
  browserStorage.write(LAST_GOOD_KEY, null);
  tabStorage.write(TAB_KEY, null);
  putRegistry({ memory: start }, rollout && { memory: rollout });
  world.serve(start, rollout);
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) runScript(node);
  });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = String(input);
    world.asked.push(url);
    if (url === '/registry.json') return registryAnswer();
    const described = builds.get(new URL('.', url).href);
    if (described && url.endsWith('/release.json')) return Response.json(described);
    // What a script tells nothing about is asked for again, to find out why.
    if (described) return new Response('', { headers: { 'Content-Type': 'text/javascript' } });
    throw new TypeError('refused');
  });
  const around: Surroundings = {
    load: async () => ({ startUpkeep }),
    notices,
    workspace: scope,
    drafts: { ...world.drafts, mayLoseInPlace: async () => world.drafts.get().length === 0 },
    toasts: { show: (_type, text) => void world.said.push(text) },
    capabilities: { get: () => world.capabilities, known: async () => undefined },
    settings: { get: () => ({ overrideOrigins: world.allowed }), ready: null },
  };
  surroundUpkeep(around);
  watchNavigation({
    ...router,
    subscribe: (listener) => {
      router.listeners.add(listener as never);
      return () => undefined;
    },
  });
  return world;
}

/** The world with its first page shown and the upkeep at work. */
export async function running(world: World): Promise<World> {
  await world.show();
  await askUpkeep();
  await pass(4000);
  return world;
}

/** Lets the upkeep look at the registry now. */
export async function look(): Promise<void> {
  const looked = askUpkeep().then((upkeep) => upkeep.look());
  // A build that does not load is tried three times.
  await pass(4000);
  await looked;
}
