/** Test harness: a page with the real runtime, in-memory builds instead of servers, and a mutable registry. */
import type { Registry, Release, Rollout } from '@hindsight/shared-contracts/registry';
import { act, render } from '@testing-library/react';
import { browserStorage, tabStorage } from '../../session/storage';
import { createStore, type Store } from '../../state/store';
import type { Container } from '../loader';
import { createFederation, FederationProvider, useRemote } from '../federation';
import { LAST_GOOD_KEY } from '../registry';
import { exampleRelease, memoryContainer, putRegistry } from '../testing';
import { TAB_KEY, type Releases } from './releases';

const INTEGRITY = `sha384-${'A'.repeat(64)}`;

/** Release of the remote `memory`, served at a URL with its version. */
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

/** Renders the running release's version, as a page would. */
function Shown() {
  const state = useRemote('memory');
  if (state.status === 'ready') return <p>{(state.module.routes[0]?.path ?? '').slice(1)}</p>;
  return <p>{state.status === 'failed' ? `${state.failure.kind}: ${state.failure.reason}` : 'loading'}</p>;
}

const started: Releases[] = [];

/** Stops the release managers of earlier tests, which share the document. */
export function stopManagers(): void {
  for (const releases of started.splice(0)) releases.stop();
}

/** Advances the fake timers by a number of milliseconds. */
export const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));
export const settle = () => pass(50);

/**
 * @param start release embedded in the page; its container exists as soon as its script is requested.
 * @param overrides overrides from the address.
 * @param more further registry fields.
 */
export function createHarness(
  start: Release,
  rollout?: Rollout,
  overrides: Record<string, string> = {},
  more: Partial<Registry> = {},
) {
  const builds = new Map<string, Release>();
  const scope = createStore<{ scope: { organizationId: string | null } | null }>({
    scope: { organizationId: null },
  });
  const drafts: Store<readonly unknown[]> = createStore<readonly unknown[]>([]);
  const navigations = new Set<(state: { location: { pathname: string } }) => void>();
  let registryAnswer = () => Response.json({});
  const harness = {
    /** Versions of builds that fail to load. */
    broken: new Set<string>(),
    fetched: [] as string[],
    /** URLs of loaded scripts. */
    scripts: [] as string[],
    toasts: [] as string[],
    drafts,
    /** Origins allowed for overrides. */
    allowed: [] as string[],
    get releases() {
      return federation.releases;
    },
    /** Puts a build on the server, whether or not the registry names it. */
    build(release: Release): Release {
      builds.set(release.baseUrl, release);
      return release;
    },
    /** Replaces the server's registry response, e.g. with an error. */
    answerRegistry: (answer: () => Response) => void (registryAnswer = answer),
    /** Serves a registry with this release and further fields. */
    serve(release: Release, ways?: Rollout, more: Partial<Registry> = {}) {
      harness.build(release);
      const registry: Registry = {
        schema: 1,
        updatedAt: '2026-01-01T00:00:00.000Z',
        remotes: { memory: release },
        ...more,
      };
      registryAnswer = () => Response.json({ ...registry, ...(ways && { rollout: { memory: ways } }) });
    },
    async enter(organizationId: string | null) {
      await act(async () => scope.set({ scope: { organizationId } }));
      await settle();
    },
    async navigate() {
      const state = { location: { pathname: `/page-${Math.random()}` } };
      await act(async () => navigations.forEach((listener) => listener(state)));
      await settle();
    },
    async show() {
      render(
        <FederationProvider federation={federation}>
          <Shown />
        </FederationProvider>,
      );
      await settle();
    },
    text: () => document.querySelector('p')?.textContent ?? null,
    /** Problem with the registry, as in the status dialog. */
    problem: () => federation.registry.get().problem,
    notices: () => federation.notices.get().map(({ text }) => text),
    async press(label: string) {
      const action = federation.notices
        .get()
        .flatMap(({ actions }) => actions)
        .find((one) => one.label === label);
      if (!action) throw new Error(`No notice offers ${label}.`);
      await act(async () => action.run());
      await settle();
    },
    /** Makes the release manager poll the registry now. */
    async poll() {
      const polled = federation.releases.manager().then((manager) => manager.poll());
      // A build that fails to load is requested several times.
      await pass(15_000);
      await polled;
    },
  };

  const loadContainer = ({ version }: Release): Container =>
    memoryContainer({ routes: [{ path: `/${version}`, load: async () => () => null }], slots: {} });

  function runScript(script: HTMLScriptElement): void {
    harness.scripts.push(script.src);
    const release = [...builds.values()].find(({ baseUrl }) => script.src.startsWith(baseUrl));
    void Promise.resolve().then(() => {
      if (!release || harness.broken.has(release.version)) return script.onerror?.(new Event('error'));
      (globalThis as Record<string, unknown>)[release.container] = loadContainer(release);
      script.onload?.(new Event('load'));
    });
  }

  browserStorage.write(LAST_GOOD_KEY, null);
  tabStorage.write(TAB_KEY, null);
  putRegistry({ memory: start }, { ...more, ...(rollout && { rollout: { memory: rollout } }) });
  harness.serve(start, rollout, more);
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes)
      if (node instanceof HTMLScriptElement) runScript(node);
      else if (node instanceof Node) document.head.appendChild(node);
  });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = String(input);
    harness.fetched.push(url);
    if (url === '/registry.json') return registryAnswer();
    const described = builds.get(new URL('.', url).href);
    if (described && url.endsWith('/release.json')) return Response.json(described);
    // A failed script is fetched again to find the reason.
    if (described) return new Response('', { status: 404 });
    throw new TypeError('refused');
  });
  const federation = createFederation({
    workspace: scope,
    drafts: { ...drafts, mayLoseInPlace: async () => drafts.get().length === 0 },
    toasts: { show: (_type, text) => void harness.toasts.push(text) },
    settings: { get: () => ({ overrideOrigins: harness.allowed }), ready: null },
    overrides,
  });
  started.push(federation.releases);
  federation.releases.followRouter({
    state: { location: { pathname: '/dashboard' } },
    subscribe(listener) {
      navigations.add(listener);
      return () => void navigations.delete(listener);
    },
  });
  return harness;
}

type Harness = ReturnType<typeof createHarness>;

/** Shows the first page and starts the release manager. */
export async function running(harness: Harness): Promise<Harness> {
  await harness.show();
  await harness.releases.manager();
  await pass(4000);
  return harness;
}
