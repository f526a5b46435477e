/** Where releases are published: a folder or a bucket, with one small file, the registry, that names the live ones. */

/** The registry's name in a store, and the record of who changed it. */
export const REGISTRY_KEY = 'registry.json';
export const AUDIT_KEY = 'audit.jsonl';

export interface StoredFile {
  bytes: Buffer;
  /** Changes with the content: what a later `replace` expects to find. */
  tag: string;
}

/** Files of one folder, by their path inside it. */
export type Files = ReadonlyMap<string, Buffer>;

/** Keys are paths with `/`, e.g. `memory/1.1.0/release.json`. */
export interface Store {
  /** As a person named it, for sentences. */
  readonly name: string;
  read(key: string): Promise<StoredFile | null>;
  /**
   * Replaces a file as a whole.
   * @param expected tag that the file must still have; null: there must be none.
   * @throws ChangedMeanwhileError when another change came first.
   */
  replace(key: string, bytes: Buffer, expected: string | null): Promise<void>;
  /**
   * Publishes a folder that was not there; `last` is the file that makes it complete.
   * @throws TakenError when there is one: what was published never changes.
   */
  addFolder(folder: string, files: Files, last: string): Promise<void>;
  /** Paths of all files below a folder, relative to it. */
  list(folder: string): Promise<string[]>;
  removeFolder(folder: string): Promise<void>;
  /** Runs alone among all who change this store, as far as it can promise that; `replace` is the second guard. */
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
 * Headers that a server should send with a file. A compressed twin has the type of its original; a server that sends it instead adds
 * `Content-Encoding`. Stored with it, clients would unpack it on every read, checks included.
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
