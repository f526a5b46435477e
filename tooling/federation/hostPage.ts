/** Fills the host's HTML template with the files that the first paint needs, so that nothing is discovered late. */
import type { StatsCompilation } from 'webpack';
import { filesOfShared } from './sharedFiles';

/** Chunks that the federation runtime asks for as soon as `main` runs; see startupChunks.ts. */
const startup = /^(vendor|startup)\./;

function entryFiles(stats: StatsCompilation, entry: string): string[] {
  return (stats.entrypoints?.[entry]?.assets ?? []).map((asset) => asset.name);
}

/**
 * @param template host/src/app/index.html.
 * @param base public path of this build, with a trailing slash.
 * @returns the template with `<!--BOOT-->`, `<!--ASSETS-->` and `<!--SHARED-->` replaced; the last by a comment for those who finish the page.
 */
export function hostPage(
  template: string,
  base: string,
  main: StatsCompilation,
  boot: StatsCompilation,
): string {
  const entry = entryFiles(main, 'main');
  const late = (main.assets ?? [])
    .map((asset) => asset.name)
    .filter((name) => startup.test(name) && !entry.includes(name));
  const bootScripts = entryFiles(boot, 'boot').filter((name) => name.endsWith('.js'));
  // Styles of shared entry points come first, so that the host's own rules override them.
  const styles = [...entryFiles(boot, 'boot'), ...late, ...entry].filter((name) => name.endsWith('.css'));
  // A script waits for the style sheets before it, so the boot script comes first.
  const early = [
    ...bootScripts.map((name) => `<script src="${base}${name}"></script>`),
    ...styles.map((name) => `<link rel="stylesheet" href="${base}${name}">`),
  ];
  const assets = [
    ...late
      .filter((name) => name.endsWith('.js'))
      // What paints the frame comes first, and on a slow line it would share it with all of these.
      // No crossorigin: the compiler's runtime asks for chunks of its own origin without it, and the two must match.
      .map((name) => `<link rel="preload" fetchpriority="low" as="script" href="${base}${name}">`),
    ...entry
      .filter((name) => name.endsWith('.js'))
      .map((name) => `<script defer src="${base}${name}" crossorigin="anonymous"></script>`),
  ];
  const shared = filesOfShared(main, (file) => startup.test(file) || entry.includes(file));
  const addresses = Object.entries(shared).map(([request, files]) => [
    request,
    files.map((file) => base + file),
  ]);
  return template
    .replace('<!--BOOT-->', early.join(''))
    .replace('<!--ASSETS-->', assets.join(''))
    .replace('<!--SHARED-->', `<!--SHARED ${JSON.stringify(Object.fromEntries(addresses))}-->`);
}
