/** The host's build: provides every shared module, knows no remote (they come from the registry at run time). */
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { type BuildArguments, type BuildEnv, type BuildTarget, buildTarget } from './buildTarget';
import { sharedPolicy } from './sharedPolicy';
import { WithoutLoaders } from './slimRuntime';
import { startupChunks } from './startupChunks';
import { installedVersions } from './versions';
import { webpackBase } from './webpackBase';
import { WriteHostPage } from './writeHostPage';

export interface HostOptions {
  /** The program. */
  main: string;
  /** The small script that runs before everything else: theme class, early session request. No federation in it. */
  boot: string;
  /** The page, with places for both. */
  template: string;
  /** Requests that the host provides to remotes. */
  shared: readonly string[];
}

function mainConfiguration(target: BuildTarget, { main, shared }: HostOptions): Configuration {
  const base = webpackBase(target, `host_${target.version}`);
  return {
    ...base,
    name: 'main',
    entry: { main },
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
        shared: sharedPolicy('host', installedVersions(target.packageDir), shared),
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

/** @param boot file of the script, relative to the package. */
export function bootConfiguration(target: BuildTarget, boot: string): Configuration {
  const base = webpackBase(target, `boot_${target.version}`);
  return {
    ...base,
    name: 'boot',
    entry: { boot: path.join(target.packageDir, boot) },
    output: { ...base.output, publicPath: `/assets/${target.version}/`, clean: false },
  };
}

/** webpack's configurations of the host: its program and its boot script. */
export function defineHost(options: HostOptions) {
  return (env?: BuildEnv, args?: BuildArguments): [main: Configuration, boot: Configuration] => {
    const target = buildTarget('host', env, args);
    const both = [mainConfiguration(target, options), bootConfiguration(target, options.boot)] as const;
    const page = target.mode === 'production' ? [new WriteHostPage(target, options.template)] : [];
    const [main, boot] = both;
    return [
      { ...main, plugins: [...(main.plugins ?? []), ...page] },
      { ...boot, plugins: [...(boot.plugins ?? []), ...page] },
    ];
  };
}
