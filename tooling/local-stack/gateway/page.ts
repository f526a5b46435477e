/** Composes index.html: template, inline configuration and registry, and the frame and the preloads of the address that was asked for. */
import {
  CONTRACTS_VERSION,
  HASHES_FILE,
  type Registry,
  type Release,
  remoteForPath,
  satisfies,
} from '@hindsight/shared-contracts/registry';
import { FRAME_PLACE, type Frame } from './places';

/** The slot that every signed-in page fills at once: the bell in the header. */
const HEADER_SLOT = 'header.notifications';

/** JSON that cannot end the script element around it. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** One page or slot of a remote. */
export interface WantedPart {
  remote: string;
  /** Route path or slot name. */
  part: string;
}

/**
 * What the page will need at once. Without a session a closed page leads to the sign-in, so nothing is preloaded for it:
 * an unused preload costs bytes and a browser warning.
 */
export function partsToPreload(registry: Registry, pathname: string, signedIn: boolean): WantedPart[] {
  const wanted: WantedPart[] = [];
  const own = remoteForPath(registry, pathname);
  // Which release of a remote with a canary runs is known to the page alone, because the server does not know the workspace; and of a
  // release that may be refused no file is fetched before that is known.
  const isSure = (name: string) => {
    const { contracts = '', capabilities = [] } = registry.remotes[name]?.descriptor ?? {};
    const mayBeRefused = capabilities.length > 0 || !satisfies(CONTRACTS_VERSION, contracts);
    return !registry.rollout?.[name]?.canary && !mayBeRefused && !registry.disabled?.[name];
  };
  if (own && isSure(own.remote) && (signedIn || own.route.access === 'anyone'))
    wanted.push({ remote: own.remote, part: own.route.path });
  if (signedIn) {
    for (const [remote, { descriptor }] of Object.entries(registry.remotes)) {
      if (isSure(remote) && descriptor.slots.includes(HEADER_SLOT))
        wanted.push({ remote, part: HEADER_SLOT });
    }
  }
  return wanted;
}

function preloadLink(release: Release, file: string): string {
  const kind = file.endsWith('.css') ? 'style' : 'script';
  // A file is checked when it runs, so its preload must name the same hash.
  const integrity = release.integrity[file];
  const checked = integrity ? ` integrity="${attribute(integrity)}"` : '';
  return `<link rel="preload" as="${kind}" crossorigin="anonymous" href="${attribute(release.baseUrl + file)}"${checked}>`;
}

/** Preload links of some parts: each remote's entry and the part's own files. */
export function preloadLinks(registry: Registry, wanted: WantedPart[]): string {
  const links = wanted.flatMap(({ remote, part }) => {
    const release = registry.remotes[remote];
    if (!release) return [];
    return [release.entry, ...(release.parts[part] ?? [])].map((file) => preloadLink(release, file));
  });
  return [...new Set(links)].join('');
}

/**
 * The registry as browsers get it: of each release the hashes of the entry and of the list that holds all the others
 * (host/src/federation/fileHashes.ts). Hashes do not compress, and a page needs those of few files.
 */
export function forBrowsers(registry: Registry): Registry {
  const remotes = Object.entries(registry.remotes).map(([name, release]) => {
    const kept = [release.entry, HASHES_FILE].flatMap((file) => {
      const hash = release.integrity[file];
      return hash ? [[file, hash] as const] : [];
    });
    return [name, { ...release, integrity: Object.fromEntries(kept) }] as const;
  });
  return { ...registry, remotes: Object.fromEntries(remotes) };
}

interface PageParts {
  template: string;
  /** Runtime configuration, the same as at /config.json. */
  runtime: Record<string, unknown>;
  /** Null when there is none: the page says so, or goes on with its browser's last good one. */
  registry: Registry | null;
  /** What is wrong with the newest registry, when this is an older one. */
  problem: string | null;
  preload: WantedPart[];
  frame: Frame | null;
}

/** What differs in the head between pages. */
export const headOf = (frame: Frame | null, links: string) =>
  `<title>${attribute(frame?.title ?? 'Hindsight')}</title>${links}`;

/** The finished document. */
export function composePage({ template, runtime, registry, problem, preload, frame }: PageParts): string {
  const json = (id: string, value: unknown, more = '') =>
    `<script type="application/json" id="${id}"${more}>${inlineJson(value)}</script>`;
  const warning = problem ? ` data-problem="${attribute(problem)}"` : '';
  const registryTag = json('config', runtime) + json('registry', registry && forBrowsers(registry), warning);
  return template
    .replace('<!--REGISTRY-->', () => registryTag)
    .replace('<!--PAGE-->', () => headOf(frame, registry ? preloadLinks(registry, preload) : ''))
    .replace(FRAME_PLACE, () => frame?.html ?? '');
}
