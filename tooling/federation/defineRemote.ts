/** A remote's build: one exposed door, nothing shared inside, descriptor beside it. */
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { DoorInEntry } from './doorInEntry';
import { HostLoadedChunks } from './hostLoadedChunks';
import { sharedPolicy } from './sharedPolicy';
import { RuntimeFromHost } from './slimRuntime';
import { installedVersions } from './versions';
import { webpackBase, type BuildTarget } from './webpackBase';

/** Name of the chunk that holds a remote's door until it becomes part of the entry. */
const DOOR_CHUNK = 'door';

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
      new DoorInEntry(name, DOOR_CHUNK),
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.js',
        exposes: { './remote': { import: './src/remote/entry.ts', name: DOOR_CHUNK } },
        shared: sharedPolicy('remote', installedVersions(target.roomDir)),
        shareStrategy: 'loaded-first',
        experiments: { optimization: { target: 'web', disableRemote: true } },
        manifest: false,
        dts: false,
        dev: false,
      }),
    ],
  };
}
