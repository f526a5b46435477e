/** Measures the builds as browsers download them: the sum of the compressed files, in bytes. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseRegistry } from '@hindsight/shared-contracts/registry';
import { STATISTICS_FILE, type Statistics } from '../federation/statistics';

export interface Weight {
  gzip: number;
  brotli: number;
}

/** The size of one budgeted unit: a whole package, or the first load of the dashboard. */
export interface Measured {
  weight: Weight;
  /** Bytes per module before compression, used to find the one that grew. */
  modules: Record<string, number>;
}

/** The page measured as first load. */
const FIRST_PAGE = '/dashboard';
const FIRST_LOAD = 'first load';

const isAsset = (file: string) => /\.(js|css)$/.test(file);

/** Size of the compressed twin; a file too small to have one is sent uncompressed. */
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

/** Files referenced by the host's HTML, and their version folder. */
function hostFiles(root: string): { folder: string; files: string[] } {
  const page = readFileSync(path.join(root, 'host/dist/index.html'), 'utf8');
  const found = [...page.matchAll(/(?:src|href)="\/assets\/([^/"]+)\/([^"]+)"/g)];
  return {
    folder: path.join(root, 'host/dist', found[0]?.[1] ?? ''),
    files: [...new Set(found.map(([, , file]) => file ?? ''))].filter(isAsset),
  };
}

/**
 * Measures the builds of a clone.
 * @throws Error when a build is missing.
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
