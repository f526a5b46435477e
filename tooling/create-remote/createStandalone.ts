/** Creates a remote in a separate repository, without references to the host's repository. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyTemplate, nameFrom } from './template';

const siblingFile = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** Packages of the host's repository that a remote needs, and their section of package.json. */
const NEEDED = {
  '@hindsight/shared-contracts': 'dependencies',
  '@hindsight/shared-ui': 'dependencies',
  '@hindsight/remote-preset': 'devDependencies',
} as const;

const archiveName = (pkg: string) => `${pkg.replace('@', '').replace('/', '-')}-`;

function archivesIn(packs: string): Record<string, string> {
  const files = existsSync(packs) ? readdirSync(packs).filter((file) => file.endsWith('.tgz')) : [];
  return Object.fromEntries(
    Object.keys(NEEDED).map((pkg) => {
      const file = files.find((one) => one.startsWith(archiveName(pkg)));
      if (!file) throw new Error(`${packs} has no archive of ${pkg}: ${archiveName(pkg)}….tgz.`);
      return [pkg, file];
    }),
  );
}

/**
 * @param target the new folder; its name becomes the remote's name.
 * @param packs folder with the archives of `pnpm packs`, which are copied into the repository.
 * @throws Error with one sentence; nothing is written in that case.
 */
export function createStandalone(target: string, packs: string): void {
  const name = nameFrom(path.basename(target), []);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new Error(`The folder ${target} is not empty. Choose another one.`);
  const archives = archivesIn(packs);
  copyTemplate(siblingFile('template'), target, name);
  rmSync(path.join(target, 'webpack.config.ts'), { force: true });
  copyTemplate(siblingFile('standalone'), target, name);
  // npm leaves a .gitignore out of a package and drops the executable bit, so both are restored here.
  renameSync(path.join(target, 'gitignore'), path.join(target, '.gitignore'));
  chmodSync(path.join(target, '.ci/run'), 0o755);

  const file = path.join(target, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  mkdirSync(path.join(target, 'packages'));
  for (const [pkg, part] of Object.entries(NEEDED)) {
    const archive = archives[pkg] ?? '';
    copyFileSync(path.join(packs, archive), path.join(target, 'packages', archive));
    manifest[part] = { [pkg]: `file:packages/${archive}`, ...manifest[part] };
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
