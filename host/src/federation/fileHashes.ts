/**
 * Knows which content each file of a remote must have. The registry names the hashes of two files, the entry and `integrity.json`, and
 * that second file names all the others: so the page's first bytes do not grow with every chunk of every remote.
 */
import { HASHES_FILE, type Release } from '@hindsight/shared-contracts/registry';

type Hashes = Readonly<Record<string, string>>;

interface Known {
  release: Release;
  /** The pending answer, from the first request on. */
  hashes: Promise<Hashes> | null;
}

/** By the address of the release's folder; a version that is no longer in the registry may still be on the page. */
const releases = new Map<string, Known>();

/** Its files may be asked for from now on. */
export function rememberRelease(release: Release): void {
  if (!releases.has(release.baseUrl)) releases.set(release.baseUrl, { release, hashes: null });
}

/** Its files may not be asked for any more; by the address of its folder. */
export function forgetRelease(baseUrl: string): void {
  releases.delete(baseUrl);
}

function ownerOf(url: string): Known | null {
  for (const [baseUrl, known] of releases) if (url.startsWith(baseUrl)) return known;
  return null;
}

/** Milliseconds for the list; a server that is slow with it is slow with what follows too. */
const LIST_DEADLINE_MS = 14_000;

/** The browser checks the list against the registry; the second try goes past its cache, where a wrong copy may be. */
async function fetchHashes({ baseUrl, integrity }: Release): Promise<Hashes> {
  const ask = (cache: RequestCache) =>
    fetch(baseUrl + HASHES_FILE, {
      cache,
      integrity: integrity[HASHES_FILE] ?? '',
      signal: AbortSignal.timeout(LIST_DEADLINE_MS),
    });
  const answer = await ask('default').catch((error: Error) => {
    if (error.name === 'TimeoutError') throw error;
    return ask('reload');
  });
  if (!answer.ok) throw new Error(`${baseUrl}${HASHES_FILE} answered with status ${answer.status}.`);
  return (await answer.json()) as Hashes;
}

function hashesOf(known: Known): Promise<Hashes> {
  if (known.hashes) return known.hashes;
  const asked = fetchHashes(known.release);
  known.hashes = asked;
  // A failed list is asked for again by the next file.
  asked.catch(() => (known.hashes = null));
  return asked;
}

/** A preload link names the hash already: the first page's files wait for no list. */
function preloadedHash(url: string): string | null {
  return (
    document.querySelector<HTMLLinkElement>(`link[rel=preload][href="${url.replaceAll('"', '\\"')}"]`)
      ?.integrity || null
  );
}

/**
 * The hash that a file must have, `sha384-…`.
 * @param url absolute address.
 * @returns undefined for a release without hashes, e.g. one that a developer serves from a running compiler.
 * @throws Error when the release has hashes and this file is not among them, or when they could not be had.
 */
export async function hashOf(url: string): Promise<string | undefined> {
  const known = ownerOf(url);
  if (!known) throw new Error(`${url} belongs to no release that this page knows.`);
  const { baseUrl, integrity } = known.release;
  const file = url.slice(baseUrl.length);
  const named = integrity[file] ?? preloadedHash(url);
  if (named) return named;
  if (!integrity[HASHES_FILE]) return undefined;
  const hash = (await hashesOf(known))[file];
  if (!hash) throw new Error(`${url} is not among the files of its release.`);
  return hash;
}

/** The list that names the hash of a file, with its own hash; null when the file belongs to no release or that has no list. */
export function hashListOf(url: string): { url: string; integrity: string } | null {
  const release = ownerOf(url)?.release;
  const integrity = release?.integrity[HASHES_FILE];
  return release && integrity ? { url: release.baseUrl + HASHES_FILE, integrity } : null;
}

/** Whose code a text speaks of, by the address of a script in it, e.g. in a stack; null when it is not a remote's. */
export function releaseIn(text: string): { remote: string; version: string } | null {
  for (const [baseUrl, { release }] of releases)
    if (text.includes(baseUrl)) return { remote: release.descriptor.name, version: release.version };
  return null;
}

/** Whether a file of a remembered release lies at this address. */
export function isKnownFile(url: string): boolean {
  return ownerOf(url) !== null;
}
