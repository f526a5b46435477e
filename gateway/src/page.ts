/** Composes index.html: template, inline configuration and registry, and the frame and the preloads of the address that was asked for. */
import { FIRST_QUERIES_ID, type FirstQueries, type Registry } from '@hindsight/shared-contracts/registry';
import { attribute, inlineJson } from './markup';
import { FRAME_PLACE, type Frame } from './places';
import { preloadLinks, readSharedFiles, type WantedPart, withoutSharedFiles } from './preloads';

/**
 * The registry as browsers get it: of each release the hash of the entry, which holds all the others. Hashes do not compress, and a page
 * needs those of few files. The entry of a release of ES modules holds none. The shared entry points of the parts are for those who make
 * documents.
 */
export function forBrowsers(registry: Registry): Registry {
  const remotes = Object.entries(registry.remotes).map(([name, release]) => {
    const { shared: _ofDocuments, ...known } = release;
    const hash = release.integrity[release.entry];
    const ofEntry = hash ? { [release.entry]: hash } : {};
    return [name, { ...known, integrity: release.type ? release.integrity : ofEntry }] as const;
  });
  const { signatures: _checkedHere, ...others } = registry;
  return { ...others, remotes: Object.fromEntries(remotes) };
}

interface PageParts {
  template: string;
  /** Runtime configuration, the same as at /config.json. */
  runtime: Record<string, unknown>;
  /** Null when there is none: the page says so, or goes on with its browser's last good one. */
  registry: Registry | null;
  /** What is wrong with the newest registry, when this is an older one. */
  problem: string | null;
  preload: WantedPart | null;
  /** What the page asks first; null where nothing is to be asked, e.g. without a session. */
  first: FirstQueries | null;
  frame: Frame | null;
}

/** What differs in the head between pages. */
const buildHead = (frame: Frame | null, links: string) =>
  `<title>${attribute(frame?.title ?? 'Hindsight')}</title>${links}`;

/** Data for the scripts of the page. */
const jsonTag = (id: string, value: unknown, more = '') =>
  `<script type="application/json" id="${id}"${more}>${inlineJson(value)}</script>`;

/** What the boot script asks. */
const queriesTag = (first: FirstQueries | null) => (first ? jsonTag(FIRST_QUERIES_ID, first) : '');

/** The finished document. */
export function composePage({
  template,
  runtime,
  registry,
  problem,
  preload,
  first,
  frame,
}: PageParts): string {
  const warning = problem ? ` data-problem="${attribute(problem)}"` : '';
  const registryTag =
    jsonTag('config', runtime) + jsonTag('registry', registry && forBrowsers(registry), warning);
  const links = registry && preload ? preloadLinks(registry, preload, readSharedFiles(template)) : '';
  return withoutSharedFiles(template)
    .replace('<!--REGISTRY-->', () => registryTag)
    .replace('<!--QUERIES-->', () => queriesTag(first))
    .replace('<!--PAGE-->', () => buildHead(frame, links))
    .replace(FRAME_PLACE, () => frame?.html ?? '');
}
