/** Starts the page. */
import '../federation/plainTextHtml';
import '../federation/provideRuntime';
import './skeleton.css';
import { createRoot } from 'react-dom/client';
import { askUpkeep, takeOverridesFrom } from '../federation/askUpkeep';
import { prefetchDoor, whenIdle } from '../federation/prefetch';
import { LOAD_PRELOADED_AFTER, loadPreloadedParts } from '../federation/preloaded';
import { readRegistry } from '../federation/registryClient';
import { retryWhenOnline } from '../federation/useRemote';
import { askForConfig, configOfPage } from '../settings/settings';
import { takeStatusFrom } from '../status/address';
import { reportError } from '../telemetry/reportError';
import { App } from './App';
import { createHost } from './createHost';

takeStatusFrom();
takeOverridesFrom();
const host = createHost({
  early: window.__HINDSIGHT_BOOT__?.userInfo,
  config: { inPage: configOfPage(), ask: askForConfig },
});
host.start();
retryWhenOnline();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element to stand in.');
createRoot(root, {
  // Boundaries report what they catch themselves; React would print it a second time.
  onCaughtError: () => undefined,
  onUncaughtError: (error) => reportError(error, { area: 'react' }),
}).render(<App host={host} />);

// Most pages are lists: fetch what they need once the first page has had the machine to itself.
const LEAVE_FIRST_PAGE_ALONE = 3000;
const reportLater = (error: unknown) => reportError(error, { area: 'prefetch', expected: true });
const startUpkeep = () => void askUpkeep().catch(reportLater);
const startWatch = () =>
  import(/* webpackChunkName: "watch" */ '../telemetry/watch').then(
    (module) => module.startWatch(),
    reportLater,
  );
const prefetchLater = () =>
  whenIdle(() => {
    startUpkeep();
    void startWatch();
    prefetchDoor('data').catch(reportLater);
  });
if (readRegistry().problem !== null) startUpkeep();
window.addEventListener('load', () => {
  setTimeout(() => void loadPreloadedParts(), LOAD_PRELOADED_AFTER);
  setTimeout(prefetchLater, LEAVE_FIRST_PAGE_ALONE);
});
