/** Creates a new embedded data folder quickly by copying a prepared one instead of running initdb and all migrations. */
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

/** Whether this folder contains a database. */
export const holdsDatabase = (folder: string): Promise<boolean> => exists(path.join(folder, 'PG_VERSION'));

/**
 * Publishes a complete folder at `target` or nothing: `fill` writes to a sibling folder, then a rename publishes it. If another process was
 * first, its folder stays.
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
 * Copies a folder synchronously, because this thread has nothing else to do. The library's asynchronous `cp` runs several file operations
 * per file, one after the other, and takes up to ten times as long for a thousand files.
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
 * Ensures that `folder` contains a database: copied from `template` if that exists, else initialized. A process killed halfway leaves no
 * incomplete folder under the final name.
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
