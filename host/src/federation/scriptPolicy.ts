/**
 * Trusted Types policy: allows the host's own files and those of known releases. Browsers with Trusted Types call it for every script URL
 * and every string assigned as HTML, including those set by webpack's loaders.
 */

/** Owner of the files in a folder. */
interface ReleaseId {
  remote: string;
  version: string;
}

declare global {
  /** By the base URL of the release; shared by the boot script and the program, which are two bundles. */
  var __HINDSIGHT_RELEASES__: Map<string, ReleaseId> | undefined;
}

const releases = (globalThis.__HINDSIGHT_RELEASES__ ??= new Map());

/** Allows scripts of a release to run. */
export const allowRelease = (baseUrl: string, release: ReleaseId): void =>
  void releases.set(baseUrl, release);

/** Blocks further scripts of a release; running ones are not stopped. */
export const forbidRelease = (baseUrl: string): void => void releases.delete(baseUrl);

/** Finds the release whose script URL appears in a text, e.g. in a stack trace; null when it is not a remote's. */
export function findRelease(text: string): ReleaseId | null {
  for (const [baseUrl, release] of releases) if (text.includes(baseUrl)) return release;
  return null;
}

/**
 * Returns the URL unchanged if scripts may load from there.
 * @throws TypeError for any other URL.
 */
export function allowedScriptUrl(address: string): string {
  const { href, origin, pathname } = new URL(address, window.location.href);
  const isOwn = origin === window.location.origin && pathname.startsWith('/assets/');
  if (isOwn || [...releases.keys()].some((baseUrl) => href.startsWith(baseUrl))) return address;
  throw new TypeError(`${address} doesn’t belong to a known release.`);
}

/**
 * Returns the text unchanged if it contains no markup. The Markdown parser decodes named entities (`&copy;`) by writing them as HTML.
 * @throws TypeError for text with markup.
 */
export function plainText(text: string): string {
  if (text.includes('<')) throw new TypeError('This page doesn’t allow HTML from strings.');
  return text;
}

interface PolicyFactory {
  defaultPolicy: unknown;
  createPolicy(
    name: 'default',
    rules: { createHTML(text: string): string; createScriptURL(url: string): string },
  ): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
if (trustedTypes && !trustedTypes.defaultPolicy)
  trustedTypes.createPolicy('default', { createHTML: plainText, createScriptURL: allowedScriptUrl });
