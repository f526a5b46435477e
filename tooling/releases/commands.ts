/** What each command does, and what it prints. */
import { buildVersion } from '../build/buildVersion';
import { compilePackages } from '../build/compiler';
import { inputsOf } from '../build/packages';
import { isRemote, REMOTE_NAMES } from '../local-stack/parts';
import { repoRoot } from '../local-stack/paths';
import { type Audience, type Place, promote, startCanary, stopCanary, type Wanted } from './actions';
import { audienceFrom, autoFrom, type AutoOptions, remoteFrom, versionFrom } from './arguments';
import { type AuditLine, readAudit } from './audit';
import { rollBackCanary } from './autoCanary';
import { commandName } from './commandName';
import { forgetOldVersions, newestVersion } from './keep';
import { knownRemotes, listReleases } from './listReleases';
import { disable, enable, restore, retire } from './lifecycle';
import { type Buildable, makeRelease } from './makeRelease';
import { type Author, readStoredRegistry } from './registryChange';
import { repair } from './repair';
import { signAll, signRelease } from './signing/keyChanges';
import { type KeyOptions, keysCommand } from './signing/keyCommands';
import { rollback, rollbackToShipped, SHIPPED } from './rollback';
import { type Store, TakenError } from './store';
import { reachText } from './watch/watchCanaries';
import { readWatch } from './watch/watchFile';
import { isWatchedText, refuseWatchWithoutKey, watchStatus } from './watch/watchStatus';

/** A command as it was typed. */
interface Call {
  store: Store;
  /** Words after the command. */
  words: readonly string[];
  author: Author;
  all: boolean;
  /** Options of an automatic canary; null for another one. */
  auto: AutoOptions | null;
  /** Options of `keys add`. */
  keyOptions: KeyOptions;
  /** Version by option. */
  version: string | undefined;
  keep: number;
  /** The store with its public address; fails where that is not known yet. */
  place(): Promise<Place>;
  print(line: string): void;
}

type Command = (call: Call) => Promise<void>;

/** A deployment ships the remotes of the clone that it was built from. */
const shippedText = (remote: string) =>
  isRemote(remote) ? 'what the deployment ships' : 'nothing: the deployment ships no build of it';

const OFF: Partial<Record<AuditLine['what'], (remote: string) => string>> = {
  rollback: shippedText,
  restore: shippedText,
  retire: () => 'retired',
  repair: () => 'gone: no folder of it is whole',
};

const said = ({ what, remote, from, to, serial }: AuditLine) =>
  `${what}: ${remote} ${from ?? '(none)'} → ${to ?? OFF[what]?.(remote) ?? 'off'}, registry ${serial}`;

const report = async ({ print }: Call, lines: Promise<AuditLine[]>) => (await lines).map(said).forEach(print);

/** Remotes of this clone, and those that are in the store from elsewhere. */
async function remotesOf(store: Store): Promise<string[]> {
  const { registry } = await readStoredRegistry(store);
  return [...new Set([...REMOTE_NAMES, ...knownRemotes(registry, await readAudit(store))])];
}

const remoteOf = async ({ store, words }: Call) => remoteFrom(words[0], await remotesOf(store));

const ofThisClone = (remote: string): Buildable => ({
  remote,
  sources: { root: repoRoot, inputs: inputsOf(`remote-${remote}`) },
  compile: (version, folder) =>
    compilePackages({ [`remote-${remote}`]: version }, ['--env', `out=${folder}`, '--env', 'release']),
});

async function releaseOne(call: Call, remote: string): Promise<string> {
  const { store, author, print } = call;
  const version =
    call.version === undefined ? buildVersion(repoRoot, `remote-${remote}`) : versionFrom(call.version);
  const files = await makeRelease(store, ofThisClone(remote), version, author);
  print(`${remote} ${version}: ${files.size} files published to ${store.name}/${remote}/${version}`);
  return version;
}

async function release(call: Call): Promise<void> {
  if (!call.all) {
    const remote = remoteFrom(call.words[0], REMOTE_NAMES);
    const version = await releaseOne(call, remote);
    return call.print(`Make it live with: pnpm promote ${remote} ${version}`);
  }
  for (const remote of REMOTE_NAMES) {
    await releaseOne(call, remote).catch((error: Error) => {
      // What did not change since its last release is there already.
      if (!(error instanceof TakenError)) throw error;
      call.print(error.message);
    });
  }
  call.print('Make them live with: pnpm promote --all');
}

/** The named version of a remote, or with `--all` that version or the newest one of each, where it is not live yet. */
async function wantedOf(call: Call): Promise<Wanted[]> {
  const { store, words, all, print } = call;
  if (!all) return [{ remote: await remoteOf(call), version: versionFrom(words[1] ?? call.version) }];
  const { registry } = await readStoredRegistry(store);
  const given = words[0] ?? call.version;
  const record = await readAudit(store);
  const wanted: Wanted[] = [];
  for (const remote of await remotesOf(store)) {
    const version = given === undefined ? await newestVersion(store, remote, record) : versionFrom(given);
    if (version === null) print(`${remote}: nothing to promote`);
    else if (registry.remotes[remote]?.version === version) print(`${remote} ${version} is live already`);
    else wanted.push({ remote, version });
  }
  return wanted;
}

async function promoteAndForget(call: Call): Promise<void> {
  const wanted = await wantedOf(call);
  if (wanted.length === 0) return;
  await report(call, promote(await call.place(), wanted, call.author));
  const only = wanted.length === 1 ? wanted[0]?.remote : undefined;
  call.print(`Whether it fails in open pages: ${commandName('status', only)}`);
  for (const { remote } of wanted) {
    const gone = await forgetOldVersions(call.store, remote, call.author, call.keep);
    if (gone.length > 0) call.print(`removed: ${remote} ${gone.join(', ')}`);
  }
}

async function goBack(call: Call): Promise<void> {
  const remote = await remoteOf(call);
  const [, to] = call.words;
  if (to !== undefined && to !== SHIPPED && to !== 'canary')
    throw new Error(
      `A rollback returns to the version that was live before; to choose one: pnpm promote ${remote} <version>. "${to}" is neither "${SHIPPED}" nor "canary".`,
    );
  if (to === SHIPPED && !isRemote(remote) && !call.author.force)
    throw new Error(
      `The deployment ships no build of ${remote}: this would take it out. If that is meant: pnpm releases retire ${remote}`,
    );
  if (to === SHIPPED) return report(call, rollbackToShipped(call.store, remote, call.author));
  if (to === 'canary') return report(call, rollBackCanary(call.store, remote, call.author));
  return report(call, rollback(await call.place(), remote, call.author, call.print));
}

async function tryOnSome(call: Call): Promise<void> {
  const remote = await remoteOf(call);
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

/** The first step of an automatic canary, and the organizations that are named beside it. */
function autoAudience(options: AutoOptions, words: readonly string[]): Audience {
  const auto = autoFrom(options);
  const named = words.length > 0 ? audienceFrom(words) : {};
  if (named.percent !== undefined)
    throw new Error('An automatic canary begins with the first of its --steps, not with a share of its own.');
  return { ...named, percent: auto.steps[0]!, auto };
}

/** Signs what others published, or what was published before the store knew keys. */
async function vouch(call: Call, words: readonly string[]): Promise<void> {
  const { store, author, all, print } = call;
  if (all) return report(call, signAll(store, author));
  const remote = remoteFrom(words[0], await remotesOf(store));
  const version = versionFrom(words[1]);
  await signRelease(store, { remote, version }, author);
  print(`${remote} ${version} is signed by ${author.key?.id}.`);
}

async function releases(call: Call): Promise<void> {
  const { store, words, author, print } = call;
  const [first = '', ...rest] = words;
  if (first === 'repair') return report(call, repair(await call.place(), author));
  if (first === 'status') {
    const only = rest[0] === undefined ? undefined : remoteFrom(rest[0], await remotesOf(store));
    return print(await watchStatus(store, Date.now(), only));
  }
  if (first === 'keys') return print(await keysCommand(rest, store, author, call.keyOptions));
  if (first === 'sign') return vouch(call, rest);
  const change = CHANGES[first];
  if (change) return report(call, change(call, remoteFrom(rest[0], await remotesOf(store))));
  print(await listReleases(store, first === '' ? undefined : await remoteOf(call)));
}

/** What `pnpm releases <word> <remote>` does to a remote as a whole. */
const CHANGES: Readonly<Record<string, (call: Call, remote: string) => Promise<AuditLine[]>>> = {
  retire: ({ store, author }, remote) => retire(store, remote, author),
  restore: async ({ place, author }, remote) => restore(await place(), remote, author),
  disable: ({ store, author }, remote) => disable(store, remote, author),
  enable: ({ store, author }, remote) => enable(store, remote, author),
};

/** By name, with the number of words that each takes at most. */
export const COMMANDS: Readonly<Record<string, { run: Command; words: number }>> = {
  release: { run: release, words: 1 },
  promote: { run: promoteAndForget, words: 2 },
  rollback: { run: goBack, words: 2 },
  // A canary may be for any number of organizations.
  canary: { run: tryOnSome, words: Infinity },
  releases: { run: releases, words: 3 },
};
