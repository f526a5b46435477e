/** Puts the program together, draws the page in the place of the document's frame, and starts what can wait. */
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startPageCode, whenIdle } from '../federation/prefetch';
import { takeOverrides } from '../federation/releases/releases';
import { installForeignDom } from '../foreignDom/foreignDom';
import { fetchAtRest } from '../shell/fetchAtRest';
import { findPage, listPages } from '../shell/navigation';
import { gatePage } from '../session/gate';
import { askForConfig, configOfPage } from '../settings/settings';
import { takeStatusFrom } from '../status/address';
import { reportError } from '../telemetry/reportError';
import { App } from './App';
import { createHost } from './createHost';
import type { ComposedHost } from './createHost';

/** Starts a task. One that fails is reported, and started again when the connection is back. */
export function startInBackground(task: () => Promise<unknown>): void {
  task().catch((error: unknown) => {
    reportError(error, { area: 'prefetch', expected: true });
    window.addEventListener('online', () => startInBackground(task), { once: true });
  });
}

/** What no page needs at once waits after the `load` event twice as long as the page took until then: longer on slow machines and lines. */
const restAfterLoad = () => Math.max(1000, 2 * performance.now());
const handlers = {
  // Boundaries report what they catch themselves; React would print it a second time.
  onCaughtError: () => undefined,
  onUncaughtError: (error: unknown) => reportError(error, { area: 'react' }),
  onRecoverableError: (error: unknown) => reportError(error, { area: 'react' }),
};

function startLater(host: ComposedHost): void {
  const { registry, releases } = host.federation;
  const startReleaseManager = () => releases.manager();
  const startWatch = async () => {
    const module = await import(/* webpackChunkName: "watch" */ '../telemetry/watch');
    module.startWatch();
    module.startReleaseReports(host.federation, host.workspace);
  };
  const tasks = [startReleaseManager, startWatch, () => host.followChanges(), () => fetchAtRest(host)];
  if (registry.get().problem !== null) startInBackground(startReleaseManager);
  whenLoaded(() => {
    setTimeout(() => tasks.forEach((task) => whenIdle(() => startInBackground(task))), restAfterLoad());
  });
}

function whenLoaded(task: () => void): void {
  if (document.readyState === 'complete') task();
  else window.addEventListener('load', task, { once: true });
}

/** Milliseconds after which the page is drawn without knowing who is looking: a slow service must not keep the sidebar from answering. */
const DRAWN_AFTER_MS = 3000;

/** Settles when it is known who is looking, so that the frame is not drawn for nobody first. */
function viewerKnown({ session }: ComposedHost): Promise<void> {
  return new Promise((resolve) => {
    if (session.get().status !== 'loading') return resolve();
    const stop = session.subscribe(() => {
      if (session.get().status === 'loading') return;
      stop();
      resolve();
    });
  });
}

/** The code of the page starts while the frame is drawn, for whom the page is open. */
function startCode({ federation, parts, session }: ComposedHost): void {
  const page = findPage(listPages(federation.registry.get().registry, parts.pages), window.location.pathname);
  if (!page || !('remote' in page)) return;
  if (gatePage(session.get(), page.route, window.location).kind === 'show')
    void startPageCode(federation, page.remote, page.route.path);
}

/**
 * Settles when the page is drawn. Until then the frame of the document is shown; its links are the browser's.
 * @throws Error where the document has no place for the page.
 */
export async function startPage(): Promise<void> {
  installForeignDom();
  takeStatusFrom();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root element.');
  const host = createHost({
    early: window.__HINDSIGHT_BOOT__?.userInfo,
    first: window.__HINDSIGHT_BOOT__?.first,
    overrides: takeOverrides(),
    config: { inPage: configOfPage(), ask: askForConfig },
  });
  host.start();
  await Promise.race([viewerKnown(host), new Promise((resolve) => setTimeout(resolve, DRAWN_AFTER_MS))]);
  startCode(host);
  // In a transition React draws in small steps, between which the browser answers.
  startTransition(() => createRoot(root, handlers).render(<App host={host} />));
  startLater(host);
}
