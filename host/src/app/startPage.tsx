/** Composes the host, renders the page over the document's frame, and schedules deferred work. */
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startPageCode, whenIdle } from '../federation/prefetch';
import { takeOverrides } from '../federation/releases/releases';
import { installForeignDom } from '../foreignDom/foreignDom';
import { fetchAtRest } from '../shell/fetchAtRest';
import { findPage, listPages } from '../shell/navigation';
import { gatePage } from '../session/gate';
import { fetchConfig, readPageConfig } from '../settings/settings';
import { takeStatusFrom } from '../status/address';
import { reportError } from '../telemetry/reportError';
import { App } from './App';
import { createHost } from './createHost';
import type { ComposedHost } from './createHost';

/** Starts a task. A failed one is reported, and retried when the connection is back. */
export function startInBackground(task: () => Promise<unknown>): void {
  task().catch((error: unknown) => {
    reportError(error, { area: 'prefetch', expected: true });
    window.addEventListener('online', () => startInBackground(task), { once: true });
  });
}

/** Delay after `load` for deferred work: twice the time the page took to load, so it grows on slow machines and connections. */
const restAfterLoad = () => Math.max(1000, 2 * performance.now());
const handlers = {
  // Error boundaries already report what they catch; React would log it a second time.
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
  runAfterLoad(() => {
    setTimeout(() => tasks.forEach((task) => whenIdle(() => startInBackground(task))), restAfterLoad());
  });
}

function runAfterLoad(task: () => void): void {
  if (document.readyState === 'complete') task();
  else window.addEventListener('load', task, { once: true });
}

/** Time in milliseconds after which the page renders without a known session: a slow service must not block the sidebar. */
const DRAWN_AFTER_MS = 3000;

/** Resolves when the session is known, so that the frame is not first rendered without a user. */
function waitForSession({ session }: ComposedHost): Promise<void> {
  return new Promise((resolve) => {
    if (session.get().status !== 'loading') return resolve();
    const stop = session.subscribe(() => {
      if (session.get().status === 'loading') return;
      stop();
      resolve();
    });
  });
}

/** Starts loading the page's code while the frame renders, if the user may open the page. */
function startCode({ federation, parts, session }: ComposedHost): void {
  const page = findPage(listPages(federation.registry.get().registry, parts.pages), window.location.pathname);
  if (!page || !('remote' in page)) return;
  if (gatePage(session.get(), page.route, window.location).kind === 'show')
    void startPageCode(federation, page.remote, page.route.path);
}

/**
 * Resolves when the page is rendered. Until then the document's frame is shown, whose links navigate natively.
 * @throws Error when the document has no `#root`.
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
    config: { inPage: readPageConfig(), ask: fetchConfig },
  });
  host.start();
  await Promise.race([waitForSession(host), new Promise((resolve) => setTimeout(resolve, DRAWN_AFTER_MS))]);
  startCode(host);
  // A transition renders in small steps, between which the browser stays responsive.
  startTransition(() => createRoot(root, handlers).render(<App host={host} />));
  startLater(host);
}
