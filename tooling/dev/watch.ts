/** Keeps the development builds up to date, and writes the files a host needs to find them. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { REGISTRY_SCHEMA, RELEASE_FILE } from '@hindsight/shared-contracts/registry';
import type { Registry, Release } from '@hindsight/shared-contracts/registry';
import webpack from 'webpack';
import type { MultiStats, Stats, StatsCompilation } from 'webpack';
import { hostPage } from '../federation/hostPage';
import { descriptorFile, readDescriptor } from '../federation/readDescriptor';
import { describeRemote } from '../federation/release';
import type { UnpublishedRelease } from '../federation/release';
import type { DevBuild, DevTarget } from './devBuild';
import { DEV_VERSION } from './devBuild';
import type { Built } from './devServer';

/** Strips details of interest only to the compiler's authors from its error messages. */

/** Noise above the message: the failing loader. Below it: the stack of the compiler's native code and its build location. */
const LOADER = /^Module build failed \(from [^\n]*\):\n(?:Error:\s*)?/;
const BACKTRACE = /(?:Caused by:\n\s+Syntax Error\s+)?Stack backtrace:[\s\S]*$/;

/** The message for the terminal and the page. */
export const formatProblem = (message: string): string =>
  message
    .replace(LOADER, '')
    .replace(BACKTRACE, '')
    .replace(/Caused by:\n\s+Syntax Error\s*$/, '')
    .trim();

function replaceFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

/** Excludes hot-update patches: a page opened later already has the new modules and nothing to patch. */
const isNoPatch = ({ name }: { name: string }) => !name.endsWith('.hot-update.js');

/** The build statistics that pages depend on. */
export function pageFacts(known: StatsCompilation): StatsCompilation {
  const groups = (table: StatsCompilation['entrypoints'] = {}) =>
    Object.fromEntries(
      Object.entries(table).map(([name, group]) => [
        name,
        { ...group, assets: group.assets?.filter(isNoPatch) },
      ]),
    );
  return {
    ...known,
    assets: known.assets?.filter(isNoPatch),
    entrypoints: groups(known.entrypoints),
    namedChunkGroups: groups(known.namedChunkGroups),
  };
}

const facts = (stats: Stats): StatsCompilation =>
  pageFacts(
    stats.toJson({
      all: false,
      assets: true,
      cachedAssets: true,
      chunkGroups: true,
      entrypoints: true,
      hash: true,
    }),
  );

export interface Watched {
  /** Resolves after the first compilation of everything. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** @param notify called after each compilation. */
export function watch(target: DevTarget, builds: DevBuild[], notify: (built: Built) => void): Watched {
  const compiled = new Map<string, StatsCompilation>();
  const releases = new Map<string, UnpublishedRelease>();
  const descriptorFiles = new Map<string, string[]>();
  const compiler = webpack(builds.map(({ configuration }) => configuration));

  /** Writes the host's page once both of its programs are compiled. */
  function writePage(): void {
    const [main, boot] = [compiled.get('host'), compiled.get('boot')];
    if (!main || !boot) return;
    const template = readFileSync(path.join(target.root, 'host/src/app/index.html'), 'utf8');
    // Without the prerendered frame, which would show the component as it was before a change.
    const page = hostPage(
      template.replace('<!--FRAME-->', ''),
      `${target.origin}/host/${DEV_VERSION}/`,
      main,
      boot,
    );
    replaceFile(path.join(target.out, 'host/index.html'), page);
  }

  function writeRegistry(): void {
    const remotes = [...releases].map(([pkg, release]): [string, Release] => {
      const name = pkg.slice('remote-'.length);
      return [name, { ...release, baseUrl: `${target.origin}/${pkg}/${DEV_VERSION}/` }];
    });
    const registry: Registry = {
      schema: REGISTRY_SCHEMA,
      updatedAt: new Date().toISOString(),
      remotes: Object.fromEntries(remotes),
    };
    replaceFile(path.join(target.out, 'registry.json'), JSON.stringify(registry, null, 2));
  }

  /** @returns whether the remote's descriptor changed. */
  function describe({ pkg, folder, packageDir }: DevBuild & { packageDir: string }, stats: StatsCompilation) {
    const read = readDescriptor(packageDir);
    descriptorFiles.set(pkg, read.files);
    const remote = pkg.slice('remote-'.length);
    const release = describeRemote(
      { remote, version: DEV_VERSION, packageDir, outputDir: folder, stats },
      read,
    );
    const before = releases.get(pkg)?.descriptor;
    // No integrity hashes: these files change while the page is open.
    releases.set(pkg, { ...release, integrity: {} });
    replaceFile(path.join(folder, RELEASE_FILE), JSON.stringify({ ...release, integrity: {} }));
    writeRegistry();
    return before !== undefined && !isDeepStrictEqual(before, release.descriptor);
  }

  function reportBuild(build: DevBuild, stats: Stats): void {
    const { pkg, packageDir } = build;
    const problems = stats.compilation.errors.map(({ message }) => formatProblem(message));
    const known = facts(stats);
    let reload = false;
    try {
      if (problems.length === 0) {
        compiled.set(pkg, known);
        if (packageDir) reload = describe({ ...build, packageDir }, known);
        else writePage();
      }
    } finally {
      // No module of the page imports the descriptor, so webpack would not watch it otherwise.
      if (packageDir)
        stats.compilation.fileDependencies.addAll([
          descriptorFile(packageDir),
          ...(descriptorFiles.get(pkg) ?? []),
        ]);
    }
    notify({ pkg, hash: known.hash ?? '', problems, ...(reload ? { reload: true } : {}) });
  }

  const ready = Promise.all(
    builds.map(
      (build, index) =>
        new Promise<void>((resolve) =>
          compiler.compilers[index]?.hooks.done.tap('dev', (stats) => {
            try {
              reportBuild(build, stats);
            } catch (error) {
              notify({ pkg: build.pkg, hash: '', problems: [(error as Error).message] });
            }
            resolve();
          }),
        ),
    ),
  ).then(() => undefined);
  const watching = compiler.watch(
    { aggregateTimeout: 50, ignored: /node_modules|\/dist\// },
    (failure?: Error | null, _stats?: MultiStats) => {
      if (failure) notify({ pkg: 'host', hash: '', problems: [failure.message] });
    },
  );
  return {
    ready,
    close: () => new Promise((resolve) => (watching ? watching.close(() => resolve()) : resolve())),
  };
}
