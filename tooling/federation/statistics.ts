/** Size of each module in each file of a build. Budget checks use it to name the module that grew. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { StatsCompilation, StatsModule, StatsOptions } from 'webpack';

/** The statistics file in the build folder. */
export const STATISTICS_FILE = 'statistics.json';

/** Webpack statistics that later build steps read. */
export const STATS_OPTIONS: StatsOptions = {
  all: false,
  ids: true,
  assets: true,
  cachedAssets: true,
  chunkGroups: true,
  entrypoints: true,
  chunks: true,
  chunkModules: true,
  chunkOrigins: true,
  nestedModules: true,
  cachedModules: true,
  dependentModules: true,
  runtimeModules: true,
  groupModulesByAttributes: false,
  groupModulesByCacheStatus: false,
  groupModulesByExtension: false,
  groupModulesByLayer: false,
  groupModulesByPath: false,
  groupModulesByType: false,
  chunkModulesSpace: Infinity,
  nestedModulesSpace: Infinity,
};

/** Script → module → bytes before minification. Modules are named by repository path, packages by name. */
export type Statistics = Record<string, Record<string, number>>;

/** `…/node_modules/.pnpm/x@1/node_modules/@scope/x/lib/a.js` → `@scope/x`; our own files without `../` and loaders. */
function moduleName(identifier: string, pkg: string): string {
  const file = identifier.split('!').at(-1) ?? identifier;
  const inPackage = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file);
  if (inPackage) return inPackage[1] ?? file;
  if (file.startsWith('./')) return `${pkg}/${file.slice(2)}`.replace(/ \+ \d+ modules$/, '');
  return /^(\.\.\/)+/.test(file) ? file.replace(/^(\.\.\/)+/, '') : 'federation and runtime';
}

/** Splits concatenated modules into their parts. */
function listLeaves(module: StatsModule): StatsModule[] {
  return module.modules?.length ? module.modules.flatMap(listLeaves) : [module];
}

/** @param pkg package folder, e.g. `remote-memory`. */
function collectStatistics(stats: StatsCompilation, pkg: string): Statistics {
  const statistics: Statistics = {};
  for (const { files = [], modules = [] } of stats.chunks ?? []) {
    const script = files.find((file) => file.endsWith('.js'));
    if (!script) continue;
    const sizes: Record<string, number> = (statistics[script] = {});
    for (const { name, size = 0 } of modules.flatMap(listLeaves)) {
      if (size === 0) continue;
      const key = moduleName(name ?? '', pkg);
      sizes[key] = (sizes[key] ?? 0) + Math.round(size);
    }
  }
  return statistics;
}

/** Writes the statistics of all compilers of a build. */
export function writeStatistics(outputDir: string, pkg: string, stats: StatsCompilation[]): void {
  const all = Object.assign({}, ...stats.map((one) => collectStatistics(one, pkg))) as Statistics;
  writeFileSync(path.join(outputDir, STATISTICS_FILE), JSON.stringify(all));
}
