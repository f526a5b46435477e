/** File system for the embedded database whose fsync reaches the disk, unlike that of the library. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The parts of Emscripten's file table that fsync needs; the library leaves them untyped. */
interface NodeFileSystemModule {
  FS: {
    ErrnoError: new (code: number) => Error;
    filesystems: {
      NODEFS: {
        convertNodeCode: (error: unknown) => number;
        stream_ops: { fsync?: (stream: { nfd?: number; path?: string }) => number };
      };
    };
  };
}

export class DurableFileSystem extends NodeFS {
  /** `onAbort` is called when the database aborts and must not return: the library would keep calling the dead program. */
  constructor(
    folder: string,
    private readonly onAbort?: () => never,
  ) {
    super(folder);
  }

  /** Adds the missing `fsync` operation before the database starts; 0 means success. */
  override async init(database: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const prepared = await super.init(database, options);
    const addSync = (module: unknown) => {
      const { FS } = module as NodeFileSystemModule;
      const { NODEFS } = FS.filesystems;
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          if (nfd !== undefined) fsyncSync(nfd);
          return 0;
        } catch (error) {
          // The database sees a failure only as an error code, and must not acknowledge data that was not flushed.
          throw new FS.ErrnoError(NODEFS.convertNodeCode(error));
        }
      };
    };
    return {
      emscriptenOpts: {
        ...prepared.emscriptenOpts,
        ...(this.onAbort && { onAbort: this.onAbort }),
        preRun: [...(prepared.emscriptenOpts.preRun ?? []), addSync],
      },
    };
  }
}

/** Makes a rename inside `folder` survive a power cut. A no-op on Windows, which cannot open folders and orders renames itself. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
