/** Creates a remote from the template, and adds it to the list of remotes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withRemotes } from './composeFile';
import { placeholderValues, withRow } from './documents';
import { copyTemplate, toDisplayName, nameFrom } from './template';

const template = fileURLToPath(new URL('template', import.meta.url));
const LIST = 'tooling/remotes.json';
const COMPOSE_FILE = 'docker-compose.yml';
type Remotes = Record<string, { port: number }>;

export interface NewRemote {
  /** Short name, e.g. `cost-reports`. */
  name: string;
  /** Folder of the package, relative to the clone. */
  pkg: string;
  port: number;
  page: string;
}

/** @param root folder of the clone. */
export function createRemote(root: string, word: string | undefined): NewRemote {
  const list = path.join(root, LIST);
  const remotes = JSON.parse(readFileSync(list, 'utf8')) as Remotes;
  const name = nameFrom(word, Object.keys(remotes));
  const pkg = `remote-${name}`;
  const target = path.join(root, pkg);
  if (existsSync(target)) throw new Error(`The folder ${pkg} already exists.`);
  const port = Math.max(...Object.values(remotes).map((one) => one.port)) + 1;
  const all = { ...remotes, [name]: { port } };
  const composeFile = path.join(root, COMPOSE_FILE);
  const changed = new Map([[composeFile, withRemotes(readFileSync(composeFile, 'utf8'), all)]]);
  for (const [document, row] of Object.entries(placeholderValues(name, toDisplayName(name), port))) {
    const file = path.join(root, document);
    changed.set(file, withRow(document, readFileSync(file, 'utf8'), row));
  }
  copyTemplate(template, target, name);
  for (const [file, text] of changed) writeFileSync(file, text);
  const lines = Object.entries(all).map(
    ([key, value]) => `  ${JSON.stringify(key)}: { "port": ${value.port} }`,
  );
  writeFileSync(list, `{\n${lines.join(',\n')}\n}\n`);
  return { name, pkg, port, page: `/${name}` };
}
