/** Determines the commit of a build from git, if the sources are a clone. */
import { execFileSync } from 'node:child_process';

/** Inputs of a build: files and folders relative to the root of their repository. */
export interface BuildSources {
  root: string;
  inputs: readonly string[];
}

export interface SourceCommit {
  sha: string;
  /** Commit time as ISO 8601. */
  time: string;
}

/**
 * The last commit that changed one of the inputs, so that the same inputs always produce the same build. A trailing `+changes` marks
 * uncommitted changes. Null without git or without history of these files.
 * @param inputs files and folders, relative to `root`.
 */
export function sourceCommit(root: string, inputs: readonly string[]): SourceCommit | null {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', ...inputs], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
    }).trim();
  try {
    const [sha = '', time = ''] = git('log', '-1', '--format=%h %cI').split(' ');
    if (!sha) return null;
    return { sha: git('status', '--porcelain') ? `${sha}+changes` : sha, time };
  } catch {
    return null;
  }
}
