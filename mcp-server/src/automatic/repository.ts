/** Identifies a session's repository by its remote URL, so every clone on every machine gets the same name. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { MAX_AGENT_NAME } from '@hindsight/shared-contracts/rules';

const run = promisify(execFile);
/** Time limit for git in milliseconds; on a slow disk, the folder's name is used. */
const GIT_MS = 300;

/** Normalizes any form of remote URL to `github.com/acme/shop`, without user names and passwords. */
export function remoteName(address: string): string {
  const given = address.trim();
  const url = URL.canParse(given) && /^[a-z+]+:\/\//i.test(given) ? new URL(given) : null;
  const [, host, rest] = url
    ? [null, url.hostname, url.pathname]
    : (/^(?:[^@/]+@)?([^:/]+):(.+)$/.exec(given) ?? [null, '', given]);
  const name = `${host}/${rest}`
    .replace(/\.git\/?$/, '')
    .split('/')
    .filter(Boolean)
    .join('/');
  return name.toLowerCase().slice(-MAX_AGENT_NAME);
}

/** Name of a folder's repository, or of the folder when there is no remote. */
export async function findRepository(folder: string): Promise<string> {
  const options = { cwd: folder, timeout: GIT_MS };
  const { stdout } = await run('git', ['remote', 'get-url', 'origin'], options).catch(() => ({ stdout: '' }));
  return remoteName(stdout) || path.basename(folder).toLowerCase() || 'home';
}
