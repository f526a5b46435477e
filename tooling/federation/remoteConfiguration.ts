/** The webpack configuration of a remote in any repository: one exposed module, no copy of anything shared. */
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import type { BuildTarget } from './buildTarget';
import { containerName } from './containerName';
import { DescribeRelease } from './describeRelease';
import { ExposedModuleInEntry } from './exposedModuleInEntry';
import { FileIntegrity } from './fileIntegrity';
import { chunkRetries } from './chunkRetries';
import { sharedPolicy } from './sharedPolicy';
import { installedVersions } from './versions';
import { webpackBase } from './webpackBase';
import { RemoteStyles } from '../styles/remoteStylesPlugin';

/** Name of the exposed module's chunk until it is merged into the entry. */
const EXPOSED_CHUNK = 'exposed';
const ENTRY_FILE = 'remoteEntry.js';

export interface RemoteOptions {
  /** Short name of the remote, e.g. `memory`. */
  name: string;
  /** The module that the host loads; contains only loaders. */
  exposes: Record<'./remote', string>;
  /** Modules that the remote consumes from the host. */
  shared: readonly string[];
}

/** @param target of the build; a production build writes its description next to its files. */
export function remoteConfiguration(
  { name: remote, exposes, shared }: RemoteOptions,
  target: BuildTarget,
): Configuration {
  const name = containerName(remote, target.version);
  const base = webpackBase(target, name);
  return {
    ...base,
    name,
    entry: {},
    output: { ...base.output, publicPath: 'auto' },
    plugins: [
      ...(base.plugins ?? []),
      new RemoteStyles(),
      new ExposedModuleInEntry(name, EXPOSED_CHUNK),
      ...(target.mode === 'production' ? [new FileIntegrity(name, ENTRY_FILE)] : []),
      new ModuleFederationPlugin({
        name,
        filename: ENTRY_FILE,
        runtimePlugins: [chunkRetries],
        exposes: { './remote': { import: exposes['./remote'], name: EXPOSED_CHUNK } },
        shared: sharedPolicy('remote', installedVersions(target.packageDir), shared),
        shareStrategy: 'loaded-first',
        // The host provides the runtime core (`provideExternalRuntime`), which saves 9.6 kB per entry.
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableRemote: true, disableSnapshot: true },
        },
        manifest: false,
        dts: false,
        dev: false,
      }),
      ...(target.mode === 'production' ? [new DescribeRelease(remote, target)] : []),
    ],
  };
}
