/** Implements each command and its output. */
import { text } from 'node:stream/consumers';
import { type Audience, type Place, stopCanary, type Wanted } from './actions';
import { promote, startCanary } from './promote';
import { audienceFrom, autoFrom, type AutoOptions, remoteFrom, versionFrom } from './arguments';
import { type AuditLine, readAudit } from './audit';
import { rollBackCanary } from './autoCanary';
import { commandName } from './commandName';
import type { Host } from './host';
import { pruneVersions, newestVersion } from './pruneVersions';
import { knownRemotes, listReleases } from './listReleases';
import { disable, enable, restore, retire } from './lifecycle';
import { type Buildable, makeRelease } from './makeRelease';
import { type Author, readStoredRegistry } from './registryChange';
import { repair } from './repair';
import { signAll, signRelease } from './signing/keyChanges';
import { type KeyOptions, keysCommand } from './signing/keyCommands';
import { rollback, rollbackToShipped, SHIPPED } from './rollback';
import { stackInSource } from './source';
import { type Store, TakenError } from './store';
import { reachText } from './watch/watchCanaries';
import { readWatch } from './watch/watchFile';
import { isWatchedText, refuseWatchWithoutKey, watchStatus } from './watch/watchStatus';

/** The repository in which the commands run: the host's clone, or the repository of one remote. */
export interface Repository {
  root: string;
  /** Remotes that can be built here. */
  remotes: readonly string[];
  /** Whether the deployment ships a build of the remote. */
  ships(remote: string): boolean;
  /** Default version of a release. */
  version(remote: string): string;
  buildable(remote: string): Buildable;
  /** @param to value of the option or the environment variable. */
  store(to: string | undefined): Store;
  /** Default public URL of the store. */
  publicUrl?: string | undefined;
  /** The host in whose page a release is tested. @param address value of the option. */
  host(address: string | undefined): Host;
}

/** A parsed command line. */
export interface Call {
  repository: Repository;
  store: Store;
  /** Arguments after the command. */
  words: readonly string[];
  author: Author;
  all: boolean;
  /** Options of an automatic canary; null for a manual one. */
  auto: AutoOptions | null;
  /** Options of `keys add`. */
  keyOptions: KeyOptions;
  /** Value of `--version`. */
  version: string | undefined;
  skipsTests: boolean;
  keep: number;
  /** The store with its public URL; fails while the URL is unknown. */
  place(): Promise<Place>;
  print(line: string): void;
}

type Command = (call: Call) => Promise<void>;

/** A deployment ships the remotes of the clone it was built from. */
const shippedText = ({ repository }: Call, remote: string) =>
  repository.ships(remote)
    ? 'the build shipped with the deployment'
    : 'nothing, because the deployment ships no build of it';

const OFF: Partial<Record<AuditLine['what'], (call: Call, remote: string) => string>> = {
  rollback: shippedText,
  restore: shippedText,
  retire: () => 'retired',
  repair: () => 'lost: no intact release left',
};

const formatAuditLine = (call: Call, { what, remote, from, to, serial }: AuditLine) =>
  `${what}: ${remote} ${from ?? '(none)'} → ${to ?? OFF[what]?.(call, remote) ?? 'off'}, registry ${serial}`;

const report = async (call: Call, lines: Promise<AuditLine[]>) =>
  (await lines).map((line) => formatAuditLine(call, line)).forEach(call.print);

/** Remotes of this repository, and those in the store from other repositories. */
async function listRemotes({ store, repository }: Call): Promise<string[]> {
  const { registry } = await readStoredRegistry(store);
  return [...new Set([...repository.remotes, ...knownRemotes(registry, await readAudit(store))])];
}

const readRemote = async (call: Call) => remoteFrom(call.words[0], await listRemotes(call));

async function releaseOne(call: Call, remote: string): Promise<string> {
  const { store, author, print, repository, skipsTests: untested } = call;
  const version = call.version === undefined ? repository.version(remote) : versionFrom(call.version);
  const files = await makeRelease(store, repository.buildable(remote), version, author, { untested });
  print(`${remote} ${version}: ${files.size} files published to ${store.name}/${remote}/${version}`);
  return version;
}

async function release(call: Call): Promise<void> {
  if (!call.all) {
    const remote = remoteFrom(call.words[0], call.repository.remotes);
    const version = await releaseOne(call, remote);
    return call.print(`Make it live with: ${commandName('promote', remote, version)}`);
  }
  for (const remote of call.repository.remotes) {
    await releaseOne(call, remote).catch((error: Error) => {
      // Remotes that did not change since their last release are already published.
      if (!(error instanceof TakenError)) throw error;
      call.print(error.message);
    });
  }
  call.print('Make them live with: pnpm promote --all');
}

/** The given version of a remote; with `--all`, the given or newest version of each remote that is not live yet. */
async function parseWanted(call: Call): Promise<Wanted[]> {
  const { store, words, all, print } = call;
  if (!all) return [{ remote: await readRemote(call), version: versionFrom(words[1] ?? call.version) }];
  const { registry } = await readStoredRegistry(store);
  const given = words[0] ?? call.version;
  const record = await readAudit(store);
  const wanted: Wanted[] = [];
  for (const remote of await listRemotes(call)) {
    const version = given === undefined ? await newestVersion(store, remote, record) : versionFrom(given);
    if (version === null) print(`${remote}: nothing to promote`);
    else if (registry.remotes[remote]?.version === version) print(`${remote} ${version} is already live`);
    else wanted.push({ remote, version });
  }
  return wanted;
}

async function promoteAndForget(call: Call): Promise<void> {
  const wanted = await parseWanted(call);
  if (wanted.length === 0) return;
  await report(call, promote(await call.place(), wanted, call.author));
  const only = wanted.length === 1 ? wanted[0]?.remote : undefined;
  call.print(`Check for failures in open pages with: ${commandName('status', only)}`);
  for (const { remote } of wanted) {
    const gone = await pruneVersions(call.store, remote, call.author, call.keep);
    if (gone.length > 0) call.print(`removed: ${remote} ${gone.join(', ')}`);
  }
}

async function rollBackRemote(call: Call): Promise<void> {
  const remote = await readRemote(call);
  const [, to] = call.words;
  if (to !== undefined && to !== SHIPPED && to !== 'canary')
    throw new Error(
      `A rollback returns to the version that was live before; to choose one: ${commandName('promote', remote, '<version>')}. "${to}" is neither "${SHIPPED}" nor "canary".`,
    );
  if (to === SHIPPED && !call.repository.ships(remote) && !call.author.force)
    throw new Error(
      `The deployment ships no build of ${remote}, so this would remove it. If that’s intended: ${commandName('retire', remote)}`,
    );
  if (to === SHIPPED) return report(call, rollbackToShipped(call.store, remote, call.author));
  if (to === 'canary') return report(call, rollBackCanary(call.store, remote, call.author));
  return report(call, rollback(await call.place(), remote, call.author, call.print));
}

async function tryOnSome(call: Call): Promise<void> {
  const remote = await readRemote(call);
  const rest = call.words.slice(1);
  if (rest.includes('off')) return report(call, stopCanary(call.store, remote, call.author));
  const version = versionFrom(rest[0]);
  const audience = call.auto ? autoAudience(call.auto, rest.slice(1)) : audienceFrom(rest.slice(1));
  if (call.auto) await refuseWatchWithoutKey(call.store, remote, Date.now());
  await report(call, startCanary(await call.place(), remote, version, audience, call.author));
  const { auto } = audience;
  if (!auto) return;
  const watch = await readWatch(call.store);
  const known = watch?.releases.filter((release) => release.remote === remote) ?? [];
  const people = known.reduce((sum, release) => sum + release.people, 0);
  call.print(
    isWatchedText(watch, Date.now()) + (watch ? reachText(people, remote, { ...audience, auto }) : ''),
  );
}

/** The first step of an automatic canary, plus explicitly named organizations. */
function autoAudience(options: AutoOptions, words: readonly string[]): Audience {
  const auto = autoFrom(options);
  const named = words.length > 0 ? audienceFrom(words) : {};
  if (named.percent !== undefined)
    throw new Error('An automatic canary starts with the first of its --steps; do not pass a share.');
  return { ...named, percent: auto.steps[0]!, auto };
}

/** Signs releases by other authors, or from before the store used keys. */
async function signReleases(call: Call): Promise<void> {
  const { store, author, all, print } = call;
  if (all) return report(call, signAll(store, author));
  const remote = await readRemote(call);
  const version = versionFrom(call.words[1]);
  await signRelease(store, { remote, version }, author);
  print(`${remote} ${version} is signed by ${author.key?.id}.`);
}

/** The remote to report on; undefined for all remotes. */
const readOptionalRemote = (call: Call) => (call.words[0] === undefined ? undefined : readRemote(call));

export const COMMANDS: Readonly<Record<string, Command>> = {
  release,
  promote: promoteAndForget,
  rollback: rollBackRemote,
  canary: tryOnSome,
  retire: async (call) => report(call, retire(call.store, await readRemote(call), call.author)),
  restore: async (call) => report(call, restore(await call.place(), await readRemote(call), call.author)),
  disable: async (call) => report(call, disable(call.store, await readRemote(call), call.author)),
  enable: async (call) => report(call, enable(call.store, await readRemote(call), call.author)),
  status: async (call) =>
    call.print(await watchStatus(call.store, Date.now(), await readOptionalRemote(call))),
  releases: async (call) => call.print(await listReleases(call.store, await readOptionalRemote(call))),
  source: async (call) =>
    call.print(await stackInSource(call.store, await readRemote(call), await text(process.stdin))),
  sign: signReleases,
  keys: async ({ print, words, store, author, keyOptions }) =>
    print(await keysCommand(words, store, author, keyOptions)),
  repair: async (call) => report(call, repair(await call.place(), call.author)),
};
