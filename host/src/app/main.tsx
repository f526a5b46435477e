/** Starts the page. */
import '../federation/plainTextHtml';
import '../federation/provideRuntime';
import './page.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { LOAD_PRELOADED_AFTER, loadPreloadedParts, whenIdle } from '../federation/prefetch';
import { takeOverrides } from '../federation/releases/releases';
import { fetchAtRest } from '../shell/fetchAtRest';
import { askForConfig, configOfPage } from '../settings/settings';
import { takeStatusFrom } from '../status/address';
import { reportError } from '../telemetry/reportError';
import { App } from './App';
import { createHost } from './createHost';

takeStatusFrom();
const host = createHost({
  early: window.__HINDSIGHT_BOOT__?.userInfo,
  first: window.__HINDSIGHT_BOOT__?.first,
  overrides: takeOverrides(),
  config: { inPage: configOfPage(), ask: askForConfig },
});
const { registry, releases } = host.federation;

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element.');
const handlers = {
  // Boundaries report what they catch themselves; React would print it a second time.
  onCaughtError: () => undefined,
  onUncaughtError: (error: unknown) => reportError(error, { area: 'react' }),
  onRecoverableError: (error: unknown) => reportError(error, { area: 'frame' }),
};
// A server that has no registry sends no frame. In a transition React takes it over in small steps, between which the page answers.
if (root.firstElementChild) startTransition(() => void hydrateRoot(root, <App host={host} />, handlers));
else createRoot(root, handlers).render(<App host={host} />);
// From now on React answers; for a press it takes the frame over at once.
window.__HINDSIGHT_BOOT__?.repeatPress();

/** After the `load` event, in milliseconds: what no page needs at once. */
const PREFETCH_AFTER = 3000;
const reportLater = (error: unknown) => reportError(error, { area: 'prefetch', expected: true });
const startReleaseManager = () => void releases.manager().catch(reportLater);
const startWatch = () =>
  import(/* webpackChunkName: "watch" */ '../telemetry/watch').then((module) => {
    module.startWatch();
    module.startReleaseReports(host.federation, host.workspace);
  }, reportLater);
const followLater = () => void host.followChanges().catch(reportLater);
const prefetchLater = () =>
  whenIdle(() => {
    startReleaseManager();
    void startWatch();
    followLater();
    fetchAtRest(host).catch(reportLater);
  });
if (registry.get().problem !== null) startReleaseManager();
window.addEventListener('load', () => {
  setTimeout(() => void loadPreloadedParts(host.federation), LOAD_PRELOADED_AFTER);
  setTimeout(prefetchLater, PREFETCH_AFTER);
});
