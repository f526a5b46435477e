/** Parses webpack's command line arguments into a build target. */
import path from 'node:path';
import { buildVersion } from '../build/buildVersion';
import { listInputs } from '../build/packages';
import { repoRoot } from '../local-stack/paths';
import type { BuildSources } from './sourceCommit';

/** `webpack --env version=1.1.0 --env out=/tmp/release --env release`. */
export interface BuildEnv {
  /** Defaults to the package's version plus the hash of its inputs. */
  version?: string;
  /** Versions by package, for a run that builds several: `--env versions.remote-memory=1.1.0`. */
  versions?: Record<string, string>;
  /** Output folder; defaults to `dist/<version>`, which makes it the package's newest build. */
  out?: string;
  /** Also writes the release documents: source maps, and the licenses of bundled packages. */
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

/** @param pkg package folder, e.g. `remote-memory`. */
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
