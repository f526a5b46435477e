/** The release store: a folder or a bucket, with one small file, the registry, that names the live versions. */

/** Names of the registry and of its audit log in a store. */
export const REGISTRY_KEY = 'registry.json';
export const AUDIT_KEY = 'audit.jsonl';

export interface StoredFile {
  bytes: Buffer;
  /** Changes with the content; pass it to a later `replace` as the expected tag. */
  tag: string;
}

/** Files of one folder, by their path inside it. */
export type Files = ReadonlyMap<string, Buffer>;

/** Keys are paths with `/`, e.g. `memory/1.1.0/release.json`. */
export interface Store {
  /** Name used in messages, as given by the user. */
  readonly name: string;
  read(key: string): Promise<StoredFile | null>;
  /**
   * Replaces a file atomically.
   * @param expected tag that the file must still have; null: the file must not exist.
   * @throws ChangedMeanwhileError after a concurrent change.
   */
  replace(key: string, bytes: Buffer, expected: string | null): Promise<void>;
  /**
   * Publishes a new folder; `last` is the file that marks it complete.
   * @throws TakenError when it exists, because published releases never change.
   */
  addFolder(folder: string, files: Files, last: string): Promise<void>;
  /** Paths of all files below a folder, relative to it. */
  list(folder: string): Promise<string[]>;
  removeFolder(folder: string): Promise<void>;
  /** Runs exclusively among all writers of this store, as far as the store can guarantee it; `replace` is the second safeguard. */
  alone<T>(run: () => Promise<T>): Promise<T>;
}

export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
  constructor(key: string, store: string) {
    super(`${key} in ${store} has changed since. Nothing was written; try again.`);
  }
}

export class TakenError extends Error {
  override readonly name = 'TakenError';
  constructor(folder: string, store: string) {
    super(`${folder} is already in ${store}. Published versions never change. Release under a new version.`);
  }
}

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  woff2: 'font/woff2',
};

/**
 * Headers that a server should send with a file. A compressed twin has the content type of its original; a server that sends it adds
 * `Content-Encoding`. Stored in the bucket, that header would make clients decompress it on every read, including checks.
 */
export function cacheHeaders(key: string): Record<string, string> {
  const extension =
    key
      .replace(/\.(br|gz)$/, '')
      .split('.')
      .at(-1) ?? '';
  const isLive = key === REGISTRY_KEY || key === AUDIT_KEY;
  return {
    'Content-Type': TYPES[extension] ?? 'application/octet-stream',
    'Cache-Control': isLive ? 'no-cache' : 'public, max-age=31536000, immutable',
  };
}
