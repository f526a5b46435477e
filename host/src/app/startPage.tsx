/** Puts the program together, lets it take over the frame of the document, and starts what can wait. */
import { createRoot, hydrateRoot } from 'react-dom/client';
import { LOAD_PRELOADED_AFTER, loadPreloadedParts, whenIdle } from '../federation/prefetch';
import { takeOverrides } from '../federation/releases/releases';
import { fetchAtRest } from '../shell/fetchAtRest';
import { askForConfig, configOfPage } from '../settings/settings';
import { takeStatusFrom } from '../status/address';
import { reportError } from '../telemetry/reportError';
import { App } from './App';
import { createHost, type ComposedHost } from './createHost';
import { startInBackground } from './startInBackground';

/** What no page needs at once waits after the `load` event twice as long as the page took until then: longer on slow machines and lines. */
const restAfterLoad = () => Math.max(1000, 2 * performance.now());
const handlers = {
  // Boundaries report what they catch themselves; React would print it a second time.
  onCaughtError: () => undefined,
  onUncaughtError: (error: unknown) => reportError(error, { area: 'react' }),
  onRecoverableError: (error: unknown) => reportError(error, { area: 'frame' }),
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
    setTimeout(() => void loadPreloadedParts(host.federation), LOAD_PRELOADED_AFTER);
    setTimeout(() => tasks.forEach((task) => whenIdle(() => startInBackground(task))), restAfterLoad());
  });
}

function whenLoaded(task: () => void): void {
  if (document.readyState === 'complete') task();
  else window.addEventListener('load', task, { once: true });
}

/** @throws Error where the document has no place for the page. */
export function startPage(): void {
  takeStatusFrom();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root element.');
  const host = createHost({
    early: window.__HINDSIGHT_BOOT__?.userInfo,
    first: window.__HINDSIGHT_BOOT__?.first,
    overrides: takeOverrides(),
    config: { inPage: configOfPage(), ask: askForConfig },
  });
  // A server that has no registry sends no frame.
  if (root.firstElementChild) hydrateRoot(root, <App host={host} />, handlers);
  else createRoot(root, handlers).render(<App host={host} />);
  // From now on React answers; for a press it takes the frame over at once.
  window.__HINDSIGHT_BOOT__?.repeatPress();
  startLater(host);
}
