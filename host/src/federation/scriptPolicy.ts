/**
 * What the page may run: the host's own files and those of known releases. A browser with Trusted Types asks this policy for every address
 * of a script and for every text that is written as HTML, also those that webpack's loaders set.
 */

/** Whose files are in a folder. */
interface ReleaseId {
  remote: string;
  version: string;
}

declare global {
  /** By the address of the release's folder; one table for the boot script and the program, which are two bundles. */
  var __HINDSIGHT_RELEASES__: Map<string, ReleaseId> | undefined;
}

const releases = (globalThis.__HINDSIGHT_RELEASES__ ??= new Map());

/** Scripts of a release may run from now on. */
export const allowRelease = (baseUrl: string, release: ReleaseId): void =>
  void releases.set(baseUrl, release);

/** Scripts of a release may not run any more; those that run already are not stopped. */
export const forbidRelease = (baseUrl: string): void => void releases.delete(baseUrl);

/** Whose code a text speaks of, by the address of a script in it, e.g. in a stack; null when it is not a remote's. */
export function releaseIn(text: string): ReleaseId | null {
  for (const [baseUrl, release] of releases) if (text.includes(baseUrl)) return release;
  return null;
}

/**
 * The address itself, where a script may come from there.
 * @throws TypeError for any other address.
 */
export function scriptAddress(address: string): string {
  const { href, origin, pathname } = new URL(address, window.location.href);
  const isOwn = origin === window.location.origin && pathname.startsWith('/assets/');
  if (isOwn || [...releases.keys()].some((baseUrl) => href.startsWith(baseUrl))) return address;
  throw new TypeError(`${address} doesn’t belong to a known release.`);
}

/**
 * The text itself, where it holds no markup. The Markdown parser writes named characters (`&copy;`) as HTML to read them.
 * @throws TypeError for a text with markup.
 */
export function plainText(text: string): string {
  if (text.includes('<')) throw new TypeError('This page doesn’t turn text into markup.');
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
  trustedTypes.createPolicy('default', { createHTML: plainText, createScriptURL: scriptAddress });
