/** Gives the embedded database a file system whose fsync reaches the disk, which the one it ships with does not. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The parts of the in-memory file table that fsync needs; the library leaves them untyped. */
interface NodeFileSystemModule {
  FS: {
    filesystems: { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number; path?: string }) => number } } };
  };
}

export class DurableFileSystem extends NodeFS {
  /** Adds the missing `fsync` operation before the database starts; its result 0 means success. */
  override async init(database: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const prepared = await super.init(database, options);
    const addSync = (module: unknown) => {
      (module as NodeFileSystemModule).FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fsyncSync(stream.nfd);
        return 0;
      };
    };
    return {
      emscriptenOpts: {
        ...prepared.emscriptenOpts,
        preRun: [...(prepared.emscriptenOpts.preRun ?? []), addSync],
      },
    };
  }
}

/** Makes a rename inside `folder` survive a power cut. Windows cannot open folders and orders renames itself. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
