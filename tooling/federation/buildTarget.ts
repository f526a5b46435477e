/** What one build is to produce, from the arguments of webpack's command line. */
import path from 'node:path';
import { buildVersion } from '../build/buildVersion';
import { listInputs } from '../build/packages';
import { repoRoot } from '../local-stack/paths';
import type { BuildSources } from './sourceCommit';

/** `webpack --env version=1.1.0 --env out=/tmp/release --env release`. */
export interface BuildEnv {
  /** By default the package's version and the hash of its inputs. */
  version?: string;
  /** The same where one run builds several packages: `--env versions.remote-memory=1.1.0`. */
  versions?: Record<string, string>;
  /** Folder of the build; by default `dist/<version>`, which then is the package's newest build. */
  out?: string;
  /** Writes what a release carries for people beside the files: source maps, and the licenses of bundled packages. */
  release?: boolean;
}

/** `webpack --mode development`. */
export interface BuildArguments {
  mode?: 'production' | 'development';
}

export interface BuildTarget {
  packageDir: string;
  sources: BuildSources;
  /** Immutable version of this build, e.g. `1.0.0-3f2a91c0`. */
  version: string;
  outputDir: string;
  mode: 'production' | 'development';
  release?: boolean;
}

/** @param pkg folder of the package, e.g. `remote-memory`. */
export function buildTarget(pkg: string, env: BuildEnv = {}, { mode = 'production' }: BuildArguments = {}) {
  const packageDir = path.join(repoRoot, pkg);
  const version = env.version ?? env.versions?.[pkg] ?? buildVersion(repoRoot, pkg);
  const outputDir = env.out ?? path.join(packageDir, 'dist', version);
  const sources = { root: repoRoot, inputs: listInputs(pkg) };
  return {
    packageDir,
    sources,
    version,
    outputDir,
    mode,
    release: env.release ?? false,
  } satisfies BuildTarget;
}
