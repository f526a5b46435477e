/** Which repository a session is about: by the address of its remote, so that every clone on every machine means the same. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { MAX_AGENT_NAME } from '@hindsight/shared-contracts/rules';

const run = promisify(execFile);
/** A folder on a slow disk is named by itself. */
const GIT_MS = 300;

/** `github.com/acme/shop` of any form of a remote's address; a name or a password in it stays out. */
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

/** The repository of a folder; the folder's own name where there is no remote. */
export async function findRepository(folder: string): Promise<string> {
  const options = { cwd: folder, timeout: GIT_MS };
  const { stdout } = await run('git', ['remote', 'get-url', 'origin'], options).catch(() => ({ stdout: '' }));
  return remoteName(stdout) || path.basename(folder).toLowerCase() || 'home';
}
