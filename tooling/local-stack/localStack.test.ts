import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from './program';
import { ANY_PORTS, PART_NAMES, portsFrom } from './parts';
import type { PartName, Ports } from './parts';
import { repoRoot } from './paths';
import { claimPorts, portsTakenMessage } from './portCheck';

describe('child', () => {
  /** Starts a grandchild, prints both process ids, then runs forever. */
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

  /** Zombies do not count: they have exited and only wait to be reaped. */
  function isRunning(pid: number): boolean {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  }

  /** No timeout: only a hang is a failure, and a machine may be slow. */
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await pause(10);
  }

  describe('startChild', () => {
    it('stops the child and its descendants', async () => {
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

    it("reports the child's exit and keeps its output, in memory and in the log", async () => {
      const logFile = path.join(folder, 'logs/x.log');
      const crash = script('b.mjs', "console.log('one'); console.error('two'); process.exit(3);");
      const child = startChild({ name: 'x', script: crash, env: process.env, logFile });
      expect(await child.ended).toBe('exited with code 3');
      expect([...child.lines].sort()).toEqual(['one', 'two']);
      await until(() => readFileSync(logFile, 'utf8').includes('-- exited with code 3'));
    });

    it('ends the descendants even when the supervisor is killed with SIGKILL', async () => {
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
});

const anywhere: Ports = ANY_PORTS;

function occupy(host: string): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => resolve({ server, port: (server.address() as { port: number }).port }));
  });
}

describe('claimPorts', () => {
  it('replaces each port 0 with a different free port', async () => {
    const ports = await claimPorts(anywhere);
    expect(new Set(Object.values(ports)).size).toBe(PART_NAMES.length);
    expect(Object.values(ports).every((port) => port > 1023)).toBe(true);
  });

  test.each(['127.0.0.1', '0.0.0.0'])(
    'reports a port taken on %s and its variable in one line',
    async (host) => {
      const { server, port } = await occupy(host);
      try {
        await expect(claimPorts({ ...anywhere, 'org-admin': port })).rejects.toThrow(
          `Port ${port} is taken, the remote org-admin can’t start. Stop the program that uses it, or set REMOTE_ORG_ADMIN_PORT, e.g. REMOTE_ORG_ADMIN_PORT=${port + 100} npm start`,
        );
      } finally {
        server.close();
      }
    },
  );

  it('reports all taken ports in one line', () => {
    const taken: { port: number; name: PartName }[] = [
      { port: 8000, name: 'service' },
      { port: 3000, name: 'gateway' },
    ];
    const sentence = portsTakenMessage(taken);
    expect(sentence).toContain('Ports 8000 (SERVICE_PORT), 3000 (GATEWAY_PORT) are taken');
    expect(sentence).not.toContain('\n');
  });
});

describe('portsFrom', () => {
  it('has the documented defaults', () => {
    expect(portsFrom({})).toMatchObject({
      gateway: 3000,
      service: 8000,
      memory: 3001,
      'ai-ops': 3002,
      'org-admin': 3003,
      beta: 3004,
    });
  });

  it('rejects invalid ports and duplicates', () => {
    expect(() => portsFrom({ GATEWAY_PORT: 'three' })).toThrow(
      'GATEWAY_PORT must be a port number from 0 to 65535, not "three".',
    );
    expect(() => portsFrom({ GATEWAY_PORT: '65536' })).toThrow('GATEWAY_PORT must be a port number');
    expect(() => portsFrom({ GATEWAY_PORT: '3001' })).toThrow(
      'REMOTE_MEMORY_PORT and GATEWAY_PORT are both 3001',
    );
  });
});
