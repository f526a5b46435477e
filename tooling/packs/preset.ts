/** Bundles the build preset for remotes in other repositories, from the same sources that build the remotes here. */
import { cpSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build, type Metafile, type PluginBuild, stop } from 'esbuild';

/** Resolved by name at run time, so no import reveals them. */
const BY_NAME = [
  '@swc/core',
  '@swc/jest',
  '@types/jest',
  '@types/node',
  'css-loader',
  'esbuild',
  'jest',
  'jest-environment-jsdom',
  'react-refresh',
  'swc-loader',
  'ts-loader',
  'tsx',
  'typescript',
];

const packageName = (request: string) => request.split('/', request.startsWith('@') ? 2 : 1).join('/');

/** Packages that the bundles import at run time. */
function importedPackages({ outputs }: Metafile): string[] {
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  const requests = imports.filter(({ external }) => external).map(({ path: request }) => request);
  return requests
    .filter((request) => !/^(node:|[./])/.test(request) && !builtinModules.includes(request))
    .map(packageName);
}

/**
 * Writes the preset's files to `out`.
 * @param root folder of the clone.
 * @returns the packages that the preset depends on.
 */
export async function bundlePreset(root: string, out: string): Promise<string[]> {
  const tooling = path.join(root, 'tooling');
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    metafile: true,
  } as const;
  const ours = {
    name: 'ours',
    setup({ onResolve }: PluginBuild) {
      // Everything except our own sources is a dependency.
      onResolve({ filter: /^[^./]/ }, ({ path: request, kind }) =>
        kind === 'entry-point' || request.startsWith('@hindsight/')
          ? null
          : { path: request, external: true },
      );
    },
  };
  const programs = [
    await build({
      ...common,
      entryPoints: {
        cli: path.join(tooling, 'remote-preset/cli.ts'),
        federation: path.join(tooling, 'remote-preset/federation.ts'),
      },
      outdir: path.join(out, 'dist'),
      format: 'esm',
      splitting: true,
      chunkNames: '[name]-[hash]',
      plugins: [ours],
    }),
    await build({
      ...common,
      entryPoints: ['browserSetup', 'failOnConsole'].map((name) => path.join(tooling, 'jest', `${name}.ts`)),
      outdir: path.join(out, 'dist/jest'),
      outExtension: { '.js': '.cjs' },
      format: 'cjs',
      plugins: [ours],
    }),
    await build({
      ...common,
      entryPoints: {
        client: path.join(tooling, 'dev/client.ts'),
        'runtime/chunkRetries': path.join(tooling, 'federation/runtime/chunkRetries.ts'),
      },
      outdir: path.join(out, 'dist'),
      platform: 'browser',
      format: 'esm',
    }),
  ];
  // esbuild's helper process would otherwise live as long as ours.
  await stop();
  for (const name of ['browserEnvironment', 'cssModule', 'emptyStyle'])
    cpSync(path.join(tooling, 'jest', `${name}.cjs`), path.join(out, 'dist/jest', `${name}.cjs`));
  cpSync(path.join(tooling, 'remote-preset/package'), out, { recursive: true });
  // Other files of the template only apply inside this workspace.
  for (const name of ['template/src', 'template/README.md', 'standalone'])
    cpSync(path.join(tooling, 'create-remote', name), path.join(out, 'dist', name), { recursive: true });
  return [...new Set([...programs.flatMap(({ metafile }) => importedPackages(metafile)), ...BY_NAME])];
}
