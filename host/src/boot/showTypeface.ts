/** Turns on the typeface that an earlier document of this release fetched (host/src/shell/typeface.ts). */
import { readStorage } from './readStorage';

/** Preloaded, it is there before the first line is laid out; a release of the host has a file of its own. */
export function showTypeface(): void {
  const address = readStorage('localStorage', 'hindsight.typeface');
  const script = document.currentScript?.getAttribute('src');
  if (!address || !script || !address.startsWith(new URL('.', new URL(script, location.href)).href)) return;
  const link = document.createElement('link');
  Object.assign(link, {
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
    href: address,
  });
  document.head.append(link);
  document.documentElement.classList.add('own-typeface');
}
