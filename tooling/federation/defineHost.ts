/** The host's build: provides every shared module and knows no remote, because those come from the registry at run time. */
import path from 'node:path';
import type { Configuration } from 'webpack';
import webpack from 'webpack';
import { type BuildArguments, type BuildEnv, type BuildTarget, buildTarget } from './buildTarget';
import { sharedPolicy } from './sharedPolicy';
import { installedVersions } from './versions';
import { webpackBase } from './webpackBase';
import { WriteHostPage } from './writeHostPage';

export interface HostOptions {
  main: string;
  /** The small script that runs before everything else: theme class, early session request. No federation. */
  boot: string;
  /** Prerenders the frame of the page at build time; shares everything with `main` except its startup. */
  frame: string;
  /** HTML template of the page, with placeholders for all of them. */
  template: string;
}

/** Some packages of the runtime do not declare `sideEffects: false`; this lets webpack drop their unused modules. */
const PURE_RUNTIME = { test: /[\\/]@module-federation[\\/]runtime-core[\\/]/, sideEffects: false };

/** Components go into the remotes' CSS layer, so that a remote can refine them, and the host's own rules override both. */
const COMPONENTS_IN_LAYER = {
  test: /[\\/]shared-ui[\\/]src[\\/].*\.module\.css$/,
  enforce: 'pre' as const,
  loader: path.resolve(import.meta.dirname, '../styles/partsLayer.ts'),
};

function mainConfiguration(target: BuildTarget, { main }: HostOptions): Configuration {
  const base = webpackBase(target, `host_${target.version}`);
  return {
    ...base,
    name: 'main',
    entry: { main },
    output: {
      ...base.output,
      publicPath: `/assets/${target.version}/`,
      // A separate compiler writes the boot script to the same folder, usually first.
      clean: { keep: /^boot\./ },
    },
    optimization: {
      ...base.optimization,
      // `vendor` changes with the lockfile, `main` with our code.
      splitChunks: {
        cacheGroups: {
          vendor: { name: 'vendor', chunks: 'initial', test: /[\\/]node_modules[\\/]/, enforce: true },
        },
      },
    },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), PURE_RUNTIME, COMPONENTS_IN_LAYER] },
    plugins: [
      ...(base.plugins ?? []),
      // Constants that the federation plugin would define; the host registers the shared modules itself
      // (host/src/federation/sharedModules.ts).
      new webpack.DefinePlugin({
        __SHARED__: JSON.stringify(sharedPolicy('host', installedVersions(target.packageDir))),
        ENV_TARGET: JSON.stringify('web'),
        FEDERATION_OPTIMIZE_NO_REMOTE: 'true',
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      }),
    ],
  };
}

/** @param boot script file, relative to the package. */
function bootConfiguration(target: BuildTarget, boot: string): Configuration {
  const base = webpackBase(target, `boot_${target.version}`);
  return {
    ...base,
    name: 'boot',
    entry: { boot: path.join(target.packageDir, boot) },
    output: { ...base.output, publicPath: `/assets/${target.version}/`, clean: false },
  };
}

/**
 * A single file for Node. Class names match `main`, because the hash function and salt are the same; lazily loaded modules are left out.
 * @param frame program file, relative to the package.
 */
function frameConfiguration(target: BuildTarget, frame: string): Configuration {
  const base = webpackBase(target, `host_${target.version}`, 'names');
  return {
    ...base,
    name: 'frame',
    target: 'node20',
    devtool: false,
    entry: { frame: path.join(target.packageDir, frame) },
    output: {
      ...base.output,
      path: path.join(target.packageDir, 'dist'),
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
      clean: false,
    },
    module: { ...base.module, parser: { javascript: { import: false } } },
  };
}

/** The host's webpack configurations: main program, boot script and, for production builds, the frame renderer. */
export function defineHost(options: HostOptions) {
  return (env?: BuildEnv, args?: BuildArguments): Configuration[] => {
    const target = buildTarget('host', env, args);
    const inBrowser = [mainConfiguration(target, options), bootConfiguration(target, options.boot)];
    if (target.mode !== 'production') return inBrowser;
    const page = new WriteHostPage(target, options.template);
    return [...inBrowser, frameConfiguration(target, options.frame)].map((one) => ({
      ...one,
      plugins: [...(one.plugins ?? []), page],
    }));
  };
}
