/** The rival of every federation figure: the same screens, built by the same tooling, as one program. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { precompress } from '../build/precompress';
import { defineBoot } from '../federation/defineHost';
import { compile } from '../federation/compile';
import { hostPage } from '../federation/hostPage';
import { webpackBase } from '../federation/webpackBase';
import { repoRoot, varDir } from '../local-stack/paths';

const replacements = path.join(import.meta.dirname, 'monolith');

function defineMonolith(outputDir: string, version: string): Configuration {
  const roomDir = path.join(repoRoot, 'host');
  const base = webpackBase({ roomDir, version, outputDir, mode: 'production' }, 'monolith');
  const replace = (file: string) =>
    new webpack.NormalModuleReplacementPlugin(
      new RegExp(`host[/\\\\]src[/\\\\]federation[/\\\\]${file}\\.ts$`),
      (data) => {
        if (data.createData?.resource) data.createData.resource = path.join(replacements, `${file}.ts`);
      },
    );
  return {
    ...base,
    entry: { main: path.join(roomDir, 'src/app/main.tsx') },
    output: { ...base.output, publicPath: `/assets/${version}/` },
    optimization: { ...base.optimization, splitChunks: { chunks: 'all' } },
    plugins: [...(base.plugins ?? []), replace('loader'), replace('provideRuntime')],
  };
}

/** Builds and compresses the monolith; returns the folder that a gateway serves as its host. */
export async function buildMonolith(): Promise<string> {
  const version = 'monolith';
  const dist = path.join(varDir, 'bench/monolith');
  const outputDir = path.join(dist, version);
  mkdirSync(outputDir, { recursive: true });
  const target = { roomDir: path.join(repoRoot, 'host'), version, outputDir, mode: 'production' as const };
  const [main, boot] = await compile([defineMonolith(outputDir, version), defineBoot(target)]);
  const template = readFileSync(path.join(repoRoot, 'host/src/app/index.html'), 'utf8').replace(
    '<!--PRELOAD-->',
    '',
  );
  writeFileSync(path.join(dist, 'index.html'), hostPage(template, `/assets/${version}/`, main!, boot!));
  await precompress(outputDir);
  return dist;
}
