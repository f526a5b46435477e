/** Packs the packages that a remote in another repository needs: contracts, components and the build preset, for `npm install`. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInputHasher } from '../build/inputHash';
import { compileLibraries } from './libraries';
import { libraryManifest, type Manifest, presetManifest } from './manifests';
import { bundlePreset } from './preset';

const LIBRARIES = ['shared-contracts', 'shared-ui'] as const;
const INPUTS = [...LIBRARIES, 'tooling', 'package.json', 'tsconfig.base.json', 'CHANGELOG.md'];

/** Archive paths by package name. */
export type Packs = Record<string, string>;

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

function pack(folder: string, manifest: object, out: string): [string, string] {
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    // Discards npm's messages on stderr.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(printed) as { name: string; filename: string }[];
  if (!packed) throw new Error(`npm packed nothing in ${folder}.`);
  return [packed.name, packed.filename.replace('@', '').replace('/', '-')];
}

async function packAll(root: string, out: string): Promise<Packs> {
  const work = path.join(out, 'work');
  const sources = Object.fromEntries(LIBRARIES.map((name) => [name, manifestIn(path.join(root, name))]));
  compileLibraries(root, path.join(work, 'compiled'), sources);
  const packs: Packs = {};
  for (const name of LIBRARIES) {
    const folder = path.join(work, name);
    mkdirSync(folder, { recursive: true });
    renameSync(path.join(work, 'compiled', name, 'src'), path.join(folder, 'dist'));
    renameSync(path.join(work, 'compiled', name, 'README.md'), path.join(folder, 'README.md'));
    cpSync(path.join(root, 'CHANGELOG.md'), path.join(folder, 'CHANGELOG.md'));
    const [packed, file] = pack(folder, libraryManifest(sources[name]!), out);
    packs[packed] = file;
  }
  const preset = path.join(work, 'remote-preset');
  const needed = await bundlePreset(root, preset);
  const [clone, tooling] = [manifestIn(root), manifestIn(path.join(root, 'tooling'))];
  // The preset bundles parts of the contracts, so it needs their dependencies.
  const known = {
    ...clone.devDependencies,
    ...sources['shared-contracts']?.dependencies,
    ...tooling.dependencies,
  };
  const [packed, file] = pack(preset, presetManifest(tooling, needed, known), out);
  rmSync(work, { recursive: true });
  return { ...packs, [packed]: file };
}

/**
 * Creates the archives in `out`, unless they exist and are up to date.
 * @param root folder of the clone.
 */
export async function makePacks(root: string, out: string): Promise<Packs> {
  const record = path.join(out, 'packs.json');
  const hash = createInputHasher(root)(INPUTS);
  const at = (packs: Packs) =>
    Object.fromEntries(Object.entries(packs).map(([name, file]) => [name, path.join(out, file)]));
  if (existsSync(record)) {
    const made = JSON.parse(readFileSync(record, 'utf8')) as { hash: string; packs: Packs };
    if (made.hash === hash && Object.values(at(made.packs)).every((file) => existsSync(file)))
      return at(made.packs);
  }
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const packs = await packAll(root, out);
  writeFileSync(record, JSON.stringify({ hash, packs }));
  return at(packs);
}
