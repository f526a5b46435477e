/** Starts and stops the whole local stack; used by `npm start` and the end-to-end tests. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Program, startChild } from './program';
import { launchCommand } from './launch';
import type { StackSettings } from './launch';
import { PARTS, PART_NAMES, portsFrom } from './parts';
import type { PartName, Ports } from './parts';
import { REGISTRY_KEY } from '../releases/store';
import { releasesDirFrom, repoRoot, varDir } from './paths';
import { claimPorts } from './portCheck';

/** Health checks of the parts. */

const PAUSE_MS = 40;
const ONE_TRY_MS = 2000;

/**
 * Polls a part's health check until it succeeds.
 * @param gone resolves with the reason when the part exits, which ends the wait.
 * @throws Error with one sentence when it exits or does not answer in time.
 */
async function waitHealthy(
  label: string,
  url: string,
  gone: Promise<string>,
  timeoutMs: number,
): Promise<void> {
  let ended: string | null = null;
  void gone.then((how) => (ended = how));
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (ended !== null) throw new Error(`${label} ${ended} before it was ready.`);
    const healthy = await fetch(url, { signal: AbortSignal.timeout(ONE_TRY_MS) }).then(
      (response) => response.ok,
      () => false, // Connection refused: keep polling.
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`${label} did not respond at ${url} within ${Math.round(timeoutMs / 1000)} s.`);
}

export { ANY_PORTS } from './parts';

/** Filling 100,000 blocks takes minutes; a service that is not ready after this long is stuck. */
const SERVICE_READY_MS = 30 * 60_000;
const PART_READY_MS = 30_000;
const DEFAULT_BLOCKS = 1200;
/** Pauses in seconds before each restart of a crashed part; after the last one it is not restarted. */
const RESTART_PAUSES: readonly number[] = [1, 2, 5, 10, 30];
/** A part that ran this long is stable: its next crash counts as the first. */
const STABLE_MS = 5 * 60_000;

interface StackProgress {
  /** A part answered its health check, this many seconds after its start. */
  up?(name: PartName, seconds: number): void;
  /** Progress of filling the empty database. */
  filling?(done: number, total: number): void;
  /** A part exited unexpectedly; it restarts after this many seconds, or never (null). */
  died?(name: PartName, how: string, lastLines: string[], againAfter: number | null): void;
  /** The service logged a notice for the user. */
  noticed?(sentence: string): void;
}

export interface StackOptions {
  /** Overrides of the environment and the defaults; 0 means any free port. */
  ports?: Partial<Ports>;
  /** Folder for database, logs and secrets; `var/` by default. */
  dataDir?: string;
  blocks?: number;
  /** Registry to serve; `var/registry.json` of the clone by default. */
  registryFile?: string;
  /** Folder of releases, served instead of the local builds; its registry becomes the default. */
  releasesDir?: string;
  /** Replacement for the service, for tests of the stack itself; `memory-service/dist/server.js` by default. */
  serviceScript?: string;
  /** Gateway of another release, which serves the host of its own clone. */
  gatewayScript?: string;
  /** Parts to start; all by default. */
  parts?: readonly PartName[];
  /** Prints nothing when a part crashes; otherwise one line on stderr, unless `progress.died` is given. */
  quiet?: boolean;
  /** Pauses in seconds before each restart of a crashed part; `RESTART_PAUSES` by default. */
  restartPauses?: readonly number[];
  /** Additional environment variables for every part, e.g. feature flags. */
  env?: NodeJS.ProcessEnv;
  progress?: StackProgress;
  /** Called before the first part starts, so that the caller can stop an interrupted start. */
  onStarting?(stack: Stack): void;
}

export interface Stack {
  ports: Ports;
  urls: Record<PartName, string>;
  /** Secret shared by gateway and service, for tests that call the service directly. */
  gatewaySecret: string;
  stop(): Promise<void>;
  stopPart(name: PartName): Promise<void>;
  /** Ends a part with SIGKILL, like a crash. */
  killPart(name: PartName): Promise<void>;
  /** Freezes a part: it accepts connections but does not answer until `resumePart`. */
  pausePart(name: PartName): void;
  resumePart(name: PartName): void;
  /** Starts a stopped part on the same port and waits until it answers. */
  startPart(name: PartName): Promise<void>;
  logs(name: PartName): readonly string[];
}

/** Message about a crashed part: its last lines, and when it restarts; the other parts keep running. */
export function crashMessage(
  name: PartName,
  how: string,
  lastLines: string[],
  againAfter: number | null,
): string {
  const said = lastLines.length > 0 ? lastLines : ['(it printed nothing)'];
  const next =
    againAfter === null
      ? 'It kept crashing, so it won’t be restarted. Stop everything with Ctrl-C, fix it, and start again.'
      : `It restarts in ${againAfter} s.`;
  return [
    `${PARTS[name].label} ${how}; everything else keeps running. ${next} Its last lines:`,
    ...said.map((line) => `  ${line}`),
  ].join('\n');
}

/** Bundles the stack's programs: six processes running from source would each compile them at startup. */
function bundlePrograms(): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(repoRoot, 'tooling/bootstrap/bundle.mjs')],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`Bundling the local stack failed:\n${stderr}`);
}

/** A log record of the service, or an empty object when the line is not one. */
function readRecord(line: string): { msg?: string; done?: number; total?: number; isNotice?: boolean } {
  if (!line.startsWith('{')) return {};
  try {
    return JSON.parse(line) as { msg?: string };
  } catch {
    return {}; // A line of text that happens to start with a brace.
  }
}

/**
 * @returns when every part answers.
 * @throws Error with one sentence: a port is taken (nothing was started), or a part failed to start (all are stopped again).
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const ports = await claimPorts({ ...portsFrom(process.env), ...options.ports });
  if (process.env.HINDSIGHT_BUNDLED !== '1') bundlePrograms();
  const dataDir = path.resolve(options.dataDir ?? varDir);
  const releasesDir = options.releasesDir ?? releasesDirFrom(process.env);
  const settings: StackSettings = {
    ports,
    dataDir,
    blocks: options.blocks ?? DEFAULT_BLOCKS,
    gatewaySecret: randomBytes(32).toString('hex'),
    registryFile: options.registryFile ?? path.join(releasesDir ?? varDir, REGISTRY_KEY),
    ...(releasesDir ? { releasesDir } : {}),
    serviceScript: options.serviceScript ?? path.join(repoRoot, 'memory-service/dist/server.js'),
    gatewayScript: options.gatewayScript ?? path.join(repoRoot, 'gateway/dist/gateway.js'),
    env: options.env ?? {},
  };
  const children = new Map<PartName, Program>();
  /** Crashes per part since it was last stable. */
  const deaths = new Map<PartName, number>();
  const restarts = new Map<PartName, NodeJS.Timeout>();
  const pauses = options.restartPauses ?? RESTART_PAUSES;
  const progress: StackProgress = {
    ...(options.quiet ? {} : { died: (...death) => console.error(crashMessage(...death)) }),
    ...options.progress,
  };
  let stopping = false;

  async function startPart(name: PartName): Promise<void> {
    if (children.get(name)?.running()) return;
    const began = Date.now();
    const { script, args, env, healthUrl } = launchCommand(name, settings);
    let markReady: () => void;
    const ready = new Promise<void>((resolve) => (markReady = resolve));
    const child = startChild({
      name,
      script,
      args,
      env,
      logFile: path.join(dataDir, 'logs', `${name}.log`),
      keepsLog: deaths.has(name),
      onLine(line) {
        if (name !== 'service') return;
        const { msg, done, total, isNotice } = readRecord(line);
        if (isNotice && msg !== undefined) progress.noticed?.(msg);
        if (msg === 'demo' && done !== undefined && total !== undefined) progress.filling?.(done, total);
        if (msg === 'ready') markReady();
      },
    });
    children.set(name, child);
    const { label } = PARTS[name];
    const limit = name === 'service' ? SERVICE_READY_MS : PART_READY_MS;
    if (name === 'service') {
      // The service logs this record when the demo workspace is complete; requests are useless before that.
      await Promise.race([ready, child.ended]);
    }
    await waitHealthy(label, healthUrl, child.ended, limit).catch((error: Error) => {
      throw new Error([error.message, ...child.lines.slice(-10).map((line) => `  ${line}`)].join('\n'));
    });
    progress.up?.(name, (Date.now() - began) / 1000);
    const upSince = Date.now();
    void child.ended.then((how) => {
      if (stopping || children.get(name) !== child) return;
      if (Date.now() - upSince > STABLE_MS) deaths.delete(name);
      restartLostPart(name, how, child.lines.slice(-10));
    });
  }

  /** Restarts a crashed part after increasing pauses, until too many attempts fail. */
  function restartLostPart(name: PartName, how: string, lines: string[]): void {
    const count = deaths.get(name) ?? 0;
    deaths.set(name, count + 1);
    const pause = pauses[count] ?? null;
    progress.died?.(name, how, lines, pause);
    if (pause === null) return;
    const restartPart = async () => {
      restarts.delete(name);
      try {
        await startPart(name);
      } catch (error) {
        const child = children.get(name);
        await child?.kill();
        if (child && children.get(name) === child)
          restartLostPart(name, 'did not start', (error as Error).message.split('\n'));
      }
    };
    restarts.set(
      name,
      setTimeout(() => void restartPart(), pause * 1000),
    );
  }

  /** Removes a part, so that neither a pending restart nor its exit brings it back. */
  function forget(name: PartName): Program | undefined {
    clearTimeout(restarts.get(name));
    restarts.delete(name);
    deaths.delete(name);
    const child = children.get(name);
    children.delete(name);
    return child;
  }

  /** Removes the part before it exits, so that an intended stop is not reported as a crash. */
  async function end(name: PartName, how: 'stop' | 'kill'): Promise<void> {
    await forget(name)?.[how]();
  }

  async function stop(): Promise<void> {
    stopping = true;
    const front = PART_NAMES.filter((name) => name !== 'service');
    await Promise.all(front.map((name) => end(name, 'stop')));
    await end('service', 'stop');
  }

  const stack: Stack = {
    ports,
    urls: Object.fromEntries(
      PART_NAMES.map((name) => [name, `http://localhost:${ports[name]}`]),
    ) as Stack['urls'],
    gatewaySecret: settings.gatewaySecret,
    stop,
    stopPart: (name) => end(name, 'stop'),
    killPart: (name) => end(name, 'kill'),
    pausePart: (name) => children.get(name)?.signal('SIGSTOP'),
    resumePart: (name) => children.get(name)?.signal('SIGCONT'),
    startPart,
    logs: (name) => children.get(name)?.lines ?? [],
  };
  options.onStarting?.(stack);
  try {
    await Promise.all((options.parts ?? PART_NAMES).map((name) => startPart(name)));
  } catch (error) {
    await stop();
    throw error;
  }
  return stack;
}
