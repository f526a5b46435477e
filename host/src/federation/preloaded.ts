/**
 * What the server preloaded for a person with a session is used even when nobody can say yet who is looking: an unused preload is a
 * warning in the console, and the code is needed in a moment anyway.
 */
import { loadRemoteModule } from './loader';
import { registry } from './registryClient';

/** After `load`, in milliseconds; browsers complain after three seconds. */
export const LOAD_PRELOADED_AFTER = 1500;

/** Pages and slots of a remote whose files all stand in the page as preloads. */
export function preloadedParts(page: Document = document): { remote: string; part: string }[] {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')];
  const hrefs = new Set(links.map((link) => link.getAttribute('href')));
  return Object.entries(registry().remotes).flatMap(([remote, { baseUrl, parts }]) =>
    Object.entries(parts).flatMap(([part, files]) =>
      files.length > 0 && files.every((file) => hrefs.has(baseUrl + file)) ? [{ remote, part }] : [],
    ),
  );
}

/** Loads the code of those parts; what is there already stays as it is. A failure is told where the part is shown. */
export async function loadPreloadedParts(): Promise<void> {
  await Promise.all(
    preloadedParts().map(async ({ remote, part }) => {
      const door = await loadRemoteModule(remote).catch(() => null);
      const slots: Readonly<Record<string, (() => Promise<unknown>) | undefined>> = door?.slots ?? {};
      const load = door?.routes.find(({ path }) => path === part)?.load ?? slots[part];
      await load?.().catch(() => undefined);
    }),
  );
}
