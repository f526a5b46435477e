/** The package.json of each packed package, derived from those of the workspace, so that versions are maintained in one place. */
import { ranges } from '../federation/sharedPolicy';

export interface Manifest {
  name: string;
  version: string;
  description?: string;
  type?: string;
  sideEffects?: string[] | false;
  exports?: Record<string, unknown>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Needed by only some users of a package: React's types, and the environment of the contracts' `renderRoutes`. */
const optionalPeers = (exports: object) => ({
  '@types/react': '^19.0.0',
  ...('./testing/routes' in exports ? { '@testing-library/react': '^16.0.0' } : {}),
});

const builtPath = (source: string) => source.replace('./src/', './dist/').replace(/\.tsx?$/, '');

/** The export entry of a source file: its declarations and JavaScript; style sheets stay unchanged. */
const toExportEntry = (source: string) =>
  /\.tsx?$/.test(source)
    ? { types: `${builtPath(source)}.d.ts`, default: `${builtPath(source)}.js` }
    : builtPath(source);

const pick = (table: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, table[name] ?? '']));

const optional = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { optional: true }]));

/** Manifest of contracts or components: entry points refer to the build output, and workspace packages become peers. */
export function libraryManifest(source: Manifest): object {
  const { name, version, description, type, sideEffects = [], exports = {}, dependencies = {} } = source;
  const ours = Object.keys(dependencies).filter((one) => one in ranges);
  const unneeded = optionalPeers(exports);
  const peers = [...ours, ...Object.keys(source.peerDependencies ?? {})];
  return {
    name,
    version,
    description,
    type,
    sideEffects:
      sideEffects && sideEffects.map((file) => (file.startsWith('./') ? `${builtPath(file)}.js` : file)),
    exports: {
      ...Object.fromEntries(
        Object.entries(exports).map(([entry, file]) => [entry, toExportEntry(String(file))]),
      ),
      './package.json': './package.json',
    },
    files: ['dist'],
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([one]) => !ours.includes(one))),
    peerDependencies: { ...pick(ranges, peers), ...unneeded },
    peerDependenciesMeta: optional(Object.keys(unneeded)),
  };
}

/**
 * The build preset, including its compiler, loaders and test runner.
 * @param needed packages that it imports or runs.
 * @param known their versions in this workspace.
 * @throws Error when a version is missing.
 */
export function presetManifest(
  { version }: Manifest,
  needed: readonly string[],
  known: Record<string, string>,
): object {
  const unknown = needed.filter((name) => !known[name]);
  if (unknown.length > 0)
    throw new Error(`The preset needs ${unknown.join(', ')}, but no package.json here lists it.`);
  return {
    name: '@hindsight/remote-preset',
    version,
    description: 'Builds, tests and releases a dashboard remote from its own repository.',
    type: 'module',
    bin: { 'hindsight-remote': './dist/cli.js' },
    exports: {
      './tsconfig.json': './tsconfig.json',
      './types': { types: './types.d.ts' },
      './federation': { types: './federation.d.ts', default: './dist/federation.js' },
      './package.json': './package.json',
    },
    files: ['dist', 'tsconfig.json', 'types.d.ts', 'federation.d.ts'],
    engines: { node: '>=20.19.0' },
    dependencies: pick(known, [...needed].sort()),
    peerDependencies: ranges,
    // `hindsight-remote create` runs before a remote exists.
    peerDependenciesMeta: optional(Object.keys(ranges)),
  };
}
