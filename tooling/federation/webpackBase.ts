/** Configuration common to all browser builds: TypeScript, CSS modules, hashing, minification. No eval in any mode. */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration, RuleSetRule } from 'webpack';
import webpack from 'webpack';
import { parseFlag } from '@hindsight/shared-contracts/config';
import type { BuildTarget } from './buildTarget';
import { licenseList } from './licensePlugin';
import { sourceCommit } from './sourceCommit';

/** Every browser that still gets security updates; avoids compiler helpers. */
const browsers = 'es2022';

/** Resolves loaders from the preset, wherever it is installed. */
const { resolve: loader } = createRequire(import.meta.url);

/** react-router exports its development build to every bundler; this selects the production build next to it. */
function productionAliases({ mode, packageDir }: BuildTarget): Record<string, string> {
  if (mode !== 'production') return {};
  const contracts = path.join(packageDir, 'node_modules/@hindsight/shared-contracts/package.json');
  const require = createRequire(realpathSync(contracts));
  const router = createRequire(require.resolve('react-router-dom')).resolve('react-router');
  const dist = path.resolve(path.dirname(router), '../production');
  return {
    'react-router$': path.join(dist, 'index.mjs'),
    'react-router/dom$': path.join(dist, 'dom-export.mjs'),
  };
}

/**
 * Build information. Commit and time come from the environment, else from git; the image only from the environment. The debug panel is for
 * test builds.
 */
function buildConstants({ version, sources }: BuildTarget): Record<string, string> {
  const { BUILD_SHA, BUILD_TIMESTAMP, DASHBOARD_IMAGE_TAG, DEBUG_PANEL } = process.env;
  const commit = sourceCommit(sources.root, sources.inputs);
  return {
    __BUILD__: JSON.stringify({
      version,
      commit: BUILD_SHA || commit?.sha || null,
      time: BUILD_TIMESTAMP || commit?.time || null,
      image: DASHBOARD_IMAGE_TAG || null,
      debugPanel: parseFlag(DEBUG_PANEL ?? '') === true,
    }),
  };
}

/** Output of style sheets: files for a browser, or class names only. */
type Styles = 'files' | 'names';

function styleRules(styles: Styles, modules: object): RuleSetRule[] {
  const extracted = styles === 'files' ? [MiniCssExtractPlugin.loader] : [];
  const exportOnlyLocals = styles === 'names';
  return [
    {
      test: /\.module\.css$/,
      use: [
        ...extracted,
        { loader: loader('css-loader'), options: { modules: { ...modules, exportOnlyLocals } } },
      ],
    },
    {
      test: /\.css$/,
      exclude: /\.module\.css$/,
      use: [
        ...extracted,
        {
          loader: loader('css-loader'),
          options: { modules: exportOnlyLocals && { mode: 'global', exportOnlyLocals } },
        },
      ],
      sideEffects: true,
    },
  ];
}

/** Scripts that run on every load. Page names are those of `exposes`. */
const RUN_ON_LOAD = /^(boot|main|vendor|page-[^./]*)\.[^/]*js$|^remoteEntry\.js$/;

/** Lets V8 compile these scripts on another thread during download instead of function by function during execution. */
const compileDuringDownload = () =>
  new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: RUN_ON_LOAD,
    // After the minifiers, which remove comments, and before content hashing.
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1,
  });

/** Common configuration; `uniqueName` separates the chunk tables of different builds and must contain the version. */
export function webpackBase(
  target: BuildTarget,
  uniqueName: string,
  styles: Styles = 'files',
): Configuration {
  const production = target.mode === 'production';
  const devtool = production ? target.release === true && 'hidden-source-map' : 'source-map';
  return {
    mode: target.mode,
    context: target.packageDir,
    target: ['web', 'es2022'],
    devtool,
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: productionAliases(target) },
    output: {
      path: target.outputDir,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      uniqueName,
      crossOriginLoading: 'anonymous',
      // A module that threw during evaluation, e.g. because a shared one was missing, is evaluated again on the next request.
      strictModuleErrorHandling: true,
      hashFunction: 'xxhash64',
      clean: true,
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: loader('ts-loader'),
          options: {
            transpileOnly: true,
            configFile: path.join(target.packageDir, 'tsconfig.json'),
            compilerOptions: {
              noEmit: false,
              incremental: false,
              sourceMap: Boolean(devtool),
              target: browsers,
            },
          },
        },
        // Their packages do not declare it; without it, antd's form would come with every text field.
        { test: /[\\/]node_modules[\\/](@rc-component|@ant-design)[\\/]/, sideEffects: false },
        {
          test: /[\\/]shared-ui[\\/]src[\\/]antd[\\/]antd\.css$/,
          enforce: 'pre',
          loader: path.resolve(import.meta.dirname, 'antdSheet.ts'),
        },
        {
          test: /\.woff2$/,
          type: 'asset/resource',
          loader: path.resolve(import.meta.dirname, 'typefaceSubset.ts'),
        },
        ...styleRules(styles, {
          namedExport: false,
          exportLocalsConvention: 'as-is',
          localIdentName: production ? '[hash:base64:7]' : '[name]__[local]__[hash:base64:5]',
          // Two versions of a remote can be on one page; neither must apply the other's rules.
          localIdentHashSalt: uniqueName,
        }),
      ],
    },
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: production ? 'deterministic' : 'named',
      minimizer: [
        // Native minifiers take a tenth of the time and use their own threads; `parallel` would spawn processes for them.
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          minimizerOptions: { compress: { passes: 2 }, format: { comments: false } },
          extractComments: false,
          parallel: false,
        }),
        new TerserPlugin({ test: /\.css$/, minify: TerserPlugin.esbuildMinifyCss, parallel: false }),
      ],
    },
    plugins: [
      // Every class is local to its module and base.css styles bare elements, so style sheets can be in any order.
      new MiniCssExtractPlugin({
        filename: '[name].[contenthash:8].css',
        chunkFilename: '[name].[contenthash:8].css',
        ignoreOrder: true,
      }),
      new webpack.DefinePlugin(buildConstants(target)),
      ...(production ? [compileDuringDownload()] : []),
      ...(target.release ? [licenseList()] : []),
    ],
    performance: { hints: false },
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}
