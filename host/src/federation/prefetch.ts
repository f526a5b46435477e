/** Loads ahead what a person is about to need. */
import type { Federation } from './federation';

/** What a browser says about the connection; not all of them do, and TypeScript does not know it. */
type WithConnection = Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };

const SLOW_CONNECTIONS: readonly (string | undefined)[] = ['slow-2g', '2g', '3g'];

/** Whether code that may stay unused can be fetched: not where a person saves data, nor where it would delay what is asked for. */
function mayFetchAhead(): boolean {
  const { connection } = navigator as WithConnection;
  return connection?.saveData !== true && !SLOW_CONNECTIONS.includes(connection?.effectiveType);
}

/** Has the browser fetch what most pages are made of, unless the connection is to be spared. */
export async function prefetchCommonParts(): Promise<void> {
  if (mayFetchAhead()) await import(/* webpackChunkName: "common-parts" */ './commonParts');
}

/** Runs a task when the browser is idle, at the latest after so many milliseconds; without them it waits as long as it takes. */
export function whenIdle(task: () => void, timeout: number | null = 2000): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, timeout === null ? {} : { timeout });
  else setTimeout(task, 500);
}

/** Loads a page or slot of a remote; a failure is shown where the part is shown. */
async function loadPart(
  { registry, load }: Pick<Federation, 'registry' | 'load'>,
  remote: string,
  part: string,
): Promise<void> {
  const module = await load(remote, registry.releaseFor(remote)).catch(() => null);
  const slots: Readonly<Record<string, (() => Promise<unknown>) | undefined>> = module?.slots ?? {};
  const loadIt = module?.routes.find(({ path }) => path === part)?.load ?? slots[part];
  await loadIt?.().catch(() => undefined);
}

/** Whether it is sure which release of a remote runs, and that it does. */
const isSettled = ({ remotes, releases }: Federation, remote: string): boolean =>
  releases.decision(remote) === null && remotes.state(remote)?.status !== 'failed';

/** Whether something may be fetched for a page ahead. */
export const mayPrepare = (federation: Federation, remote: string): boolean =>
  mayFetchAhead() && isSettled(federation, remote);

/** Has the browser fetch a file at its lowest priority and not run it; settles when it is there, or cannot be had. */
function prefetchFile(href: string): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    if (!link.relList.supports('prefetch')) return resolve();
    link.rel = 'prefetch';
    link.as = href.endsWith('.css') ? 'style' : 'script';
    // As the runtime asks for it later.
    if (new URL(href, location.href).origin !== location.origin) link.crossOrigin = 'anonymous';
    link.onload = link.onerror = () => resolve();
    link.href = href;
    document.head.append(link);
  });
}

/**
 * Has the browser fetch the files of a page where it is sure which release runs; they run when the page is opened. Nothing is fetched where
 * the connection is to be spared.
 */
export async function prefetchFiles(federation: Federation, remote: string, path: string): Promise<void> {
  const release = federation.registry.releaseFor(remote);
  if (!release || !mayPrepare(federation, remote)) return;
  const files = [release.entry, ...(release.parts[path] ?? [])];
  await Promise.all(files.map((file) => prefetchFile(release.baseUrl + file)));
}

/** Fetches the code of a page that a person is about to open, and starts its remote, unless the connection is to be spared. */
export async function prefetchPage(federation: Federation, remote: string, path: string): Promise<void> {
  if (!mayFetchAhead()) return;
  federation.remotes.ensure(remote);
  if (isSettled(federation, remote)) await loadPart(federation, remote, path);
}

/** Starts the remote of the page that is about to be drawn and, where it is sure which release runs, fetches the page's code. */
export async function startPageCode(federation: Federation, remote: string, path: string): Promise<void> {
  federation.remotes.ensure(remote);
  if (isSettled(federation, remote)) await loadPart(federation, remote, path);
}
