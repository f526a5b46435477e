/** The host's build: provides every shared module, knows no remote (they come from the registry at run time). */
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { sharedPolicy } from './sharedPolicy';
import { WithoutLoaders } from './slimRuntime';
import { startupChunks } from './startupChunks';
import { installedVersions } from './versions';
import { webpackBase, type BuildTarget } from './webpackBase';

export function defineHost(target: BuildTarget): Configuration {
  const base = webpackBase(target, `host_${target.version}`);
  return {
    ...base,
    entry: { main: path.join(target.packageDir, 'src/app/main.tsx') },
    output: {
      ...base.output,
      publicPath: `/assets/${target.version}/`,
      trustedTypes: { policyName: 'host' },
      // The boot script is written to the same folder by its own compiler, usually first.
      clean: { keep: /^boot\./ },
    },
    optimization: { ...base.optimization, splitChunks: startupChunks() },
    plugins: [
      ...(base.plugins ?? []),
      new WithoutLoaders(),
      new ModuleFederationPlugin({
        name: 'host',
        shared: sharedPolicy('host', installedVersions(target.packageDir)),
        shareStrategy: 'loaded-first',
        experiments: {
          asyncStartup: true,
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
        manifest: false,
        dts: false,
        dev: false,
      }),
    ],
  };
}

/** The small script that runs before everything else: theme class, early session request, preloads. No federation in it. */
export function defineBoot(target: BuildTarget): Configuration {
  const base = webpackBase(target, `boot_${target.version}`);
  return {
    ...base,
    entry: { boot: path.join(target.packageDir, 'src/boot/boot.ts') },
    output: { ...base.output, publicPath: `/assets/${target.version}/`, clean: false },
  };
}
