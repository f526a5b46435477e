import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Registry } from '@hindsight/shared-contracts/registry';
import { promote, startCanary } from '../promote';
import { readAudit } from '../audit';
import { disable, enable, restore, retire } from '../lifecycle';
import { listReleases } from '../listReleases';
import { publishFolder } from '../makeRelease';
import { repair } from '../repair';
import { rollback } from '../rollback';
import { exampleBuild } from '../testing/exampleBuild';
import { releaseFolder } from '../testing/releaseFolder';
import { addKey, removeKey, signAll, signRelease } from './keyChanges';
import { createKey, keyFrom, keysCommand } from './keyCommands';
import { newKey, type SigningKey, loadSigningKey } from './signature';
import { registryVerifier } from './verifyRegistry';

const owner = newKey().key;
const builder = newKey().key;
const stranger = newKey().key;
const memoryTeam = newKey().key;

const by = (key?: SigningKey, more = {}) => ({ who: 'Ada', reason: null, key, ...more });
const entry = (key: SigningKey, rights: object) => keyFrom(key.publicKey, { holder: 'someone', ...rights });

let releases: ReturnType<typeof releaseFolder>;
let folder: string;

const publish = (remote: string, version: string, key?: SigningKey) =>
  publishFolder(releases.store, remote, version, exampleBuild(folder, remote, version), by(key));
const goLive = (remote: string, version: string, key?: SigningKey) =>
  promote(releases.place, [{ remote, version }], by(key));
const read = async (key: string) => (await releases.store.read(key))?.bytes ?? null;
const served = async (before: Registry | null = null) =>
  registryVerifier(read, [owner.publicKey])(await releases.registry(), before);
/** Modifies a file of the store without a key. */
async function write(key: string, change: (json: never) => void): Promise<void> {
  const file = path.join(releases.folder, key);
  const json = JSON.parse(readFileSync(file, 'utf8')) as never;
  change(json);
  writeFileSync(file, JSON.stringify(json));
}

beforeEach(async () => {
  releases = releaseFolder();
  folder = mkdtempSync(path.join(os.tmpdir(), 'signing-'));
  await releases.ship('memory', '1.0.0', '1.1.0');
  await releases.ship('beta', '1.0.0');
  await addKey(releases.store, entry(owner, { owner: true, holder: 'Olga' }), by(owner));
  await addKey(releases.store, entry(builder, { releases: 'memory', holder: 'CI' }), by(owner));
  await addKey(releases.store, entry(memoryTeam, { promotes: 'memory', holder: 'Mia' }), by(owner));
});
afterEach(() => {
  releases.remove();
  rmSync(folder, { recursive: true });
});

it('allows each key its rights, and logs which key was used', async () => {
  await publish('memory', '1.2.0', builder);
  await goLive('memory', '1.2.0', memoryTeam);
  await rollback(releases.place, 'memory', by(memoryTeam));
  expect(await releases.live()).toEqual(['memory 1.1.0', 'beta 1.0.0']);
  const record = await readAudit(releases.store);
  expect(record.slice(-3).map(({ what, key }) => [what, key])).toEqual([
    ['release', builder.id],
    ['promote', memoryTeam.id],
    ['rollback', memoryTeam.id],
  ]);
  expect(await listReleases(releases.store)).toContain(`Ada [${memoryTeam.id}]: rollback memory`);
});

it('allows a key with promotion rights for one remote to retire, restore and disable it', async () => {
  const author = by(memoryTeam, { reason: 'x' });
  await disable(releases.store, 'memory', author);
  await enable(releases.store, 'memory', author);
  await retire(releases.store, 'memory', author);
  expect(await releases.live()).toEqual(['beta 1.0.0']);
  await restore(releases.place, 'memory', author);
  expect(await releases.live()).toEqual(['beta 1.0.0', 'memory 1.1.0']);
  expect((await served()).problem).toBeNull();
});

it('rejects missing keys, unknown keys and keys without the right', async () => {
  await publish('memory', '1.2.0', builder);
  await expect(goLive('memory', '1.2.0')).rejects.toThrow('accepts only signed changes');
  await expect(goLive('memory', '1.2.0', stranger)).rejects.toThrow(`does not know the key ${stranger.id}`);
  await expect(goLive('memory', '1.2.0', builder)).rejects.toThrow(
    'may not change which version of memory is live. Its rights: releases memory.',
  );
  const tried = startCanary(releases.place, 'memory', '1.2.0', { percent: 10 }, by(builder));
  await expect(tried).rejects.toThrow('may not change which version of memory is live');
  await expect(rollback(releases.place, 'memory', by(builder))).rejects.toThrow('may not change');
  await expect(retire(releases.store, 'beta', by(memoryTeam))).rejects.toThrow(
    'which version of beta is live',
  );
  const kill = disable(releases.store, 'beta', by(memoryTeam, { reason: 'x' }));
  await expect(kill).rejects.toThrow('which version of beta is live');
  await expect(publish('beta', '1.1.0', builder)).rejects.toThrow('may not release beta');
  expect(await releases.live()).toEqual(['memory 1.1.0', 'beta 1.0.0']);
});

it('rejects a release without a valid signature until a key with the right signs it', async () => {
  await publish('memory', '1.2.0', builder);
  const record = path.join(releases.folder, 'audit.jsonl');
  const lines = readFileSync(record, 'utf8');
  writeFileSync(record, lines.replace(/"signature":"[^"]+"/g, '"signature":"AAAA"'));
  await expect(goLive('memory', '1.2.0', memoryTeam)).rejects.toThrow(
    'memory 1.2.0 is not signed by a key that may release memory. To vouch for it, sign it with: pnpm releases sign memory 1.2.0',
  );
  await signRelease(releases.store, { remote: 'memory', version: '1.2.0' }, by(memoryTeam));
  await goLive('memory', '1.2.0', memoryTeam);
  await expect(
    signRelease(releases.store, { remote: 'beta', version: '1.0.0' }, by(memoryTeam)),
  ).rejects.toThrow('may not release beta');
});

it('lets only owners change the keys, and rejects manual edits', async () => {
  const more = entry(stranger, { promotes: 'all' });
  await expect(addKey(releases.store, more, by(memoryTeam))).rejects.toThrow('is not an owner key');
  await expect(removeKey(releases.store, owner.id, by(owner))).rejects.toThrow('remove your own owner key');
  await expect(removeKey(releases.store, stranger.id, by(owner))).rejects.toThrow('has no key');
  await expect(addKey(releases.store, entry(builder, { owner: true }), by(owner))).rejects.toThrow(
    'is already known',
  );
  await write('keys.json', ({ keys }: { keys: { promotes: string[] }[] }) => {
    keys[1]!.promotes = ['*'];
  });
  await expect(goLive('memory', '1.0.0', owner)).rejects.toThrow('keys.json');
  await expect(rollback(releases.place, 'memory', by(builder))).rejects.toThrow(
    'is not signed by an owner. It was changed by hand',
  );
});

it('keeps versions live when the key that signed them is removed or replaced', async () => {
  await publish('memory', '1.2.0', builder);
  await goLive('memory', '1.2.0', memoryTeam);
  await removeKey(releases.store, memoryTeam.id, by(owner));
  const { registry, problem } = await served();
  expect([registry.remotes.memory?.version, problem]).toEqual(['1.2.0', null]);
  await expect(rollback(releases.place, 'memory', by(memoryTeam))).rejects.toThrow('does not know the key');
  await addKey(releases.store, entry(stranger, { promotes: 'memory' }), by(owner));
  await rollback(releases.place, 'memory', by(stranger));
  expect((await served()).registry.remotes.memory?.version).toBe('1.1.0');
});

it('rebuilds a lost registry with signatures', async () => {
  rmSync(path.join(releases.folder, 'registry.json'));
  await expect(repair(releases.place, by(memoryTeam))).rejects.toThrow('which version of beta is live');
  await repair(releases.place, by(owner));
  expect(await served()).toMatchObject({
    problem: null,
    registry: { remotes: { beta: { version: '1.0.0' } } },
  });
});

describe('served registry', () => {
  it('includes everything signed, unchanged', async () => {
    const found = await releases.registry();
    expect(await served()).toEqual({ registry: found, problem: null });
  });

  it('excludes changes written to the store without a key', async () => {
    const before = (await served()).registry;
    await write('registry.json', (registry: Registry) => {
      registry.remotes.memory!.version = '6.6.6';
      registry.remotes.beta!.integrity = { 'remoteEntry.js': 'sha384-evil' };
      registry.rollout!.memory!.previous!.integrity = `sha384-${'A'.repeat(64)}`;
    });
    const { registry, problem } = await served(before);
    expect(registry.remotes).toEqual(before.remotes);
    expect(registry.rollout).toEqual({ memory: {} });
    expect(problem).toContain('memory 6.6.6 is not used: no key that may promote it has signed it.');
    expect(Object.keys((await served()).registry.remotes)).toEqual(['beta']);
  });

  it('requires a key list signed by a configured owner', async () => {
    const found = await releases.registry();
    await expect(registryVerifier(read, [stranger.publicKey])(found, null)).rejects.toThrow(
      'is not signed by an owner that is known here',
    );
    rmSync(path.join(releases.folder, 'keys.json'));
    await expect(served()).rejects.toThrow('keys.json is missing');
  });

  it('gains no unsigned version through a later promotion', async () => {
    await publish('memory', '1.2.0', builder);
    await write('registry.json', (registry: Registry) => {
      delete registry.signatures!.memory!['1.1.0'];
    });
    await expect(
      startCanary(releases.place, 'memory', '1.2.0', { percent: 10 }, by(memoryTeam)),
    ).rejects.toThrow('without the signature of a key that may promote it');
    await goLive('memory', '1.2.0', memoryTeam);
    expect((await releases.registry()).rollout).toEqual({ memory: {} });
    await signAll(releases.store, by(owner));
    expect((await served()).problem).toBeNull();
  });
});

describe('keys', () => {
  const run = (words: string[], options = {}, author = by(owner)) =>
    keysCommand(words, releases.store, author, options);

  it('are created in a file for one account, and never overwritten', async () => {
    const file = path.join(folder, 'ada.pem');
    const text = createKey(file, releases.store);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = loadSigningKey(file)!;
    expect(text).toContain(key.publicKey);
    expect(text).not.toContain('PRIVATE');
    expect(() => createKey(file, releases.store)).toThrow('already exists');
    await expect(run(['add', key.publicKey], { holder: 'Ada', promotes: 'memory' })).resolves.toBe(
      `Ada (${key.id}): promotes memory`,
    );
    expect(await run(['list'])).toContain(`${key.id}  Ada   promotes memory`);
    expect(await run(['remove', key.id])).toContain('no longer');
  });

  it('are not created where others could get them', () => {
    expect(() => createKey(path.join(releases.folder, 'ada.pem'), releases.store)).toThrow('is in the store');
    expect(() => createKey(path.join(__dirname, 'ada.pem'), releases.store)).toThrow('could be committed');
  });

  it.each([
    [['add'], {}, 'Which key?'],
    [['add', 'nonsense'], { holder: 'x' }, '"nonsense" isn’t a public ed25519 key.'],
    [['add', newKey().pem], { holder: 'x' }, 'This is a private key, which only its holder may have.'],
    [['add', builder.publicKey], {}, 'Who holds it?'],
    [['add', builder.publicKey], { holder: 'x' }, 'What may it do?'],
    [['add', builder.publicKey], { holder: 'x', promotes: 'Me!' }, 'must be names of remotes'],
    [
      ['add', builder.publicKey],
      { holder: 'x', promotes: 'memory', owner: true },
      'An owner can do everything',
    ],
    [['remove'], {}, 'Which key?'],
    [['change'], {}, 'There is no command "keys change"'],
  ])('reject %p %p with a sentence', async (words, options, sentence) => {
    await expect(run(words, options)).rejects.toThrow(sentence);
  });

  it('are read only from files with a private key', () => {
    const file = path.join(folder, 'x.pem');
    expect(() => loadSigningKey(file)).toThrow('cannot be read (ENOENT)');
    writeFileSync(file, 'no key');
    expect(() => loadSigningKey(file)).toThrow('isn’t a private ed25519 key');
    expect(loadSigningKey(undefined, {})).toBeUndefined();
  });
});

it('requires an owner key as the first one', async () => {
  const empty = releaseFolder();
  const add = (key: SigningKey, rights: object, author = by(key)) =>
    addKey(empty.store, entry(key, rights), author);
  await expect(add(builder, { promotes: 'all' })).rejects.toThrow('The first key must be an owner’s');
  await expect(add(owner, { owner: true }, by(builder))).rejects.toThrow('The first key must be an owner’s');
  await add(owner, { owner: true });
  await publishFolder(empty.store, 'memory', '1.0.0', exampleBuild(folder, 'memory', '1.0.0'), by(owner));
  await promote(empty.place, [{ remote: 'memory', version: '1.0.0' }], by(owner));
  expect(await empty.live()).toEqual(['memory 1.0.0']);
  empty.remove();
});
