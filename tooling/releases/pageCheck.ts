/** Loads a published release in a real page of the host before it goes live. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { REGISTRY_SCHEMA, type Registry } from '@hindsight/shared-contracts/registry';
import { installedBrowser } from '../checks/browser';
import { inlineJson } from '../../gateway/src/markup';
import type { CheckedRelease } from './checkRelease';
import type { Host } from './host';
import { type PageFindings, loadParts, watchContainer } from './inPage';
import { cacheHeaders, type Store } from './store';

const DEADLINE_MS = 30_000;

const PAGE = '/release-check';

/** A registry in which the remote has a public page, so that the host starts it without session and service. */
function findRegistry({ release }: CheckedRelease, origin: string): Registry {
  const { name } = release.descriptor;
  const baseUrl = `${origin}/${name}/${release.version}/`;
  const route = { path: PAGE, title: name, description: name, access: 'anyone' as const };
  const descriptor = { ...release.descriptor, needs: [], routes: [route], slots: [], overlays: [] };
  return { schema: REGISTRY_SCHEMA, updatedAt: '', remotes: { [name]: { ...release, baseUrl, descriptor } } };
}

/** The host's HTML with a different registry. */
const withRegistry = (page: string, registry: Registry) =>
  page.replace(
    /(<script type="application\/json" id="registry")[^>]*>[^]*?(?=<\/script>)/,
    (_, tag: string) => `${tag}>${inlineJson(registry)}`,
  );

async function listen(answer: (pathname: string) => Promise<Buffer | string | null>): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    void answer(pathname).then(
      (body) => {
        const type =
          pathname === PAGE ? { 'Content-Type': 'text/html; charset=utf-8' } : cacheHeaders(pathname);
        if (body === null)
          response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"detail":""}');
        else response.writeHead(200, type).end(body);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Serves the host's files, and the release from its store. */
async function serve(store: Store, checked: CheckedRelease, host: Host, page: string) {
  const { version, descriptor } = checked.release;
  let origin = '';
  const server = await listen(async (pathname) => {
    if (pathname === PAGE) return withRegistry(page, findRegistry(checked, origin));
    const file = decodeURIComponent(pathname).slice(1);
    if (file.startsWith(`${descriptor.name}/${version}/`)) return (await store.read(file))?.bytes ?? null;
    return pathname.startsWith('/assets/') ? host.asset(pathname) : null;
  });
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A file of the host failed to load, which says nothing about the release. */
export class HostFileError extends Error {
  override readonly name = 'HostFileError';
}

async function collectFindings(
  browserPath: string,
  origin: string,
  container: string,
): Promise<PageFindings> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const lost: string[] = [];
    const lose = (url: string) => {
      const { pathname } = new URL(url);
      if (pathname === PAGE || pathname.startsWith('/assets/')) lost.push(pathname);
    };
    page.on('requestfailed', (request) => lose(request.url()));
    page.on('response', (answer) => answer.ok() || lose(answer.url()));
    // Errors that the entry throws during evaluation reach only the window.
    const thrown = new Promise<PageFindings>((resolve) => {
      page.on('pageerror', ({ message }) => resolve({ problems: [message], routes: [], slots: [] }));
    });
    // tsx wraps functions in a helper that the page lacks.
    await page.addInitScript('globalThis.__name = (wrapped) => wrapped');
    await page.addInitScript(watchContainer, container);
    await page.goto(origin + PAGE).catch((error: Error) => {
      throw new HostFileError(error.message, { cause: error });
    });
    const late = {
      problems: [`it did not start within ${DEADLINE_MS / 1000} seconds`],
      routes: [],
      slots: [],
    };
    const loaded = page
      .waitForFunction('globalThis.releaseCheck.done', undefined, { timeout: DEADLINE_MS })
      .then(
        () => page.evaluate(loadParts),
        () => late,
      );
    const found = await Promise.race([loaded, thrown]);
    if (found.problems.length > 0 && lost.length > 0)
      throw new HostFileError(`the host’s own ${lost.join(', ')} failed to load`);
    return found;
  } finally {
    await browser.close();
  }
}

const TRIES = 3;

/** @throws HostFileError when a file of the host failed to load on every attempt. */
export async function retryOnHostError<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof HostFileError) || tries === TRIES) throw error;
    }
}

/**
 * @throws Error with one sentence when there is no browser or no host, or when the release does not start, or lacks a part that its
 * descriptor declares.
 */
export async function checkInPage(store: Store, checked: CheckedRelease, host: Host): Promise<void> {
  const { descriptor, version, container } = checked.release;
  const skip = 'or skip this check: --skip-page-check';
  const page = await host.page().catch((error: Error) => {
    throw new Error(
      `A release is first tested in a page of the host, but ${error.message}. Pass the dashboard's address with --host, ${skip}`,
      {
        cause: error,
      },
    );
  });
  const browser = await installedBrowser();
  if (!browser)
    throw new Error(
      `A release is first tested in a page of the host, but no browser was found. Install Chromium or set CHROMIUM_PATH, ${skip}`,
    );
  const server = await serve(store, checked, host, page);
  try {
    const found = await retryOnHostError(() => collectFindings(browser, server.origin, container)).catch(
      (error: Error) => {
        if (!(error instanceof HostFileError)) throw error;
        throw new Error(
          `${descriptor.name} ${version} could not be tested: ${error.message}. The release is not at fault. Try again, ${skip}`,
        );
      },
    );
    const missing = [
      ...descriptor.routes.map(({ path: route }) => route).filter((route) => !found.routes.includes(route)),
      ...descriptor.slots.filter((slot) => !found.slots.includes(slot)),
    ].map((part) => `it has no code for ${part}`);
    const problems = found.problems.length > 0 ? found.problems : missing;
    if (problems.length > 0)
      throw new Error(
        `${descriptor.name} ${version} does not work in the host's page and cannot go live: ${problems.join('; ')}.`,
      );
  } finally {
    server.close();
  }
}
