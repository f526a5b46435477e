/** Makes a new embedded data folder in a moment by copying a prepared one instead of running initdb and all migrations. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './durableFileSystem';
import { openEmbeddedDatabase } from './embeddedDatabase';
import type { GiveUp } from './embeddedDatabase';

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Whether there is a database in this folder. */
export const holdsDatabase = (folder: string): Promise<boolean> => exists(path.join(folder, 'PG_VERSION'));

/**
 * Puts a complete folder at `target` or nothing: `fill` writes beside it and a rename publishes the result.
 * When another process was first, its folder stays.
 */
export async function publish(target: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const draft = `${target}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(path.dirname(target), { recursive: true });
  try {
    await fill(draft);
    await rename(draft, target).catch(async (error: unknown) => {
      if (!(await holdsDatabase(target))) throw error;
    });
    syncFolder(path.dirname(target));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Copies a folder of files. In one go, because nothing else happens in this thread meanwhile: the library's `cp` asks several
 * things about each of a thousand files, one after the other beside the thread, and takes up to ten times as long.
 */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else copyFileSync(source, target);
  }
}

async function initialize(folder: string, giveUp: GiveUp): Promise<void> {
  await (await openEmbeddedDatabase(folder, giveUp)).close();
}

/**
 * Makes sure that `folder` holds a database: copied from `template` when that exists, else initialized.
 * A process killed on the way leaves no half-made folder under the final name.
 */
export async function ensureDataFolder(
  folder: string,
  template: string | undefined,
  giveUp: GiveUp,
): Promise<void> {
  if (await holdsDatabase(folder)) return;
  await rm(folder, { recursive: true, force: true });
  const ready = template !== undefined && (await holdsDatabase(template));
  await publish(folder, async (draft) => (ready ? copyFolder(template, draft) : initialize(draft, giveUp)));
}
