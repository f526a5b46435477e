/** Composes index.html: template, inlined configuration and registry, and the frame and preloads of the requested address. */
import { FIRST_QUERIES_ID, type FirstQueries, type Registry } from '@hindsight/shared-contracts/registry';
import { attribute, inlineJson } from './markup';
import { FRAME_PLACE, type Frame } from './places';
import { preloadLinks, readSharedFiles, type WantedPart, withoutSharedFiles } from './preloads';

/**
 * The registry as sent to browsers: per release only the hash of the entry, which contains all others. Hashes do not compress, and a page
 * needs few of them. An ES module release keeps all its hashes, because its entry contains none. The shared entry points of the parts are
 * only for the composer.
 */
export function toBrowserRegistry(registry: Registry): Registry {
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
  /** Null when there is none: the page reports it, or continues with its browser's last good one. */
  registry: Registry | null;
  /** Why the newest registry cannot be used, when this is an older one. */
  problem: string | null;
  preload: WantedPart | null;
  /** First queries of the page; null when there are none, e.g. without a session. */
  first: FirstQueries | null;
  frame: Frame | null;
}

/** Head elements that differ between pages. */
const buildHead = (frame: Frame | null, links: string) =>
  `<title>${attribute(frame?.title ?? 'Hindsight')}</title>${links}`;

/** Embeds JSON for the page's scripts. */
const jsonTag = (id: string, value: unknown, more = '') =>
  `<script type="application/json" id="${id}"${more}>${inlineJson(value)}</script>`;

/** First queries, which the boot script sends. */
const queriesTag = (first: FirstQueries | null) => (first ? jsonTag(FIRST_QUERIES_ID, first) : '');

/** Composes the finished document. */
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
    jsonTag('config', runtime) + jsonTag('registry', registry && toBrowserRegistry(registry), warning);
  const links = registry && preload ? preloadLinks(registry, preload, readSharedFiles(template)) : '';
  return withoutSharedFiles(template)
    .replace('<!--REGISTRY-->', () => registryTag)
    .replace('<!--QUERIES-->', () => queriesTag(first))
    .replace('<!--PAGE-->', () => buildHead(frame, links))
    .replace(FRAME_PLACE, () => frame?.html ?? '');
}
