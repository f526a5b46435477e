/** The development builds: not minified, with stable file names, and with Fast Refresh where the host is a development build too. */
import { createRequire } from 'node:module';
import path from 'node:path';
import RefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { defineBoot, defineHost } from '../federation/defineHost';
import { defineRemote } from '../federation/defineRemote';
import { HostLoadedChunks } from '../federation/hostLoadedChunks';
import type { BuildTarget } from '../federation/webpackBase';

/** Version of everything that is compiled here; part of its address. */
export const DEV_VERSION = 'dev';

export interface DevTarget {
  /** Folder of the clone. */
  root: string;
  /** Folder that receives the builds: `<out>/<package>/dev/`. */
  out: string;
  /** Address of the development server. */
  origin: string;
}

export interface DevBuild {
  pkg: string;
  /** Folder of the built files. */
  folder: string;
  configuration: Configuration;
}

const require = createRequire(import.meta.url);
const here = (file: string) => path.join(import.meta.dirname, file);

/** Names the components of each module, so that they can be exchanged while their state stays. */
const REFRESHING: RuleSetRule = {
  test: /\.tsx?$/,
  loader: require.resolve('swc-loader'),
  options: {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development: true, refresh: true } },
    },
  },
};

function targetOf({ root, out }: DevTarget, pkg: string): BuildTarget {
  const outputDir = path.join(out, pkg, DEV_VERSION);
  return { packageDir: path.join(root, pkg), version: DEV_VERSION, outputDir, mode: 'development' };
}

/** With stable names a file is replaced, not added: a folder of a working day would else hold thousands. */
function developed(base: Configuration, pkg: string, { origin }: DevTarget, swaps: boolean): Configuration {
  const plugins = (base.plugins ?? []).filter(
    (plugin) => !(plugin instanceof MiniCssExtractPlugin) && !(swaps && plugin instanceof HostLoadedChunks),
  );
  const rules = (base.module?.rules ?? []) as RuleSetRule[];
  const [typescript, ...styles] = rules;
  const constants = {
    __DEV_PACKAGE__: JSON.stringify(pkg),
    __DEV_EVENTS__: JSON.stringify(`${origin}/events`),
  };
  return {
    ...base,
    name: pkg,
    output: { ...base.output, filename: '[name].js', chunkFilename: '[name].js', clean: false },
    module: { ...base.module, rules: [swaps ? REFRESHING : (typescript ?? REFRESHING), ...styles] },
    plugins: [
      ...plugins,
      new MiniCssExtractPlugin({ filename: '[name].css', chunkFilename: '[name].css', ignoreOrder: true }),
      new webpack.DefinePlugin(constants),
      new webpack.EntryPlugin(import.meta.dirname, here('client.ts'), { name: undefined }),
      ...(swaps
        ? [
            new webpack.HotModuleReplacementPlugin(),
            new RefreshPlugin({ overlay: false, library: String(base.output?.uniqueName) }),
          ]
        : []),
    ],
  };
}

/**
 * A remote's development build.
 * @param swaps whether the page around it is a development build; a deployed host loads the files itself, and a change needs a reload.
 */
export function devRemote(remote: string, target: DevTarget, swaps: boolean): DevBuild {
  const pkg = `remote-${remote}`;
  const built = targetOf(target, pkg);
  const configuration = developed(defineRemote(remote, built), pkg, target, swaps);
  return { pkg, folder: built.outputDir, configuration };
}

/** The host, and the small script before it, which here also prepares the page for Fast Refresh. */
export function devHost(target: DevTarget): DevBuild[] {
  const built = targetOf(target, 'host');
  const publicPath = `${target.origin}/host/${DEV_VERSION}/`;
  const host = developed(defineHost(built), 'host', target, true);
  const boot = defineBoot(built);
  return [
    {
      pkg: 'host',
      folder: built.outputDir,
      configuration: { ...host, output: { ...host.output, publicPath } },
    },
    {
      pkg: 'boot',
      folder: built.outputDir,
      configuration: {
        ...boot,
        name: 'boot',
        entry: { boot: [here('hook.ts'), path.join(built.packageDir, 'src/boot/boot.ts')] },
        output: { ...boot.output, publicPath, filename: '[name].js', clean: false },
      },
    },
  ];
}
