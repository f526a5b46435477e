/** Which commit a build comes from, asked of git where the sources are a clone. */
import { execFileSync } from 'node:child_process';

/** What a build is made of: files and folders relative to the root of their repository. */
export interface BuildSources {
  root: string;
  inputs: readonly string[];
}

export interface SourceCommit {
  sha: string;
  /** When it was committed, as ISO 8601. */
  time: string;
}

/**
 * The last commit that changed one of the inputs, so that the same inputs always make the same build. A trailing `+changes` says
 * that there is more than what was committed. Null where there is no git, or no history of these files.
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
