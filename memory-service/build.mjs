/**
 * Builds the service into dist/ (or the folder given as argument): bundles of the server and its worker threads, plus the migrations, an
 * empty template database and the downloads.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const packageFolder = path.dirname(fileURLToPath(import.meta.url));
const dist = path.resolve(packageFolder, process.argv[2] ?? 'dist');
const manifest = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8'));

/** Third-party libraries are resolved at run time; only workspace packages are bundled. */
const external = Object.entries(manifest.dependencies)
  .filter(([, range]) => !range.startsWith('workspace:'))
  .flatMap(([name]) => [name, `${name}/*`]);

async function bundle() {
  await build({
    absWorkingDir: packageFolder,
    entryPoints: {
      server: 'src/main.ts',
      pgliteWorker: 'src/platform/database/engine/pgliteWorker.ts',
      textWorker: 'src/app/textWorker.ts',
      encoderWorker: 'src/app/encoderWorker.ts',
      template: 'src/platform/database/engine/preparedTemplate.ts',
      transfer: 'src/transfer/main.ts',
    },
    outdir: dist,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    external,
    logLevel: 'warning',
  });
}

async function copyMigrations() {
  await rm(path.join(dist, 'migrations'), { recursive: true, force: true });
  await cp(path.join(packageFolder, 'migrations'), path.join(dist, 'migrations'), { recursive: true });
}

/** Copies the WebAssembly file that the encoder thread needs out of the many files of its runtime package. */
async function copyRuntime() {
  const library = createRequire(import.meta.url).resolve('onnxruntime-web');
  const file = 'ort-wasm-simd-threaded.wasm';
  await cp(path.join(path.dirname(library), file), path.join(dist, file));
}

/** Cache key of the template: the engine version and every migration. */
async function templateVersion(migrations) {
  const hash = createHash('sha256');
  for (const name of (await readdir(migrations)).sort())
    if (name.endsWith('.sql')) hash.update(name).update(await readFile(path.join(migrations, name)));
  return `${manifest.dependencies['@electric-sql/pglite']} ${hash.digest('hex')}`;
}

/** Creates the database that a first start copies. */
async function makeTemplate() {
  const migrations = path.join(dist, 'migrations');
  const version = await templateVersion(migrations);
  const stamp = path.join(dist, 'template.version');
  const folder = path.join(dist, 'template');
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== version)
    await rm(folder, { recursive: true, force: true });
  const { ensureTemplate } = await import(pathToFileURL(path.join(dist, 'template.js')).href);
  await ensureTemplate(folder, migrations);
  await writeFile(stamp, version);
}

/** Builds the command-line MCP server that the service offers for download. */
function buildMcpServer() {
  const script = path.join(packageFolder, '../mcp-server/build.mjs');
  execFileSync(process.execPath, [script, path.join(dist, 'downloads')], { stdio: 'inherit' });
}

await bundle();
buildMcpServer();
await copyMigrations();
await copyRuntime();
await makeTemplate();
