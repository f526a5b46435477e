/** What the document of an address names besides the host's own files, so that none of them is discovered late. */
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
 * Whether the release in the registry is the one that will run. Which one of a remote with a canary runs is known to the page alone,
 * because the server does not know the workspace; of a release that the page refuses nothing is fetched.
 */
function isSure({ remotes, rollout, disabled }: Registry, name: string): boolean {
  const { contracts = '' } = remotes[name]?.descriptor ?? {};
  return !rollout?.[name]?.canary && !disabled?.[name] && satisfies(CONTRACTS_VERSION, contracts);
}

/**
 * The page whose code is needed at once. Without a session a closed page leads to the sign-in, so nothing is preloaded for it:
 * an unused preload costs bytes and a browser warning.
 */
export function pageToPreload(registry: Registry, pathname: string, signedIn: boolean): WantedPart | null {
  const own = remoteForPath(registry, pathname);
  const isWanted = own && isSure(registry, own.remote) && (signedIn || own.route.access === 'anyone');
  return isWanted ? { remote: own.remote, part: own.route.path } : null;
}

/**
 * What the page of an address asks first, where it is sure which release runs and the page's feature is on. For documents with a session
 * alone. @param runtime configuration of the deployment, as in config.json.
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
  // A file is checked when it runs, so its preload must name the same hash.
  const integrity = release.integrity[file];
  const checked = integrity ? ` integrity="${attribute(integrity)}"` : '';
  return `<link rel="page-file" fetchpriority="low" as="${preloadKind(file)}" crossorigin="anonymous" href="${attribute(release.baseUrl + file)}"${checked}>`;
}

/** Addresses of the host's files, by the shared entry point that they bring. */
type SharedFiles = Readonly<Record<string, readonly string[]>>;

const SHARED = /<!--SHARED (.*?)-->/;

/** What the host's build says of its shared entry points in the template of its page. */
export function readSharedFiles(template: string): SharedFiles {
  const text = SHARED.exec(template)?.[1];
  return text ? (JSON.parse(text) as SharedFiles) : {};
}

/** The template without what was for the composer alone. */
export const withoutSharedFiles = (template: string) => template.replace(SHARED, '');

// No crossorigin and no hash: the host's runtime asks for its own chunks without them, and the two must match.
const sharedLink = (file: string) =>
  `<link rel="page-file" fetchpriority="low" as="${preloadKind(file)}" href="${attribute(file)}">`;

/**
 * Links to the files of a part: its remote's entry, its own files and those of the shared entry points it runs on. The program of the
 * host turns them into preloads (host/src/app/preloadPage.ts).
 */
export function preloadLinks(
  { remotes }: Registry,
  { remote, part }: WantedPart,
  shared: SharedFiles,
): string {
  const release = remotes[remote];
  // The host asks for all files of a release of ES modules at once.
  if (!release || release.type) return '';
  const ofHost = new Set((release.shared?.[part] ?? []).flatMap((request) => shared[request] ?? []));
  return [
    ...[release.entry, ...(release.parts[part] ?? [])].map((file) => preloadLink(release, file)),
    ...[...ofHost].map(sharedLink),
  ].join('');
}
