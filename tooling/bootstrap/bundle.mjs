/**
 * Bundles the stack's programs into `tooling/dist` and the gateway into `gateway/dist`: plain JavaScript starts in a fraction of the time.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const tooling = fileURLToPath(new URL('..', import.meta.url));
const ENTRIES = ['local-stack/start.ts', 'local-stack/remoteServer.ts', 'checks/testRun.ts'];
/** Not bundled: these packages load files of their own at run time. */
const EXTERNAL = [
  'fastify',
  '@fastify/*',
  'esbuild',
  '@playwright/test',
  'playwright',
  'playwright-core',
  'react',
  'react-dom',
];
const gateway = path.join(tooling, '../gateway');
/** The gateway's libraries are not bundled. */
const { dependencies } = JSON.parse(readFileSync(path.join(gateway, 'package.json'), 'utf8'));
const LIBRARIES = Object.keys(dependencies).filter((name) => !name.startsWith('@hindsight/'));

/** Replaces a file atomically, and only when it changed, so that a program that starts during a build never reads a partial file. */
function writeIfChanged(file, bytes) {
  if (existsSync(file) && readFileSync(file).equals(bytes)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, bytes);
  renameSync(draft, file);
}

/** @returns {Promise<(name: string) => string>} resolver of a bundled program's path by name. */
export async function bundle() {
  const esbuild = createRequire(path.join(tooling, 'package.json'))('esbuild');
  const outdir = path.join(tooling, 'dist');
  const common = {
    entryNames: '[name]',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  };
  const results = await Promise.all([
    esbuild.build({ ...common, absWorkingDir: tooling, entryPoints: ENTRIES, outdir, external: EXTERNAL }),
    esbuild.build({
      ...common,
      absWorkingDir: gateway,
      entryPoints: { gateway: 'src/main.ts' },
      outdir: path.join(gateway, 'dist'),
      external: LIBRARIES,
    }),
  ]);
  // esbuild's helper process would otherwise live as long as ours.
  await esbuild.stop();
  for (const { outputFiles } of results)
    for (const { path: file, contents } of outputFiles) writeIfChanged(file, Buffer.from(contents));
  return (name) => path.join(outdir, `${name}.js`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
