/**
 * `pnpm production:containers`: builds the images, starts the stack in the local container engine, runs its tests and stops it. Reports
 * which services were real and which were fakes; without an engine it skips and says why.
 */
import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { writeSecrets } from '../compose/secrets';
import { repoRoot } from '../native/place';

/** Services for which production/containers/standIns.yml has a fake. */
const REPLACEABLE = ['dex', 'store', 'store-setup', 'mail'];
const UP_SECONDS = '600';

const run = (command: string, args: string[], options: SpawnSyncOptions = {}) =>
  spawnSync(command, args, { cwd: repoRoot, encoding: 'utf8', ...options });
const isFine = (command: string, args: string[]) => run(command, args).status === 0;

/** The Docker client that the local engine accepts, and its Compose. */
function findEngine(): { docker: string; compose: string[] } | { missing: string } {
  // Since version 23 the client builds through a plugin, which may be missing; an older client installed beside it builds without one.
  const supportsBuildKit = (client: string) =>
    isFine(client, ['buildx', 'version']) ||
    Number.parseInt(run(client, ['version', '--format', '{{.Client.Version}}']).stdout?.toString() ?? '') <
      23;
  const docker = ['docker', '/usr/bin/docker'].find(
    (client) => isFine(client, ['version']) && supportsBuildKit(client),
  );
  if (!docker) return { missing: 'no container engine that can build is responding (docker version)' };
  if (isFine(docker, ['compose', 'version'])) return { docker, compose: [docker, 'compose'] };
  if (isFine('docker-compose', ['version'])) return { docker, compose: ['docker-compose'] };
  return { missing: 'the engine has no Compose' };
}

const engine = findEngine();
if ('missing' in engine) {
  console.log(`Skipped: ${engine.missing}.`);
  process.exit(0);
}
const { docker, compose } = engine;
const folder = path.join(repoRoot, 'var/containers');
mkdirSync(folder, { recursive: true });
writeSecrets(path.join(repoRoot, 'var/secrets'));

const text = readFileSync(path.join(repoRoot, 'docker-compose.yml'), 'utf8');
// Compose 1 does not know the `name` key; the command line names the project instead.
const file = path.join(folder, 'docker-compose.yml');
writeFileSync(file, text.replace(/^name: .*\n/m, ''));
const { services } = parse(text, { merge: true }) as {
  services: Record<string, { image: string; build?: unknown }>;
};
const imageName = (name: string) =>
  (services[name]?.image ?? '').replace(/\$\{[A-Z_]+:-([^}]*)\}/g, (_whole, value: string) => value);
const has = (image: string) =>
  isFine(docker, ['image', 'inspect', image]) || isFine(docker, ['pull', '-q', image]);
const foreign = Object.keys(services).filter((name) => !services[name]?.build);
const away = foreign.filter((name) => !has(imageName(name)));
const lost = away.filter((name) => !REPLACEABLE.includes(name));
if (lost.length > 0) {
  console.log(`Skipped: no image for ${lost.join(', ')}, and nothing stands in.`);
  process.exit(0);
}
const real = Object.keys(services).filter((name) => !away.includes(name));
console.log(`Real: ${real.join(', ')}. Stand-ins: ${away.length > 0 ? REPLACEABLE.join(', ') : 'none'}.`);

const files = [file, ...(away.length > 0 ? [path.join(repoRoot, 'production/containers/standIns.yml')] : [])];
const [command = '', ...prefix] = compose;
/** Statement timeouts are tested elsewhere; here, builds and all containers compete for the same cores. */
const env = {
  ...process.env,
  ...Object.fromEntries(
    ['READ', 'SEARCH', 'WRITE'].map((kind) => [`STATEMENT_TIMEOUT_${kind}_SECONDS`, '300']),
  ),
};
const common = [
  ...prefix,
  ...['--project-name', 'hindsight', '--project-directory', repoRoot, '--profile', 'trial'],
  ...files.flatMap((one) => ['-f', one]),
];
const inCompose = (...args: string[]) =>
  run(command, [...common, ...args], {
    stdio: 'inherit',
    env: {
      ...env,
      PATH: `${path.dirname(docker)}:${process.env.PATH ?? ''}`,
      DOCKER_BUILDKIT: '1',
      COMPOSE_DOCKER_CLI_BUILD: '1',
    },
  }).status ?? 1;

let status = inCompose('build');
if (status === 0)
  status = inCompose('up', '-d', ...(prefix.length > 0 ? ['--wait', '--wait-timeout', UP_SECONDS] : []));
if (status === 0)
  status =
    run('npx', ['playwright', 'test', '--config', 'production/playwright.config.ts', 'containers'], {
      stdio: 'inherit',
      env: { ...env, CONTAINERS_COMPOSE: JSON.stringify([command, ...common]) },
    }).status ?? 1;
if (status !== 0) {
  inCompose('ps');
  inCompose('logs', '--tail', '40');
}
if (process.env.KEEP_CONTAINERS === undefined) inCompose('down', '-v', '--remove-orphans');
process.exitCode = status;
