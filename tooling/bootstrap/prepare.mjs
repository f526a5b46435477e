/** Prerequisites of everything else: a supported Node version and installed dependencies. Imports Node's built-in modules only. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const stampFile = path.join(root, 'node_modules/.hindsight-stamp');
const OLDEST_NODE = [20, 19];

/** An error message when this Node is too old, else null. */
export function nodeVersionError(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor] = OLDEST_NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return null;
  return `Node ${OLDEST_NODE.join('.')} or later is needed; this is Node ${version}. Install a newer one from https://nodejs.org and try again.`;
}

/** Changes exactly when an install is needed: lockfile, workspace, package files, Node's major version, platform. */
function wantedStamp() {
  const packages = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(root, entry.name, 'package.json')))
    .map((entry) => path.join(entry.name, 'package.json'))
    .filter((file) => !file.startsWith('node_modules'));
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...packages.sort()]) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  const [major] = process.versions.node.split('.');
  return `${hash.digest('hex')} node${major} ${process.platform}-${process.arch}\n`;
}

function install(version) {
  return new Promise((resolve, reject) => {
    const child = spawn('npx', ['--yes', `pnpm@${version}`, 'install', '--frozen-lockfile'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      // A separate process group: npx starts pnpm, and both must end with us.
      detached: process.platform !== 'win32',
      env: { ...process.env, CI: 'true' },
    });
    const stopChild = () => {
      if (process.platform === 'win32') child.kill();
      else if (child.pid) process.kill(-child.pid, 'SIGTERM');
    };
    process.once('exit', stopChild);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', stopChild);
      if (code === 0) resolve();
      else reject(new Error(`Installing the dependencies failed:\n${output.trim()}`));
    });
  });
}

/** Prints seconds and label in the format of the other progress lines. */
function report(label, began, remark = '') {
  const took = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  console.log(`  ok  ${label.padEnd(22)} ${took.padStart(8)}${remark && `  ${remark}`}`);
}

/** Records that the installed dependencies match the package files. */
export function recordInstalled() {
  writeFileSync(stampFile, wantedStamp());
}

/**
 * Installs the dependencies if they changed since the last run.
 * @param {{ quiet?: boolean }} options `quiet`: print nothing when there was nothing to do.
 * @throws Error with one sentence when that fails.
 */
export async function prepare({ quiet = false } = {}) {
  const complaint = nodeVersionError();
  if (complaint) throw new Error(complaint);
  const began = Date.now();
  const stamp = wantedStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
    if (!quiet) report('Dependencies', began, 'nothing changed');
    return;
  }
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  console.log('  ..  Dependencies            installing, a minute or two the first time');
  await install(packageManager.split('@')[1]);
  recordInstalled();
  report('Dependencies', began);
}

/** Makes Ctrl-C and SIGTERM during preparation end the children too: their cleanup runs on `exit`. */
export function endOnSignals() {
  const end = () => process.exit(130);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, end);
  };
}
