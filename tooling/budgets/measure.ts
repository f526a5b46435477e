/** How large the builds are, as browsers get them: the sum of the compressed files, in bytes. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseRegistry } from '@hindsight/shared-contracts/registry';
import { STATISTICS_FILE, type Statistics } from '../federation/statistics';

export interface Weight {
  gzip: number;
  brotli: number;
}

/** What has a budget: the whole of a package, or the first load of the dashboard. */
export interface Measured {
  weight: Weight;
  /** Bytes of each module before compression, to name the one that grew. */
  modules: Record<string, number>;
}

/** The page whose first load counts. */
const FIRST_PAGE = '/dashboard';
const FIRST_LOAD = 'first load';

const isAsset = (file: string) => /\.(js|css)$/.test(file);

/** A file without a twin is too small to be worth one, and travels as it is. */
function measureSize(file: string, extension: string): number {
  return statSync(existsSync(file + extension) ? file + extension : file).size;
}

function measure(folder: string, files: string[]): Measured {
  const statistics = JSON.parse(readFileSync(path.join(folder, STATISTICS_FILE), 'utf8')) as Statistics;
  const modules: Record<string, number> = {};
  for (const file of files) {
    for (const [name, bytes] of Object.entries(statistics[file] ?? {}))
      modules[name] = (modules[name] ?? 0) + bytes;
  }
  const sum = (extension: string) =>
    files.reduce((total, file) => total + measureSize(path.join(folder, file), extension), 0);
  return { weight: { gzip: sum('.gz'), brotli: sum('.br') }, modules };
}

function mergeMeasured(parts: Measured[]): Measured {
  const modules: Record<string, number> = {};
  for (const part of parts) {
    for (const [name, bytes] of Object.entries(part.modules)) modules[name] = (modules[name] ?? 0) + bytes;
  }
  const sum = (kind: keyof Weight) => parts.reduce((total, { weight }) => total + weight[kind], 0);
  return { weight: { gzip: sum('gzip'), brotli: sum('brotli') }, modules };
}

/** Files of the host's own page, by the version's folder. */
function hostFiles(root: string): { folder: string; files: string[] } {
  const page = readFileSync(path.join(root, 'host/dist/index.html'), 'utf8');
  const found = [...page.matchAll(/(?:src|href)="\/assets\/([^/"]+)\/([^"]+)"/g)];
  return {
    folder: path.join(root, 'host/dist', found[0]?.[1] ?? ''),
    files: [...new Set(found.map(([, , file]) => file ?? ''))].filter(isAsset),
  };
}

/**
 * Measures what is built in a clone.
 * @throws Error when something is not built.
 */
export function measureBuilds(root: string): Record<string, Measured> {
  const registry = parseRegistry(JSON.parse(readFileSync(path.join(root, 'var/registry.json'), 'utf8')));
  const host = hostFiles(root);
  const first = [measure(host.folder, host.files)];
  const measured: Record<string, Measured> = {};
  for (const [name, release] of Object.entries(registry.remotes)) {
    const folder = path.join(root, `remote-${name}/dist`, release.version);
    measured[`remote-${name}`] = measure(folder, readdirSync(folder).filter(isAsset));
    const ofPage = release.parts[FIRST_PAGE];
    if (ofPage) first.push(measure(folder, [release.entry, ...ofPage]));
  }
  return { [FIRST_LOAD]: mergeMeasured(first), ...measured };
}
