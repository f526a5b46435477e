/**
 * Builds one package: `tsx tooling/federation/buildPackage.ts <package> --version <version>`.
 * Writes `<package>/dist/<version>/` and, beside it, `release.json` (remotes) or `index.html` (host). A remote that is built for a
 * release goes to a folder of its own (`--out`), with the list of the licences of what it bundles (`--licences`).
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compile } from './compile';
import { defineBoot, defineHost } from './defineHost';
import { defineRemote } from './defineRemote';
import { hostPage } from './hostPage';
import { releaseOf } from './release';
import { writeStatistics } from './statistics';

const root = path.resolve(import.meta.dirname, '../..');

function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

export interface BuildRequest {
  pkg: string;
  version: string;
  mode: 'production' | 'development';
  /** Folder of the version; `<package>/dist/<version>` by default, which then is the package's newest build. */
  out?: string;
  licences?: boolean;
}

export async function buildPackage({
  pkg,
  version,
  mode,
  out,
  licences = false,
}: BuildRequest): Promise<void> {
  const packageDir = path.join(root, pkg);
  const outputDir = out ?? path.join(packageDir, 'dist', version);
  mkdirSync(outputDir, { recursive: true });
  const target = { packageDir, version, outputDir, mode, licences };
  if (pkg === 'host') {
    const [main, boot] = await compile([defineHost(target), defineBoot(target)]);
    const template = readFileSync(path.join(packageDir, 'src/app/index.html'), 'utf8');
    writeStatistics(outputDir, pkg, [main!, boot!]);
    writeAtomically(
      path.join(packageDir, 'dist/index.html'),
      hostPage(template, `/assets/${version}/`, main!, boot!),
    );
    writeAtomically(path.join(packageDir, 'dist/release.json'), JSON.stringify({ version }, null, 2));
    return;
  }
  const remote = pkg.replace(/^remote-/, '');
  const [stats] = await compile([defineRemote(remote, target)]);
  writeStatistics(outputDir, pkg, [stats!]);
  const release = await releaseOf({ remote, version, packageDir, outputDir, stats: stats! });
  if (!out) writeAtomically(path.join(packageDir, 'dist/release.json'), JSON.stringify(release, null, 2));
}

if (process.argv[1] === import.meta.filename) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      version: { type: 'string' },
      dev: { type: 'boolean', default: false },
      out: { type: 'string' },
      licences: { type: 'boolean', default: false },
    },
  });
  const pkg = positionals[0];
  const { version, dev, ...rest } = values;
  if (!pkg || !version)
    throw new Error('Usage: buildPackage <package> --version <version> [--dev] [--out <folder>]');
  await buildPackage({ pkg, version, mode: dev ? 'development' : 'production', ...rest }).catch(
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    },
  );
}
