/**
 * Runs before everything else and before the first paint: applies the theme, requests the session and the page's first data while the
 * bundles are still loading, and retries bundles that fail to load. It imports next to nothing, so it repeats storage keys and may call
 * fetch directly: the API client is in those bundles.
 */
import '../federation/scriptPolicy';
import { sendFirstQueries, type FirstAnswers } from './sendFirstQueries';
import { preloadPage } from './preloadPage';
import { retryFiles } from './retryFiles';
import { readStorage } from './readStorage';

declare global {
  interface Window {
    __HINDSIGHT_BOOT__?: {
      /** Response of `/user-info` in flight; null when it was not requested (guest mode). */
      userInfo: Promise<Response> | null;
      /** First data of the page, in flight; null when nothing was requested. */
      first: Promise<FirstAnswers | null> | null;
    };
  }
}

const chosen = readStorage('localStorage', 'hindsight.theme');
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.classList.add(dark ? 'theme-dark' : 'theme-light');
if (readStorage('localStorage', 'hindsight.sidebar') === 'collapsed') {
  document.documentElement.classList.add('rail-collapsed');
}

retryFiles();
preloadPage();

const guest = readStorage('sessionStorage', 'GUEST_MODE') === 'true';
const userInfo = guest
  ? null
  : fetch('/api/user-info', { credentials: 'include', headers: { Accept: 'application/json' } });
// The session handles the rejection later; until then it must not count as unhandled.
userInfo?.catch(() => undefined);
window.__HINDSIGHT_BOOT__ = {
  userInfo,
  first: userInfo && sendFirstQueries(userInfo),
};
