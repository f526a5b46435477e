/** `pnpm dev`: the whole stack with hot reload. `pnpm dev <remote>`: one remote, for a host deployed elsewhere. See docs/development.md. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildPackages } from '../build/buildPackages';
import { signInPeople } from '../local-stack/people';
import { portsFrom, REMOTE_NAMES } from '../local-stack/parts';
import { repoRoot, varDir } from '../local-stack/paths';
import { createProgress } from '../local-stack/progress';
import { type Stack, startStack } from '../local-stack/stack';
import { remoteFrom } from '../releases/arguments';
import { type DevBuild, DEV_VERSION, devHost, devRemote, type DevTarget } from './devBuild';
import { type DevServer, startDevServer } from './devServer';
import { type Watched, watch } from './watch';

const USAGE = `pnpm dev                       the whole product; changes apply immediately and keep what you typed
pnpm dev <remote>              one remote in a deployed host, which must allow overrides
  --host <address>             that host (http://localhost:3000)

Variables: DEV_PORT (3010), GATEWAY_PORT (3000), SERVICE_PORT (8000)`;
const DEV_PORT = 3010;

const progress = createProgress();
let server: DevServer | undefined;
let watched: Watched | undefined;
let stack: Stack | undefined;

async function stop(): Promise<void> {
  await Promise.allSettled([stack?.stop(), server?.close(), watched?.close()]);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(0)));
}

/** Compiles, serves, and logs each recompilation. */
async function serve(target: DevTarget, builds: DevBuild[], port: number): Promise<void> {
  const started = await startDevServer(target.out, port);
  server = started;
  await progress.step('Compile', async () => {
    let first = true;
    watched = watch(target, builds, (built) => {
      started.notify(built);
      if (built.problems.length > 0) progress.note(`${built.pkg}:\n${built.problems.join('\n')}`);
      else if (!first) progress.note(`  ok  ${built.pkg} compiled`);
    });
    await watched.ready;
    first = false;
    return builds.map(({ pkg }) => pkg).join(', ');
  });
}

async function watchAll(port: number): Promise<void> {
  const target = { root: repoRoot, out: path.join(varDir, 'dev'), origin: `http://localhost:${port}` };
  await progress.step('Service', async (report) => {
    const built = await buildPackages(['memory-service'], { report });
    return built.length > 0 ? 'built' : 'nothing changed';
  });
  await serve(
    target,
    (
      await Promise.all([devHost(target), ...REMOTE_NAMES.map((name) => devRemote(name, target, true))])
    ).flat(),
    port,
  );
  stack = await startStack({
    parts: ['service', 'gateway'],
    registryFile: path.join(target.out, 'registry.json'),
    env: {
      REMOTES: REMOTE_NAMES.map((name) => `${name}=${target.origin}`).join(' '),
      DEV_ORIGIN: target.origin,
      HOST_DIST: path.join(target.out, 'host'),
    },
  });
  progress.note(
    `\n${stack.urls.gateway}  applies every change immediately. Sign in as: ${signInPeople.map(({ email }) => email).join(', ')}`,
  );
}

async function developRemote(word: string, host: string, ownPort: number | undefined): Promise<void> {
  const name = REMOTE_NAMES.find((one) => one === remoteFrom(word, REMOTE_NAMES));
  if (!name) return;
  const port = ownPort ?? portsFrom(process.env)[name];
  const origin = `http://localhost:${port}`;
  const target = { root: repoRoot, out: path.join(varDir, 'dev-alone'), origin };
  await serve(target, [await devRemote(name, target, false)], port);
  const address = new URL(host);
  address.searchParams.set(`remote.${name}`, `${origin}/remote-${name}/${DEV_VERSION}/release.json`);
  progress.note(
    `\n${address.href}\n\nopens the host with your remote-${name}, if the host allows overrides from ${origin}.`,
  );
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { host: { type: 'string', default: 'http://localhost:3000' }, help: { type: 'boolean' } },
});
const ownPort = process.env.DEV_PORT ? Number(process.env.DEV_PORT) : undefined;
const work = values.help
  ? Promise.resolve(console.log(USAGE))
  : positionals[0]
    ? developRemote(positionals[0], values.host, ownPort)
    : watchAll(ownPort ?? DEV_PORT);
await work.catch(async (error: Error) => {
  console.error(error.message);
  await stop();
  process.exit(1);
});
