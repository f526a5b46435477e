/** Keeps the development builds current and writes down what a host needs to find them. */
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

/** What a compiler says of a mistake, without what only its authors can read. */

/** Above the message: which loader failed. Below it: calls inside the compiler's native code, and where it was linked in. */
const LOADER = /^Module build failed \(from [^\n]*\):\n(?:Error:\s*)?/;
const BACKTRACE = /(?:Caused by:\n\s+Syntax Error\s+)?Stack backtrace:[\s\S]*$/;

/** The message as it is shown in the terminal and on the page. */
export const readableProblem = (message: string): string =>
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

/** Patches for pages that are open; a page that is opened later has their modules already, and nothing that takes a patch. */
const isNoPatch = ({ name }: { name: string }) => !name.endsWith('.hot-update.js');

/** What pages need to know of a compilation. */
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
  /** Resolves when everything was compiled once. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/** @param notify receives each compilation. */
export function watch(target: DevTarget, builds: DevBuild[], notify: (built: Built) => void): Watched {
  const compiled = new Map<string, StatsCompilation>();
  const releases = new Map<string, UnpublishedRelease>();
  const descriptorFiles = new Map<string, string[]>();
  const compiler = webpack(builds.map(({ configuration }) => configuration));

  /** The page of the host, once both of its programs are there. */
  function writePage(): void {
    const [main, boot] = [compiled.get('host'), compiled.get('boot')];
    if (!main || !boot) return;
    const template = readFileSync(path.join(target.root, 'host/src/app/index.html'), 'utf8');
    // A change of a component would leave the frame of before in the page.
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

  /** @returns whether the remote describes itself in another way than before. */
  function describe({ pkg, folder, packageDir }: DevBuild & { packageDir: string }, stats: StatsCompilation) {
    const read = readDescriptor(packageDir);
    descriptorFiles.set(pkg, read.files);
    const remote = pkg.slice('remote-'.length);
    const release = describeRemote(
      { remote, version: DEV_VERSION, packageDir, outputDir: folder, stats },
      read,
    );
    const before = releases.get(pkg)?.descriptor;
    // Without hashes: these files change while the page is open.
    releases.set(pkg, { ...release, integrity: {} });
    replaceFile(path.join(folder, RELEASE_FILE), JSON.stringify({ ...release, integrity: {} }));
    writeRegistry();
    return before !== undefined && !isDeepStrictEqual(before, release.descriptor);
  }

  function reportBuild(build: DevBuild, stats: Stats): void {
    const { pkg, packageDir } = build;
    const problems = stats.compilation.errors.map(({ message }) => readableProblem(message));
    const known = facts(stats);
    let reload = false;
    try {
      if (problems.length === 0) {
        compiled.set(pkg, known);
        if (packageDir) reload = describe({ ...build, packageDir }, known);
        else writePage();
      }
    } finally {
      // No module of the page imports the descriptor, so webpack would not see that it changes.
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
