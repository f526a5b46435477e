/**
 * Fetches the later files of every remote: chunks and style sheets, each checked against the hash that its release names. A file gets
 * a second try by an address of its own, because a browser remembers a failed preload for as long as the document lives
 * (docs/adr/0054-a-chunk-gets-a-second-try.md).
 */
import { explain, hung } from './explain';
import { forgetRelease, hashListOf, hashOf } from './fileHashes';
import { loadScript, loadStyle, ScriptTimeoutError } from './loadScript';
import { renewCopy } from './renewCopy';
import type { Diagnosis } from './failure';

/** Milliseconds that one try may take: a chunk may be large and the line slow. */
export const FILE_DEADLINE_MS = 8000;

/** A file of a remote could not be had in two tries; `reason` says why, in a sentence for a person. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly reason: string;
  readonly kind: Diagnosis['kind'];
  constructor(url: string, { kind, reason }: Diagnosis, cause: unknown) {
    super(`Loading chunk ${url} failed. ${reason}`, { cause });
    this.kind = kind;
    this.reason = reason;
  }
}

/** What the host promises the compiler runtime of a remote (tooling/federation/hostLoadedChunks.ts). */
interface ChunkFiles {
  /**
   * Runs the script at an absolute address.
   * @param arrived whether the chunk has put itself into the program: an error page may load like a script and bring nothing.
   */
  script(url: string, arrived: () => boolean): Promise<void>;
  /** Adds the style sheet at an absolute address. */
  style(url: string): Promise<void>;
  /** Notes the global by which the chunks of the release in this folder find its program. */
  table(baseUrl: string, name: string): void;
}

type Load = (address: string, integrity: string | undefined) => Promise<void>;

const globals = globalThis as Record<string, unknown>;

/** By the folder of a release: the global of its program, and what the program put there. */
const tables = new Map<string, { name: string; table: unknown }>();

/** Failures by address: a number that was used once must not be used again. */
const failures = new Map<string, number>();

const addressOf = (url: string) => (failures.has(url) ? `${url}?retry=${failures.get(url)}` : url);

async function attempt(load: Load, url: string): Promise<void> {
  const integrity = await hashOf(url);
  try {
    await load(addressOf(url), integrity);
  } catch (error) {
    const before = addressOf(url);
    failures.set(url, (failures.get(url) ?? 0) + 1);
    if (!(error instanceof ScriptTimeoutError)) {
      // The copy of this document's next try, and of later documents' first one.
      void renewCopy(before, integrity);
      await renewCopy(addressOf(url), integrity);
    }
    throw error;
  }
}

/** A chunk that runs twice does no harm, so an answer that comes late still counts. */
const late = (error: unknown): Promise<void> =>
  error instanceof ScriptTimeoutError ? error.late : new Promise(() => undefined);

async function failure(url: string, cause: unknown): Promise<ChunkLoadError> {
  if (cause instanceof ScriptTimeoutError) return new ChunkLoadError(url, hung(url, FILE_DEADLINE_MS), cause);
  // Without its hash the file was never asked for: then it is the list of hashes that something is wrong with.
  const culprit = await hashOf(url).then(
    (integrity) => ({ url, integrity }),
    () => hashListOf(url) ?? { url, integrity: undefined },
  );
  return new ChunkLoadError(url, await explain(culprit.url, FILE_DEADLINE_MS, culprit.integrity), cause);
}

function twice(load: Load, url: string): Promise<void> {
  return attempt(load, url)
    .catch((error: unknown) => Promise.race([attempt(load, url), late(error)]))
    .catch(async (error: unknown) => {
      throw await failure(url, error);
    });
}

export const chunkFiles: ChunkFiles = {
  script: (url, arrived) =>
    twice(async (address, integrity) => {
      await loadScript(address, FILE_DEADLINE_MS, integrity);
      if (!arrived()) throw new Error(`${address} was delivered, but holds no part of the program.`);
    }, url),
  style: (url) => twice((address, integrity) => loadStyle(address, FILE_DEADLINE_MS, integrity), url),
  table: (baseUrl, name) => void tables.set(baseUrl, { name, table: globals[name] }),
};

/** Takes the style sheets of a release out of the page, and what keeps its program and its hashes in memory. It must not run any more. */
export function dropFiles(baseUrl: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.href.startsWith(baseUrl)) link.remove();
  const known = tables.get(baseUrl);
  // A copy of a build that was released under another version has the same global.
  if (known && globals[known.name] === known.table) delete globals[known.name];
  tables.delete(baseUrl);
  forgetRelease(baseUrl);
}
