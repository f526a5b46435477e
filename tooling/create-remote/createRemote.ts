/** Makes a new remote of the template, and enters it in the one list of remotes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withRemotes } from './composeFile';
import { rowsOf, withRow } from './documents';

const template = fileURLToPath(new URL('template', import.meta.url));
const LIST = 'tooling/remotes.json';
const COMPOSE_FILE = 'docker-compose.yml';
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Names that have another meaning in an address of the product. */
const TAKEN = ['host', 'api', 'guest-api', 'oauth2', 'assets', 'settings', 'profile', 'status', 'example'];

type Remotes = Record<string, { port: number }>;

export interface NewRemote {
  /** Short name, e.g. `cost-reports`. */
  name: string;
  /** Folder of the package, relative to the clone. */
  pkg: string;
  port: number;
  page: string;
}

/**
 * @param word as typed: `reports` or `remote-reports`.
 * @throws Error with one sentence when it is no name or is taken.
 */
function nameFrom(word: string | undefined, remotes: Remotes): string {
  const name = (word ?? '').replace(/^remote-/, '');
  if (!NAME.test(name)) {
    throw new Error(
      `"${word ?? ''}" is no name for a remote: small letters, digits and hyphens, e.g. remote-reports.`,
    );
  }
  if (name in remotes) throw new Error(`There is a remote-${name} already.`);
  if (TAKEN.includes(name)) throw new Error(`/${name} belongs to the product itself: choose another name.`);
  return name;
}

/** `cost-reports` → `Cost Reports`. */
const displayNameOf = (name: string) =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** The template speaks of `example` and `Example`, and of nothing else by these words. */
const renamed = (text: string, name: string) =>
  text.replaceAll('example', name).replaceAll('Example', displayNameOf(name));

function copyTemplate(target: string, name: string): void {
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = path.join(entry.parentPath, entry.name);
    const file = path.join(target, renamed(path.relative(template, source), name));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, renamed(readFileSync(source, 'utf8'), name));
  }
}

/** @param root folder of the clone. */
export function createRemote(root: string, word: string | undefined): NewRemote {
  const list = path.join(root, LIST);
  const remotes = JSON.parse(readFileSync(list, 'utf8')) as Remotes;
  const name = nameFrom(word, remotes);
  const pkg = `remote-${name}`;
  const target = path.join(root, pkg);
  if (existsSync(target)) throw new Error(`The folder ${pkg} exists already.`);
  const port = Math.max(...Object.values(remotes).map((one) => one.port)) + 1;
  const all = { ...remotes, [name]: { port } };
  const composeFile = path.join(root, COMPOSE_FILE);
  const changed = new Map([[composeFile, withRemotes(readFileSync(composeFile, 'utf8'), all)]]);
  for (const [document, row] of Object.entries(rowsOf(name, displayNameOf(name), port))) {
    const file = path.join(root, document);
    changed.set(file, withRow(document, readFileSync(file, 'utf8'), row));
  }
  copyTemplate(target, name);
  for (const [file, text] of changed) writeFileSync(file, text);
  const lines = Object.entries(all).map(
    ([key, value]) => `  ${JSON.stringify(key)}: { "port": ${value.port} }`,
  );
  writeFileSync(list, `{\n${lines.join(',\n')}\n}\n`);
  return { name, pkg, port, page: `/${name}` };
}
