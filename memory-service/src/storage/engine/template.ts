/** Makes a new embedded data folder in a moment by copying a prepared one instead of running initdb and all migrations. */
import { randomBytes } from 'node:crypto';
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './durableFileSystem';
import { openEmbeddedDatabase } from './embeddedDatabase';

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Is there a database in this folder? */
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

async function initialise(folder: string): Promise<void> {
  await (await openEmbeddedDatabase(folder)).close();
}

/**
 * Makes sure that `folder` holds a database: copied from `template` when that exists, else initialised.
 * A process killed on the way leaves no half-made folder under the final name.
 */
export async function ensureDataFolder(folder: string, template: string | undefined): Promise<void> {
  if (await holdsDatabase(folder)) return;
  await rm(folder, { recursive: true, force: true });
  const ready = template !== undefined && (await holdsDatabase(template));
  await publish(folder, ready ? (draft) => cp(template, draft, { recursive: true }) : initialise);
}
