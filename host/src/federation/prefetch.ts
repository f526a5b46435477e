/** Prefetches code that a user is about to need. */
import type { Federation } from './federation';

/** Network information, which only some browsers provide and TypeScript does not declare. */
type WithConnection = Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };

const SLOW_CONNECTIONS: readonly (string | undefined)[] = ['slow-2g', '2g', '3g'];

/** Whether speculative code may be fetched: not in data-saver mode or on slow connections, where it would delay requested files. */
function allowsSpeculation(): boolean {
  const { connection } = navigator as WithConnection;
  return connection?.saveData !== true && !SLOW_CONNECTIONS.includes(connection?.effectiveType);
}

/** Prefetches the shared parts of most pages, unless the connection should be spared. */
export async function prefetchCommonParts(): Promise<void> {
  if (allowsSpeculation()) await import(/* webpackChunkName: "common-parts" */ './commonParts');
}

/** Runs a task when the browser is idle, after `timeout` milliseconds at the latest; without a timeout it waits as long as needed. */
export function whenIdle(task: () => void, timeout: number | null = 2000): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, timeout === null ? {} : { timeout });
  else setTimeout(task, 500);
}

/** Loads a page or slot of a remote; a failure is shown where the part is rendered. */
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

/** Whether the release of a remote is decided and has not failed. */
const isSettled = ({ remotes, releases }: Federation, remote: string): boolean =>
  releases.decision(remote) === null && remotes.state(remote)?.status !== 'failed';

/** Whether a page's resources may be fetched ahead. */
export const mayPrefetch = (federation: Federation, remote: string): boolean =>
  allowsSpeculation() && isSettled(federation, remote);

/** Prefetches a file at the browser's lowest priority without running it; resolves when it has arrived or failed. */
function prefetchFile(href: string): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    if (!link.relList.supports('prefetch')) return resolve();
    link.rel = 'prefetch';
    link.as = href.endsWith('.css') ? 'style' : 'script';
    // Same CORS mode as the runtime's later request.
    if (new URL(href, location.href).origin !== location.origin) link.crossOrigin = 'anonymous';
    link.onload = link.onerror = () => resolve();
    link.href = href;
    document.head.append(link);
  });
}

/**
 * Prefetches the files of a page whose release is decided; they run when the page is opened. Does nothing when the connection should be
 * spared.
 */
export async function prefetchFiles(federation: Federation, remote: string, path: string): Promise<void> {
  const release = federation.registry.releaseFor(remote);
  if (!release || !mayPrefetch(federation, remote)) return;
  const files = [release.entry, ...(release.parts[path] ?? [])];
  await Promise.all(files.map((file) => prefetchFile(release.baseUrl + file)));
}

/** Loads the code of a page that is likely to be opened next, and starts its remote, unless the connection should be spared. */
export async function prefetchPage(federation: Federation, remote: string, path: string): Promise<void> {
  if (!allowsSpeculation()) return;
  federation.remotes.ensure(remote);
  if (isSettled(federation, remote)) await loadPart(federation, remote, path);
}

/** Starts the remote of the page about to be rendered and, if its release is decided, loads the page's code. */
export async function startPageCode(federation: Federation, remote: string, path: string): Promise<void> {
  federation.remotes.ensure(remote);
  if (isSettled(federation, remote)) await loadPart(federation, remote, path);
}
