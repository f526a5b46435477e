/** The host's build: provides every shared module, knows no remote (they come from the registry at run time). */
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
  /** The small script that runs before everything else: theme class, early session request. No federation in it. */
  boot: string;
  /** Renders the frame of the page where there is no browser; shares everything with `main` but its start. */
  frame: string;
  /** The page, with places for all of them. */
  template: string;
}

/** The packages of the runtime do not all say that their modules only define things; what is not used of them is left out. */
const PURE_RUNTIME = { test: /[\\/]@module-federation[\\/]runtime-core[\\/]/, sideEffects: false };

/** Components lie in the layer of remotes, so that a remote may refine one, and the host's own rules win over both. */
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
      // The boot script is written to the same folder by its own compiler, usually first.
      clean: { keep: /^boot\./ },
    },
    optimization: {
      ...base.optimization,
      // `vendor` changes with the lockfile, `main` with our own code.
      splitChunks: {
        cacheGroups: {
          vendor: { name: 'vendor', chunks: 'initial', test: /[\\/]node_modules[\\/]/, enforce: true },
        },
      },
    },
    module: { ...base.module, rules: [...(base.module?.rules ?? []), PURE_RUNTIME, COMPONENTS_IN_LAYER] },
    plugins: [
      ...(base.plugins ?? []),
      // What the federation plugin would tell its runtime; the host gives it the shared modules itself (host/src/federation/sharedModules.ts).
      new webpack.DefinePlugin({
        __SHARED__: JSON.stringify(sharedPolicy('host', installedVersions(target.packageDir))),
        ENV_TARGET: JSON.stringify('web'),
        FEDERATION_OPTIMIZE_NO_REMOTE: 'true',
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      }),
    ],
  };
}

/** @param boot file of the script, relative to the package. */
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
 * One file for Node. Class names come out as in `main`, because function and salt of their hash are the same; what is loaded later there is
 * left out.
 * @param frame file of the program, relative to the package.
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

/** webpack's configurations of the host: its program, its boot script and, of a whole build, the program of its frame. */
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
