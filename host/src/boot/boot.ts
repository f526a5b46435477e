/**
 * Runs before anything else and before the first paint: applies the theme, asks who is signed in and what the page needs first while the
 * bundles are still on their way, and requests those again that do not arrive. It imports next to nothing, so it repeats storage keys and
 * may call fetch: the API client is in those bundles.
 */
import '../federation/scriptPolicy';
import { askFirst, type FirstAnswers } from './askFirst';
import { preloadPage } from './preloadPage';
import { retryFiles } from './retryFiles';
import { readStorage } from './readStorage';

declare global {
  interface Window {
    __HINDSIGHT_BOOT__?: {
      /** The answer of `/user-info` on its way; null when it was not asked (guest mode). */
      userInfo: Promise<Response> | null;
      /** What the page needs first, on its way; null when nothing was asked. */
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
// The session reads the failure later; until then it must not count as unhandled.
userInfo?.catch(() => undefined);
window.__HINDSIGHT_BOOT__ = {
  userInfo,
  first: userInfo && askFirst(userInfo),
};
