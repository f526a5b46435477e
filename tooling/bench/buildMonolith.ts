/**
 * The rivals of every federation figure: the same screens, built by the same tooling, as one program. Once as one bundle, and once split
 * by route, which is what a team that cares about its first load would do with one program.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { createInputHasher } from '../build/inputHash';
import { BUILT_PACKAGES, inputsOf, isService } from '../build/packages';
import { precompress } from '../build/precompress';
import { bootConfiguration } from '../federation/defineHost';
import { compile } from '../federation/compile';
import { hostPage } from '../federation/hostPage';
import { type BuildTarget, buildTarget } from '../federation/buildTarget';
import { webpackBase } from '../federation/webpackBase';
import { repoRoot, varDir } from '../local-stack/paths';

const replacements = path.join(import.meta.dirname, 'monolith');

export type MonolithKind = 'bundle' | 'split';

function defineMonolith(target: BuildTarget, kind: MonolithKind): Configuration {
  const { packageDir, version } = target;
  const base = webpackBase(target, version);
  const replace = (file: string) =>
    new webpack.NormalModuleReplacementPlugin(
      new RegExp(`host[/\\\\]src[/\\\\]federation[/\\\\]${file}\\.ts$`),
      (data) => {
        if (data.createData?.resource) data.createData.resource = path.join(replacements, `${file}.ts`);
      },
    );
  return {
    ...base,
    entry: { main: path.join(packageDir, 'src/app/main.tsx') },
    // The gateway's policy knows this name: a monolith's lazy chunks are run by the same rule as the host's.
    output: { ...base.output, publicPath: `/assets/${version}/`, trustedTypes: { policyName: 'host' } },
    optimization: { ...base.optimization, splitChunks: kind === 'split' ? { chunks: 'all' } : false },
    plugins: [
      ...(base.plugins ?? []),
      replace('loader'),
      replace('provideRuntime'),
      ...(kind === 'bundle' ? [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })] : []),
    ],
  };
}

/** Builds and compresses a monolith unless it is there, the bundle with gzip alone; returns the folder that a gateway serves as its host. */
export async function buildMonolith(kind: MonolithKind): Promise<string> {
  const version = `monolith-${kind}`;
  const dist = path.join(varDir, 'bench', version);
  const outputDir = path.join(dist, version);
  const record = path.join(dist, 'inputs');
  const inputs = createInputHasher(repoRoot)([
    ...new Set(['tooling/bench', ...BUILT_PACKAGES.filter((name) => !isService(name)).flatMap(inputsOf)]),
  ]);
  if (existsSync(record) && readFileSync(record, 'utf8') === inputs) return dist;
  mkdirSync(outputDir, { recursive: true });
  const target = buildTarget('host', { version, out: outputDir });
  const [main, boot] = await compile([
    defineMonolith(target, kind),
    bootConfiguration(target, 'src/boot/boot.ts'),
  ]);
  const template = readFileSync(path.join(repoRoot, 'host/src/app/index.html'), 'utf8')
    .replace('<!--PAGE-->', '<title>Hindsight</title>')
    .replace('<!--FRAME-->', '');
  writeFileSync(path.join(dist, 'index.html'), hostPage(template, `/assets/${version}/`, main!, boot!));
  await precompress(outputDir, kind === 'bundle' ? ['gz'] : undefined);
  writeFileSync(record, inputs);
  return dist;
}
