/** Implements `releases keys …`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Author } from '../registryChange';
import type { Store } from '../store';
import { addKey, removeKey } from './keyChanges';
import { EVERY, type Key, rightsText } from './keyList';
import { readKeyList } from './signChange';
import { newKey, publicKeyFrom } from './signature';

/** Options of `keys add`, as typed. */
export interface KeyOptions {
  holder?: string | undefined;
  releases?: string | undefined;
  promotes?: string | undefined;
  owner?: boolean | undefined;
}

const NAME = /^[a-z][a-z0-9-]*$/;

function remotesFrom(option: string, text: string | undefined): string[] {
  const words = (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  if (words.length === 1 && words[0] === 'all') return [EVERY];
  const wrong = words.find((word) => !NAME.test(word));
  if (wrong !== undefined || (text !== undefined && words.length === 0))
    throw new Error(`--${option} must be names of remotes such as memory,beta, or all, not "${text}".`);
  return words;
}

/** @throws Error with one sentence about an invalid or missing option. */
export function keyFrom(word: string | undefined, options: KeyOptions): Key {
  if (word === undefined)
    throw new Error('Which key? Pass its public part: one line, or a PEM file that holds it.');
  const text = existsSync(word) ? readFileSync(word, 'utf8') : word;
  const { id, publicKey } = publicKeyFrom(text);
  const { owner = false } = options;
  const holder = options.holder?.trim();
  if (!holder) throw new Error('Who holds it? --holder "Ada Lovelace" or --holder "CI of memory".');
  const releases = remotesFrom('releases', options.releases);
  const promotes = remotesFrom('promotes', options.promotes);
  if (owner && releases.length + promotes.length > 0)
    throw new Error('An owner can do everything, so --owner takes neither --releases nor --promotes.');
  if (!owner && releases.length + promotes.length === 0)
    throw new Error('What may it do? --releases <remotes>, --promotes <remotes>, or --owner.');
  return { id, holder, publicKey, releases, promotes, owner };
}

/** Whether git could commit the file. */
function isCommittable(file: string): boolean {
  const cwd = path.dirname(file);
  try {
    execFileSync('git', ['rev-parse', '--is-inside-work-tree'], { cwd, stdio: 'ignore' });
  } catch {
    // No git, or not in a repository.
    return false;
  }
  try {
    execFileSync('git', ['check-ignore', '-q', file], { cwd, stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

/**
 * Creates a key; the private part exists only in the file, readable only by this account.
 * @returns the text to print.
 * @throws Error when the file exists, or is in a place where others could get it.
 */
export function createKey(word: string | undefined, store: Store): string {
  if (!word) throw new Error('Which file? E.g. releases keys create ~/.config/hindsight-releases.pem');
  const given = path.resolve(process.env.INIT_CWD ?? process.cwd(), word);
  if (!existsSync(path.dirname(given))) throw new Error(`There is no folder ${path.dirname(given)}.`);
  const file = path.join(realpathSync(path.dirname(given)), path.basename(given));
  if (existsSync(file))
    throw new Error(`${file} already exists. Choose another file; keys are never overwritten.`);
  if (file.startsWith(store.name + path.sep))
    throw new Error(`${file} is in the store, where others read it. A private key belongs elsewhere.`);
  if (isCommittable(file))
    throw new Error(
      `${file} could be committed. Keep private keys outside the repository, or in .gitignore.`,
    );
  const { key, pem } = newKey();
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  return [
    `${file} holds the private key ${key.id}. Its public part, for an owner to add:`,
    key.publicKey,
  ].join('\n');
}

async function listKeys(store: Store): Promise<string> {
  const list = await readKeyList(store);
  if (!list) return `${store.name} has no keys: it accepts changes from everyone who can write to it.`;
  const width = Math.max(...list.keys.map(({ holder }) => holder.length));
  return [...list.keys]
    .map((key) => {
      const line = `  ${key.id}  ${key.holder.padEnd(width)}  ${rightsText(key)}`;
      return key.owner ? `${line}  ${key.publicKey}` : line;
    })
    .join('\n');
}

/** @returns the text to print. */
export async function keysCommand(
  [what = 'list', word]: readonly string[],
  store: Store,
  author: Author,
  options: KeyOptions,
): Promise<string> {
  if (what === 'list') return listKeys(store);
  if (what === 'create') return createKey(word, store);
  if (what === 'add') {
    const key = keyFrom(word, options);
    await addKey(store, key, author);
    return `${key.holder} (${key.id}): ${rightsText(key)}`;
  }
  if (what === 'remove') {
    if (!word) throw new Error('Which key? releases keys list shows their ids.');
    await removeKey(store, word, author);
    return `${store.name} no longer accepts the key ${word}.`;
  }
  throw new Error(`There is no command "keys ${what}". Keys: create, add, remove, list.`);
}
