/**
 * Uses what the server preloaded for a person with a session, even before the session is known: an unused preload is a warning in the
 * console, and the code is needed in a moment anyway.
 */
import type { Registry } from '@hindsight/shared-contracts/registry';
import type { Federation } from './federation';

/** After the `load` event, in milliseconds; browsers complain after three seconds. */
export const LOAD_PRELOADED_AFTER = 1500;

/** Pages and slots of remotes of which the document preloads every file. */
function preloadedParts({ remotes }: Registry): { remote: string; part: string }[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')];
  const hrefs = new Set(links.map((link) => link.getAttribute('href')));
  return Object.entries(remotes).flatMap(([remote, { baseUrl, parts }]) =>
    Object.entries(parts).flatMap(([part, files]) =>
      files.length > 0 && files.every((file) => hrefs.has(baseUrl + file)) ? [{ remote, part }] : [],
    ),
  );
}

/** Loads the code of those parts. A failure is shown where the part is shown. */
export async function loadPreloadedParts({
  registry,
  load,
}: Pick<Federation, 'registry' | 'load'>): Promise<void> {
  await Promise.all(
    preloadedParts(registry.get().registry).map(async ({ remote, part }) => {
      const module = await load(remote, registry.releaseOf(remote)).catch(() => null);
      const slots: Readonly<Record<string, (() => Promise<unknown>) | undefined>> = module?.slots ?? {};
      const loadPart = module?.routes.find(({ path }) => path === part)?.load ?? slots[part];
      await loadPart?.().catch(() => undefined);
    }),
  );
}
