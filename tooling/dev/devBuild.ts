/** Development builds: not minified, with stable file names, and with Fast Refresh if the host is a development build too. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import RefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import type { BuildArguments, BuildEnv } from '../federation/buildTarget';

/** Version of all development builds; part of their URLs. */
export const DEV_VERSION = 'dev';

export interface DevTarget {
  /** Folder of the clone. */
  root: string;
  /** Output folder of the builds: `<out>/<package>/dev/`. */
  out: string;
  /** Origin of the development server. */
  origin: string;
}

export interface DevBuild {
  pkg: string;
  folder: string;
  /** Source folder of a remote. */
  packageDir?: string;
  configuration: Configuration;
}

const require = createRequire(import.meta.url);
/** A sibling module: TypeScript in this repository, JavaScript in the preset. */
const siblingModule = (name: string) => path.join(import.meta.dirname, name);

/** Registers each module's components, so that they can be replaced without losing state. */
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

/** The package's `webpack.config.ts` evaluated for a development build, and its output folder. */
async function loadConfiguration<T>(
  { root, out }: DevTarget,
  pkg: string,
): Promise<{ folder: string; made: T }> {
  const file = pathToFileURL(path.join(root, pkg, 'webpack.config.ts')).href;
  const { default: define } = (await import(file)) as {
    default: (env: BuildEnv, args: BuildArguments) => T;
  };
  const folder = path.join(out, pkg, DEV_VERSION);
  return { folder, made: define({ version: DEV_VERSION, out: folder }, { mode: 'development' }) };
}

/** Adds the dev client, and stable file names: hashed ones would leave thousands of files per working day. */
function withDevServer(
  base: Configuration,
  pkg: string,
  { origin }: DevTarget,
  swaps: boolean,
): Configuration {
  const plugins = (base.plugins ?? []).filter((plugin) => !(plugin instanceof MiniCssExtractPlugin));
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
    // A broken build is never sent to the page; after the fix, the page continues from its last good version and keeps its input.
    optimization: { ...base.optimization, emitOnErrors: false },
    module: { ...base.module, rules: [swaps ? REFRESHING : (typescript ?? REFRESHING), ...styles] },
    plugins: [
      ...plugins,
      new MiniCssExtractPlugin({ filename: '[name].css', chunkFilename: '[name].css', ignoreOrder: true }),
      new webpack.DefinePlugin(constants),
      new webpack.EntryPlugin(import.meta.dirname, siblingModule('client'), { name: undefined }),
      ...(swaps
        ? [
            new webpack.HotModuleReplacementPlugin(),
            new RefreshPlugin({ overlay: false, library: String(base.output?.uniqueName) }),
          ]
        : []),
    ],
  };
}

/** Development build of a remote in a page that is not a development build: a change needs a reload. */
export const standaloneBuild = (made: Configuration, pkg: string, target: DevTarget) =>
  withDevServer(made, pkg, target, false);

/**
 * A remote's development build.
 * @param swaps whether the page is a development build; a deployed host loads the files itself, and a change needs a reload.
 */
export async function devRemote(remote: string, target: DevTarget, swaps: boolean): Promise<DevBuild> {
  const pkg = `remote-${remote}`;
  const { folder, made } = await loadConfiguration<Configuration>(target, pkg);
  return {
    pkg,
    folder,
    packageDir: path.join(target.root, pkg),
    configuration: withDevServer(made, pkg, target, swaps),
  };
}

/** The host, and its boot script, which in development also prepares the page for Fast Refresh. */
export async function devHost(target: DevTarget): Promise<DevBuild[]> {
  const { folder, made } = await loadConfiguration<[Configuration, Configuration]>(target, 'host');
  const [main, boot] = made;
  const publicPath = `${target.origin}/host/${DEV_VERSION}/`;
  const host = withDevServer(main, 'host', target, true);
  return [
    {
      pkg: 'host',
      folder,
      configuration: { ...host, output: { ...host.output, publicPath } },
    },
    {
      pkg: 'boot',
      folder,
      configuration: {
        ...boot,
        name: 'boot',
        entry: { boot: [siblingModule('hook'), path.join(target.root, 'host/src/boot/boot.ts')] },
        output: { ...boot.output, publicPath, filename: '[name].js', clean: false },
      },
    },
  ];
}
