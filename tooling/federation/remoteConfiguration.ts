/** webpack's configuration of a remote, wherever its sources are: one exposed module, no copy of anything shared. */
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import type { BuildTarget } from './buildTarget';
import { containerName } from './containerName';
import { DescribeRelease } from './describeRelease';
import { ExposedModuleInEntry } from './exposedModuleInEntry';
import { HostLoadedChunks } from './hostLoadedChunks';
import { sharedPolicy } from './sharedPolicy';
import { RuntimeFromHost } from './slimRuntime';
import { installedVersions } from './versions';
import { webpackBase } from './webpackBase';

/** Name of the chunk that holds the exposed module until it becomes part of the entry. */
const EXPOSED_CHUNK = 'exposed';

export interface RemoteOptions {
  /** Short name of the remote, e.g. `memory`. */
  name: string;
  /** What the host can load: one module of loaders. */
  exposes: Record<'./remote', string>;
  /** Requests that the remote takes from the host. */
  shared: readonly string[];
}

/** @param target of the build; a production build describes itself beside its files. */
export function remoteConfiguration(
  { name: remote, exposes, shared }: RemoteOptions,
  target: BuildTarget,
): Configuration {
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
        exposes: { './remote': { import: exposes['./remote'], name: EXPOSED_CHUNK } },
        shared: sharedPolicy('remote', installedVersions(target.packageDir), shared),
        shareStrategy: 'loaded-first',
        experiments: { optimization: { target: 'web', disableRemote: true } },
        manifest: false,
        dts: false,
        dev: false,
      }),
      ...(target.mode === 'production' ? [new DescribeRelease(remote, target)] : []),
    ],
  };
}
