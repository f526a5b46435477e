/** Builds the service into dist/ (or the folder given as argument): server and database worker as bundles, the migrations and an empty database beside them. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const room = path.dirname(fileURLToPath(import.meta.url));
const dist = path.resolve(room, process.argv[2] ?? 'dist');
const manifest = JSON.parse(await readFile(path.join(room, 'package.json'), 'utf8'));

/** Libraries stay where they are installed; only our own packages are bundled. */
const external = Object.entries(manifest.dependencies)
  .filter(([, range]) => !range.startsWith('workspace:'))
  .flatMap(([name]) => [name, `${name}/*`]);

async function bundle() {
  await build({
    absWorkingDir: room,
    entryPoints: {
      server: 'src/main.ts',
      pgliteWorker: 'src/storage/engine/pgliteWorker.ts',
      template: 'src/storage/engine/template.ts',
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
  await cp(path.join(room, 'migrations'), path.join(dist, 'migrations'), { recursive: true });
}

/** An empty database that a first start copies. It belongs to one version of the engine; another makes a new one. */
async function makeTemplate() {
  const version = manifest.dependencies['@electric-sql/pglite'];
  const stamp = path.join(dist, 'template.version');
  const folder = path.join(dist, 'template');
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== version)
    await rm(folder, { recursive: true, force: true });
  const { ensureTemplate } = await import(pathToFileURL(path.join(dist, 'template.js')).href);
  await ensureTemplate(folder);
  await writeFile(stamp, version);
}

await bundle();
await copyMigrations();
await makeTemplate();
