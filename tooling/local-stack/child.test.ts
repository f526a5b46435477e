import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from './child';
import { repoRoot } from './paths';

/** Starts a grandchild, prints both process ids, and then runs for ever. */
const FAMILY = `
import { spawn } from 'node:child_process';
const grandchild = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
console.log(JSON.stringify([process.pid, grandchild.pid]));
setInterval(() => {}, 1000);
`;

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'child-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function script(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Zombies do not count: they are over, only nobody has asked yet how. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Without a limit of its own: only a hang is a failure, and a machine may be slow. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(10);
}

describe('startChild', () => {
  it('stops the child with all it started', async () => {
    const child = startChild({
      name: 'x',
      script: script('a.mjs', FAMILY),
      env: process.env,
      logFile: path.join(folder, 'x.log'),
    });
    await until(() => child.lines.length > 0);
    const pids = JSON.parse(child.lines[0]!) as number[];
    expect(pids.every(isRunning)).toBe(true);
    await child.stop();
    await until(() => !pids.some(isRunning));
    expect(child.running()).toBe(false);
  });

  it('reports how a child ended and keeps its output, in memory and in the log', async () => {
    const logFile = path.join(folder, 'logs/x.log');
    const crash = script('b.mjs', "console.log('one'); console.error('two'); process.exit(3);");
    const child = startChild({ name: 'x', script: crash, env: process.env, logFile });
    expect(await child.ended).toBe('ended with code 3');
    expect([...child.lines].sort()).toEqual(['one', 'two']);
    await until(() => readFileSync(logFile, 'utf8').includes('-- ended with code 3'));
  });

  it('ends the family even when the supervisor is killed without a chance to tidy up', async () => {
    const guard = path.join(repoRoot, 'tooling/local-stack/guard.mjs');
    const family = script('a.mjs', FAMILY);
    const supervisor = script(
      'c.mjs',
      `import { spawn } from 'node:child_process';
       const child = spawn(process.execPath, ['--import', ${JSON.stringify(`file://${guard}`)}, ${JSON.stringify(family)}],
         { detached: true, stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
       child.stdout.on('data', (data) => process.stdout.write(data));`,
    );
    const process_ = spawn(process.execPath, [supervisor], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    process_.stdout.on('data', (data) => (said += String(data)));
    await until(() => said.includes(']'));
    const pids = JSON.parse(said) as number[];
    expect(pids.every(isRunning)).toBe(true);
    process_.kill('SIGKILL');
    await until(() => !pids.some(isRunning));
  });
});
