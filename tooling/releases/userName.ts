/** who changes releases, unless a command names another person. */
import { execFileSync } from 'node:child_process';
import os from 'node:os';

/** git's user name in a repository, else the system's. */
export function userName(root: string): string {
  try {
    const name = execFileSync('git', ['config', 'user.name'], { cwd: root, encoding: 'utf8' }).trim();
    if (name) return name;
  } catch {
    // No git, or no name configured: use the system's.
  }
  return os.userInfo().username;
}
