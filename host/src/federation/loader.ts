/**
 * Loads a remote's module by Module Federation's container protocol: the entry script, `init` with the page's shared modules, then `get`.
 * The runtime's own `loadRemote` keeps one version per remote name; this loader can load a release beside the running one.
 */
import { getInstance } from '@module-federation/runtime';
import { loadWithRetry, retryAddress } from '@hindsight/shared-contracts/loading';
import type { RemoteDescriptor, Release } from '@hindsight/shared-contracts/registry';
import { assertRemoteModule } from '@hindsight/shared-contracts/shell';
import type { RemoteModule } from '@hindsight/shared-contracts/shell';
import { diagnose, IncompatibleError, LostFileError, RemoteLoadError } from './failure';
import { allowRelease, forbidRelease } from './scriptPolicy';
import type { Diagnosis } from './failure';

/** Hash of the content in the form of an integrity attribute; null where Web Crypto is unavailable (plain http). */
async function sha384(content: ArrayBuffer): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', content));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

async function diagnoseResponse(
  url: string,
  response: Response,
  integrity: string | undefined,
): Promise<Diagnosis> {
  const { origin, pathname } = new URL(url);
  if (!response.ok)
    return { kind: 'missing', reason: `The server at ${origin} answered with status ${response.status}.` };
  const type = response.headers.get('Content-Type') ?? '';
  if (!/javascript|css|json/.test(type)) {
    return {
      kind: 'missing',
      reason: `The server at ${origin} returned something that isn’t a script (${type || 'no type'}).`,
    };
  }
  const found = integrity ? await sha384(await response.arrayBuffer()) : null;
  if (found && found !== integrity) {
    return {
      kind: 'tampered',
      reason: `The file ${pathname} from ${origin} doesn’t match its release, so it was blocked.`,
    };
  }
  return { kind: 'unreachable', reason: `The file ${url} failed to load, but its server is responding now.` };
}

/**
 * Requests a failed file once more to find out the reason.
 * @param url address of the failed file.
 * @param integrity expected hash, `sha384-…`.
 * @returns a diagnosis; never rejects.
 */
async function diagnoseFile(url: string, integrity?: string): Promise<Diagnosis> {
  try {
    return await diagnoseResponse(url, await fetch(url, { cache: 'no-store' }), integrity);
  } catch {
    return { kind: 'unreachable', reason: `The server at ${new URL(url).origin} cannot be reached.` };
  }
}

/** Global that a built remote registers on the page: Module Federation's container protocol. */
export interface Container {
  /**
   * Passes the page's shared modules to the container; must be called once, before `get`.
   * @param scope name → version → copy, filled by the host's runtime.
   * @param guard scopes that are being initialized, against endless recursion.
   */
  init(
    scope: object,
    guard: object[],
    options: { version: string; shareScopeKeys: string },
  ): Promise<void> | void;
  /** Factory of an exposed module. */
  get(id: string): Promise<() => unknown>;
}

const globals = globalThis as Record<string, unknown>;

/** Runs a script; rejects when it fails to load or does not match its hash. */
function runScript(src: string, integrity: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    // Same CORS mode as webpack's requests for the remote's other files, and as their preloads (boot/preloadPage.ts).
    if (new URL(src, location.href).origin !== location.origin) script.crossOrigin = 'anonymous';
    if (integrity) script.integrity = integrity;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${src} could not be loaded.`));
    document.head.append(script);
  });
}

/** Links a file of ES modules with its hash; every later import or link of it is bound to that hash. */
function linkFile(href: string, integrity: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = href.endsWith('.css') ? 'stylesheet' : 'modulepreload';
    link.crossOrigin = 'anonymous';
    if (integrity) link.integrity = integrity;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} could not be loaded.`));
    };
    link.href = href;
    document.head.append(link);
  });
}

/** @throws LostFileError with the reason why the file failed to load. */
async function loadFile(request: () => Promise<void>, url: string, hash: string | undefined): Promise<void> {
  try {
    await loadWithRetry(request);
  } catch (error) {
    throw new LostFileError(await diagnoseFile(url, hash), error);
  }
}

/** Failed attempts per entry URL in this document. */
const failures = new Map<string, number>();

/** Links all files first: a browser takes a module's hash only from its preload. */
async function importModules(
  { baseUrl, entry, integrity, container }: Release,
  importModule: ImportModule,
): Promise<void> {
  const files = Object.keys(integrity).filter((file) => /\.(js|css)$/.test(file));
  await Promise.all(
    files.map((file) => {
      const [url, hash] = [baseUrl + file, integrity[file]];
      return loadFile(() => linkFile(url, hash), url, hash);
    }),
  );
  globals[container] = await importModule(baseUrl + entry);
}

/** @throws LostFileError */
async function fetchContainer(release: Release, importModule: ImportModule): Promise<Container> {
  const { baseUrl, entry, integrity, container } = release;
  const url = baseUrl + entry;
  const request = () =>
    runScript(retryAddress(url, failures.get(url) ?? 0), integrity[entry]).catch((error: unknown) => {
      failures.set(url, (failures.get(url) ?? 0) + 1);
      throw error;
    });
  if (release.type) await importModules(release, importModule);
  else await loadFile(request, url, integrity[entry]);
  const found = globals[container];
  if (!found) throw new Error(`${url} loaded but did not register the container ${container}.`);
  return found as Container;
}

/** The page's shared modules, as negotiated by the host's runtime. */
function shareScope(): object {
  const scope = getInstance()?.shareScopeMap.default;
  if (!scope) throw new Error('The federation runtime has not started.');
  return scope;
}

/** Loads the module of one release. Failures are not cached, so the next call retries. */
export interface LoadRemote {
  /**
   * @param name short name of the remote, e.g. `memory`.
   * @param release null when the registry does not name the remote.
   * @throws RemoteLoadError
   */
  (name: string, release: Release | null): Promise<RemoteModule>;
  /** Frees the memory of a release's program, which must not be shown any more. */
  drop?(release: Release): void;
}

/** Removes the container, the chunk table and the runtime instance, after which nothing references the release's program. */
function removeFromPage({ baseUrl, container }: Release): void {
  // Declared by the entry script, so it cannot be deleted.
  globals[container] = undefined;
  delete globals[`webpackChunk${container}`];
  const { __INSTANCES__: instances } = globalThis.__FEDERATION__;
  const own = instances.findIndex(({ name }) => name === container);
  if (own >= 0) instances.splice(own, 1);
  forbidRelease(baseUrl);
}

type ImportModule = (url: string) => Promise<unknown>;

/**
 * @param refusal reason why a remote must not run here, as a sentence; null when it may.
 * @param importModule imports an ES module; replaced in tests.
 */
export function createRemoteLoader(
  refusal: (descriptor: RemoteDescriptor) => Promise<string | null>,
  importModule: ImportModule = (url) => import(/* webpackIgnore: true */ url),
): LoadRemote {
  /** Containers initialized with the page's shared modules, by the base URL of their release. */
  const containers = new Map<string, Promise<Container>>();

  /** Fetches a container and passes it the shared modules, once per release. */
  function loadContainer(release: Release): Promise<Container> {
    const known = containers.get(release.baseUrl);
    if (known) return known;
    const pending = (async () => {
      const { baseUrl, descriptor, version } = release;
      allowRelease(baseUrl, { remote: descriptor.name, version });
      const container = await fetchContainer(release, importModule);
      await container.init(shareScope(), [], { version, shareScopeKeys: 'default' });
      return container;
    })();
    containers.set(release.baseUrl, pending);
    pending.catch(() => containers.delete(release.baseUrl));
    return pending;
  }

  async function load(name: string, release: Release): Promise<RemoteModule> {
    const reason = await refusal(release.descriptor);
    if (reason) throw new IncompatibleError(reason);
    const container = await loadContainer(release);
    const module: unknown = (await container.get('./remote'))();
    assertRemoteModule(module, name);
    return module;
  }

  const loadRemote: LoadRemote = async (name, release) => {
    const displayName = release?.descriptor.displayName ?? name;
    const identity = { remote: name, displayName, version: release?.version ?? null };
    if (!release) {
      const reason = 'It isn’t in the registry.';
      throw new RemoteLoadError({ ...identity, kind: 'unknown', reason, cause: null });
    }
    try {
      return await load(name, release);
    } catch (error) {
      throw new RemoteLoadError({ ...identity, ...diagnose(error), cause: error });
    }
  };
  loadRemote.drop = (release) => {
    containers.delete(release.baseUrl);
    removeFromPage(release);
  };
  return loadRemote;
}
