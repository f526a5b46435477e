/** Files that the document of an address names besides the host's own, so the browser discovers none of them late. */
import { readRuntimeConfig } from '@hindsight/shared-contracts/config';
import {
  CONTRACTS_VERSION,
  type FirstQueries,
  type Registry,
  type Release,
  remoteForPath,
  satisfies,
} from '@hindsight/shared-contracts/registry';
import { attribute } from './markup';

/** One page or slot of a remote. */
export interface WantedPart {
  remote: string;
  /** Route path or slot name. */
  part: string;
}

/**
 * Whether the release in the registry is the one that will run. With a canary only the page knows, because the server does not know the
 * workspace. Nothing is fetched of a release that the page rejects.
 */
function isSure({ remotes, rollout, disabled }: Registry, name: string): boolean {
  const { contracts = '' } = remotes[name]?.descriptor ?? {};
  return !rollout?.[name]?.canary && !disabled?.[name] && satisfies(CONTRACTS_VERSION, contracts);
}

/**
 * The page whose code is needed at once. Without a session, a protected page leads to sign-in, so nothing is preloaded for it: an unused
 * preload costs bytes and a browser warning.
 */
export function pageToPreload(registry: Registry, pathname: string, signedIn: boolean): WantedPart | null {
  const own = remoteForPath(registry, pathname);
  const isWanted = own && isSure(registry, own.remote) && (signedIn || own.route.access === 'anyone');
  return isWanted ? { remote: own.remote, part: own.route.path } : null;
}

/**
 * First queries of the page at an address, when it is certain which release runs and the page's feature is on. Only for documents with a
 * session.
 * @param runtime configuration of the deployment, as in config.json.
 */
export function planFirstQueries(
  registry: Registry,
  pathname: string,
  runtime: Record<string, unknown>,
): FirstQueries | null {
  const own = remoteForPath(registry, pathname);
  const release = own && registry.remotes[own.remote];
  if (!release || !isSure(registry, own.remote)) return null;
  const { path, flag, firstQueries = [] } = own.route;
  const isOn = !flag || readRuntimeConfig(runtime).config.flags[flag];
  return isOn && firstQueries.length > 0
    ? { remote: own.remote, version: release.version, path, firstQueries }
    : null;
}

const preloadKind = (file: string) => (file.endsWith('.css') ? 'style' : 'script');

function preloadLink(release: Release, file: string): string {
  // A file is verified when it runs, so its preload must carry the same hash.
  const integrity = release.integrity[file];
  const checked = integrity ? ` integrity="${attribute(integrity)}"` : '';
  return `<link rel="page-file" fetchpriority="low" as="${preloadKind(file)}" crossorigin="anonymous" href="${attribute(release.baseUrl + file)}"${checked}>`;
}

/** URLs of the host's files by shared entry point. */
type SharedFiles = Readonly<Record<string, readonly string[]>>;

const SHARED = /<!--SHARED (.*?)-->/;

/** Reads the host build's list of shared files from its page template. */
export function readSharedFiles(template: string): SharedFiles {
  const text = SHARED.exec(template)?.[1];
  return text ? (JSON.parse(text) as SharedFiles) : {};
}

/** The template without the composer-only list. */
export const withoutSharedFiles = (template: string) => template.replace(SHARED, '');

// No crossorigin and no hash: the host's runtime requests its own chunks without them, and the two must match.
const sharedLink = (file: string) =>
  `<link rel="page-file" fetchpriority="low" as="${preloadKind(file)}" href="${attribute(file)}">`;

/**
 * Links to the files of a part: its remote's entry, its own files and those of its shared entry points. The host's program turns them into
 * preloads (host/src/app/preloadPage.ts).
 */
export function preloadLinks(
  { remotes }: Registry,
  { remote, part }: WantedPart,
  shared: SharedFiles,
): string {
  const release = remotes[remote];
  // The host requests all files of an ES module release at once.
  if (!release || release.type) return '';
  const ofHost = new Set((release.shared?.[part] ?? []).flatMap((request) => shared[request] ?? []));
  return [
    ...[release.entry, ...(release.parts[part] ?? [])].map((file) => preloadLink(release, file)),
    ...[...ofHost].map(sharedLink),
  ].join('');
}
