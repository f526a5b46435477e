/** Fills the host's HTML template with the files of the first paint, so that the browser discovers none of them late. */
import type { StatsCompilation } from 'webpack';
import { filesOfShared } from './sharedFiles';

function entryFiles(stats: StatsCompilation, entry: string): string[] {
  return (stats.entrypoints?.[entry]?.assets ?? []).map((asset) => asset.name);
}

/**
 * @param template host/src/app/index.html.
 * @param base public path of this build, with a trailing slash.
 * @returns the template with `<!--BOOT-->`, `<!--ASSETS-->` and `<!--SHARED-->` replaced; the last becomes a comment with the files of
 * shared modules, for servers that complete the page.
 */
export function hostPage(
  template: string,
  base: string,
  main: StatsCompilation,
  boot: StatsCompilation,
): string {
  const entry = entryFiles(main, 'main');
  const bootScripts = entryFiles(boot, 'boot').filter((name) => name.endsWith('.js'));
  // Styles of shared entry points come first, so that the host's rules override them.
  const styles = [...entryFiles(boot, 'boot'), ...entry].filter((name) => name.endsWith('.css'));
  const typefaces = (main.assets ?? []).map(({ name }) => name).filter((name) => name.endsWith('.woff2'));
  // A script blocks on the style sheets before it, so the boot script comes first.
  const early = [
    ...bootScripts.map((name) => `<script src="${base}${name}"></script>`),
    ...styles.map((name) => `<link rel="stylesheet" href="${base}${name}" data-required>`),
    ...typefaces.map(
      (name) =>
        `<link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin="anonymous" href="${base}${name}">`,
    ),
  ];
  // The boot script retries each of these when it fails to load (host/src/boot/retryFiles.ts).
  const assets = [
    ...entry
      .filter((name) => name.endsWith('.js'))
      .map((name) => `<script defer src="${base}${name}" crossorigin="anonymous" data-required></script>`),
  ];
  const shared = filesOfShared(main, (file) => entry.includes(file));
  const addresses = Object.entries(shared).map(([request, files]) => [
    request,
    files.map((file) => base + file),
  ]);
  return template
    .replace('<!--BOOT-->', early.join(''))
    .replace('<!--ASSETS-->', assets.join(''))
    .replace('<!--SHARED-->', `<!--SHARED ${JSON.stringify(Object.fromEntries(addresses))}-->`);
}
