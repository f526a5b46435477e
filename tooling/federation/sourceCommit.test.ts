import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sourceCommit } from './sourceCommit';

let root: string;
const when = '2026-03-01T12:00:00+00:00';
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, GIT_COMMITTER_DATE: when },
  }).trim();

beforeEach(() => (root = mkdtempSync(path.join(os.tmpdir(), 'commit-'))));
afterEach(() => rmSync(root, { recursive: true }));

it('names the last commit that changed an input, and marks uncommitted changes', () => {
  git('init', '-q');
  writeFileSync(path.join(root, 'a'), '1');
  git('add', '.');
  git('commit', '-qm', 'One');
  const sha = git('rev-parse', '--short', 'HEAD');
  writeFileSync(path.join(root, 'b'), '1');
  git('add', '.');
  git('commit', '-qm', 'Two');
  expect(sourceCommit(root, ['a'])).toEqual({ sha, time: when });
  expect(sourceCommit(root, ['never there'])).toBeNull();
  writeFileSync(path.join(root, 'a'), '2');
  expect(sourceCommit(root, ['a'])).toEqual({ sha: `${sha}+changes`, time: when });
});

it('knows nothing where there is no clone', () => {
  expect(sourceCommit(root, ['a'])).toBeNull();
});
