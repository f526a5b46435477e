/** Starts the real supervisor, gateway and remote servers with a fake service that prints the real one's log records. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ANY_PORTS, PART_NAMES } from './parts';
import { crashMessage, type Stack, type StackOptions, startStack } from './stack';

const SERVICE = `
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
if (process.env.CRASH || existsSync(process.env.BROKEN ?? '')) { console.error('The database is broken.'); process.exit(1); }
console.log('pid ' + process.pid);
console.log(JSON.stringify({ msg: 'The model is being fetched.', isNotice: true }));
console.log(JSON.stringify({ msg: 'demo', done: 300, total: Number(process.env.DEMO_BLOCKS) }));
createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ secret: request.headers['x-gateway-secret'] ?? null, wanted: process.env.GATEWAY_SECRET }));
}).listen(process.env.PORT, '127.0.0.1', () => console.log('{"msg":"ready"}'));
process.on('SIGTERM', () => process.exit(0));
`;

let folder: string;
let stack: Stack | null;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stack-'));
  writeFileSync(path.join(folder, 'service.mjs'), SERVICE);
  stack = null;
});
afterEach(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true });
});

const start = (options: StackOptions = {}) =>
  startStack({
    ports: ANY_PORTS,
    dataDir: folder,
    registryFile: path.join(folder, 'registry.json'),
    serviceScript: path.join(folder, 'service.mjs'),
    quiet: true,
    ...options,
  });

/** Polls until the answer meets the condition. */
async function until<T>(ask: () => Promise<T>, isIt: (found: T) => boolean): Promise<void> {
  while (!isIt(await ask())) await pause(20);
}

/** HTTP status of an address, or 0 when nothing listens there. */
const status = (url: string) =>
  fetch(url).then(
    (response) => response.status,
    () => 0,
  );

describe('startStack', () => {
  it('starts every part, reports database progress, and stops everything', async () => {
    const filled: number[][] = [];
    const up: string[] = [];
    const noticed: string[] = [];
    stack = await start({
      blocks: 700,
      progress: {
        filling: (...counts) => filled.push(counts),
        up: (name) => up.push(name),
        noticed: (sentence) => noticed.push(sentence),
      },
    });
    expect(noticed).toEqual(['The model is being fetched.']);
    expect(filled).toEqual([[300, 700]]);
    expect([...up].sort()).toEqual([...PART_NAMES].sort());
    expect(await status(`${stack.urls.gateway}/healthz`)).toBe(200);
    const answer = (await (await fetch(`${stack.urls.gateway}/api/anything`)).json()) as {
      secret: string;
      wanted: string;
    };
    expect(answer).toEqual({ secret: stack.gatewaySecret, wanted: stack.gatewaySecret });
    await stack.stop();
    const left = await Promise.all(Object.values(stack.urls).map((url) => status(`${url}/healthz`)));
    expect(left).toEqual(PART_NAMES.map(() => 0));
  });

  it('stops and starts one part while the others keep running', async () => {
    const died: string[] = [];
    stack = await start({ progress: { died: (name) => died.push(name) } });
    await stack.stopPart('beta');
    expect(await status(`${stack.urls.beta}/healthz`)).toBe(0);
    expect(await status(`${stack.urls.memory}/healthz`)).toBe(200);
    await stack.startPart('beta');
    expect(await status(`${stack.urls.beta}/healthz`)).toBe(200);
    await stack.killPart('service');
    expect(await status(`${stack.urls.gateway}/api/anything`)).toBe(502);
    await stack.startPart('service');
    expect(await status(`${stack.urls.gateway}/api/anything`)).toBe(200);
    expect(died).toEqual([]);
  });

  it('starts nothing when a port is taken', async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
    const { port } = squatter.address() as AddressInfo;
    const begun: Stack[] = [];
    const ports = { ...ANY_PORTS, gateway: port };
    await expect(start({ ports, onStarting: (one) => begun.push(one) })).rejects.toThrow(
      `Port ${port} is taken`,
    );
    expect(begun).toEqual([]);
    squatter.close();
  });

  it("shows the service's output when it fails to start, and stops the rest", async () => {
    let begun: Stack | null = null;
    const failing = start({ env: { CRASH: '1' }, onStarting: (one) => (begun = one) });
    await expect(failing).rejects.toThrow(
      'Memory service exited with code 1 before it was ready.\n  The database is broken.',
    );
    expect(await status(`${begun!.urls.gateway}/healthz`)).toBe(0);
    expect(readFileSync(path.join(folder, 'logs/service.log'), 'utf8')).toContain('The database is broken.');
  });

  it('restarts a killed part, and gives up with a sentence after repeated crashes', async () => {
    const broken = path.join(folder, 'broken');
    const notices: string[] = [];
    stack = await start({
      env: { BROKEN: broken },
      restartPauses: [0.1, 0.1],
      progress: { died: (...death) => notices.push(crashMessage(...death)) },
    });
    const pid = () => Number(stack?.logs('service')[0]?.replace('pid ', ''));
    const killed = pid();
    process.kill(killed, 'SIGKILL');
    await until(
      () => status(`${stack!.urls.gateway}/api/anything`),
      (code) => code === 502,
    );
    await until(
      () => status(`${stack!.urls.gateway}/api/anything`),
      (code) => code === 200,
    );
    expect(pid()).not.toBe(killed);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(
      'Memory service was killed by SIGKILL; everything else keeps running. It restarts in 0.1 s.',
    );
    // The log still contains the output of the killed process.
    expect(readFileSync(path.join(folder, 'logs/service.log'), 'utf8')).toContain(`pid ${killed}`);

    writeFileSync(broken, '');
    process.kill(pid(), 'SIGKILL');
    await until(
      async () => notices.length,
      (count) => count === 3,
    );
    expect(notices[2]).toContain('Memory service did not start');
    expect(notices[2]).toContain('It kept crashing, so it won’t be restarted');
    expect(notices[2]).toContain('The database is broken.');
    // After a repair, the part can be started manually.
    rmSync(broken);
    await stack.startPart('service');
    expect(await status(`${stack.urls.gateway}/api/anything`)).toBe(200);
  });

  it('reports a crashed part, its last lines and the time of the restart', () => {
    expect(crashMessage('beta', 'was killed by SIGKILL', ['a', 'b'], 2)).toBe(
      'Remote beta was killed by SIGKILL; everything else keeps running. It restarts in 2 s. Its last lines:\n  a\n  b',
    );
  });
});
