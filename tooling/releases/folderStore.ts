/** A store in a local folder; files are replaced and releases added atomically. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withFileLock } from './fileLock';
import { ChangedMeanwhileError, type StoredFile, type Store, TakenError } from './store';

const computeTag = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export function folderStore(root: string): Store {
  const at = (key: string) => path.join(root, ...key.split('/'));

  /** Wraps a file system error in a sentence; the cause is for those who maintain the disk. */
  const storeError = (error: unknown) => {
    return new Error(`Can’t use ${root}: ${(error as Error).message}.`, { cause: error });
  };

  async function read(key: string): Promise<StoredFile | null> {
    try {
      const bytes = await readFile(at(key));
      return { bytes, tag: computeTag(bytes) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw storeError(error);
    }
  }

  return {
    name: root,
    read,
    async replace(key, bytes, expected) {
      if (((await read(key))?.tag ?? null) !== expected) throw new ChangedMeanwhileError(key, root);
      const draft = `${at(key)}.${process.pid}.tmp`;
      try {
        await mkdir(path.dirname(at(key)), { recursive: true });
        await writeFile(draft, bytes);
        await rename(draft, at(key));
      } catch (error) {
        throw storeError(error);
      }
    },
    async addFolder(folder, files) {
      if (existsSync(at(folder))) throw new TakenError(folder, root);
      // Dot folders are never served, and a rename makes the whole folder visible at once.
      const draft = path.join(path.dirname(at(folder)), `.${path.basename(folder)}.${process.pid}`);
      try {
        await rm(draft, { recursive: true, force: true });
        for (const [file, bytes] of files) {
          await mkdir(path.dirname(path.join(draft, file)), { recursive: true });
          await writeFile(path.join(draft, file), bytes);
        }
        await rename(draft, at(folder));
      } catch (error) {
        // Cleanup may fail for the same reason as the write; only the first error matters.
        await rm(draft, { recursive: true, force: true }).catch(() => undefined);
        const { code } = error as NodeJS.ErrnoException;
        throw code === 'ENOTEMPTY' || code === 'EEXIST' ? new TakenError(folder, root) : storeError(error);
      }
    },
    async list(folder) {
      if (!existsSync(at(folder))) return [];
      const entries = await readdir(at(folder), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(at(folder), path.join(entry.parentPath, entry.name)))
        .map((file) => file.split(path.sep).join('/'))
        .filter((file) => !file.split('/').some((part) => part.startsWith('.')));
    },
    removeFolder: (folder) => rm(at(folder), { recursive: true, force: true }),
    alone: (run) => withFileLock(path.join(root, '.lock'), run),
  };
}
