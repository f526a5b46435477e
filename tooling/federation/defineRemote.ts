/** A remote's build: one exposed module, no copy of anything shared, its descriptor beside it. */
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { ExposedModuleInEntry } from './exposedModuleInEntry';
import { HostLoadedChunks } from './hostLoadedChunks';
import { sharedPolicy } from './sharedPolicy';
import { RuntimeFromHost } from './slimRuntime';
import { installedVersions } from './versions';
import { webpackBase, type BuildTarget } from './webpackBase';

/** Name of the chunk that holds the exposed module until it becomes part of the entry. */
const EXPOSED_CHUNK = 'exposed';

/** `ai-ops` → `remote_ai_ops`: the container's global and federation name. */
export function containerName(remote: string): string {
  return `remote_${remote.replace(/-/g, '_')}`;
}

export function defineRemote(remote: string, target: BuildTarget): Configuration {
  const name = containerName(remote);
  // The version in the name keeps two versions of one remote apart on one page: without it the second runs the first one's chunks.
  const base = webpackBase(target, `${name}_${target.version}`);
  return {
    ...base,
    entry: {},
    output: { ...base.output, publicPath: 'auto' },
    plugins: [
      ...(base.plugins ?? []),
      new RuntimeFromHost(),
      new HostLoadedChunks(),
      new ExposedModuleInEntry(name, EXPOSED_CHUNK),
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.js',
        exposes: { './remote': { import: './src/remote/entry.ts', name: EXPOSED_CHUNK } },
        shared: sharedPolicy('remote', installedVersions(target.packageDir)),
        shareStrategy: 'loaded-first',
        experiments: { optimization: { target: 'web', disableRemote: true } },
        manifest: false,
        dts: false,
        dev: false,
      }),
    ],
  };
}
