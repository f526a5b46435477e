/** The remote template: validates a name, and copies the files under that name. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Reserved names that have another meaning in the product's URLs. */
const TAKEN = [
  'releases',
  'host',
  'api',
  'guest-api',
  'oauth2',
  'assets',
  'settings',
  'profile',
  'status',
  'example',
];

/**
 * @param word as typed: `reports` or `remote-reports`.
 * @param remotes names in use.
 * @throws Error with one sentence when the name is invalid or taken.
 */
export function nameFrom(word: string | undefined, remotes: readonly string[]): string {
  const name = (word ?? '').replace(/^remote-/, '');
  if (!NAME.test(name)) {
    throw new Error(
      `"${word ?? ''}" isn’t a valid remote name. Use lowercase letters, digits and hyphens, e.g. remote-reports.`,
    );
  }
  if (remotes.includes(name)) throw new Error(`remote-${name} already exists.`);
  if (TAKEN.includes(name)) throw new Error(`/${name} is used by the product itself. Choose another name.`);
  return name;
}

/** `cost-reports` → `Cost Reports`. */
export const toDisplayName = (name: string) =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** The template uses the words `example` and `Example` only for its name. */
const renameTemplate = (text: string, name: string) =>
  text.replaceAll('example', name).replaceAll('Example', toDisplayName(name));

/** Copies a folder under the new name, and preserves file modes. */
export function copyTemplate(template: string, target: string, name: string): void {
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = path.join(entry.parentPath, entry.name);
    const file = path.join(target, renameTemplate(path.relative(template, source), name));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, renameTemplate(readFileSync(source, 'utf8'), name), { mode: statSync(source).mode });
  }
}
