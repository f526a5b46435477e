/** Fills the host's HTML template with the files that the first paint needs, so that nothing is discovered late. */
import type { StatsCompilation } from 'webpack';

function files(stats: StatsCompilation, entry: string, extension: string): string[] {
  const assets = stats.entrypoints?.[entry]?.assets ?? [];
  return assets.map((asset) => asset.name).filter((name) => name.endsWith(extension));
}

/** Scripts that the federation runtime asks for once `main` runs: shared modules become chunks of their own, listed here as preloads. */
function startupChunks(stats: StatsCompilation): string[] {
  const groups = Object.values(stats.namedChunkGroups ?? {});
  const main = new Set(files(stats, 'main', '.js'));
  const names = groups.flatMap((group) => (group.assets ?? []).map((asset) => asset.name));
  return [...new Set(names)].filter(
    (name) => name.endsWith('.js') && /startup/.test(name) && !main.has(name),
  );
}

/**
 * @param template host/src/app/index.html.
 * @param base public path of this build, with a trailing slash.
 */
export function hostPage(
  template: string,
  base: string,
  main: StatsCompilation,
  boot: StatsCompilation,
): string {
  const styles = files(main, 'main', '.css').map((name) => `<link rel="stylesheet" href="${base}${name}">`);
  const bootScripts = files(boot, 'boot', '.js').map((name) => `<script src="${base}${name}"></script>`);
  const preloads = startupChunks(main).map(
    (name) => `<link rel="preload" as="script" href="${base}${name}" crossorigin="anonymous">`,
  );
  const scripts = files(main, 'main', '.js').map(
    (name) => `<script defer src="${base}${name}" crossorigin="anonymous"></script>`,
  );
  return template
    .replace('<!--BOOT-->', bootScripts.join(''))
    .replace('<!--ASSETS-->', [...styles, ...preloads, ...scripts].join(''));
}
