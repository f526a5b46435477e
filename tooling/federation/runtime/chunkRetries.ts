/**
 * Plugin for module federation's runtime, part of every build: retries a chunk whose script or style sheet fails to load, each time under a
 * different address.
 */
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { loadWithRetry, retryAddress } from '@hindsight/shared-contracts/loading';

type ChunkId = string | number;

/** Provided by webpack in the scope of every module: this build's runtime. */
declare const __webpack_require__: {
  /** Loads a chunk and its style sheet. */
  e?(chunk: ChunkId): Promise<unknown>;
  /** File names of a chunk, relative to the public path. */
  u?(chunk: ChunkId): string;
  miniCssF?(chunk: ChunkId): string;
};

/** Number of failures per chunk in this document. */
const failures = new Map<ChunkId, number>();
const { e: loadChunk, u: scriptFor, miniCssF: styleFor } = __webpack_require__;

const withFailures = (displayName: (chunk: ChunkId) => string) => (chunk: ChunkId) =>
  retryAddress(displayName(chunk), failures.get(chunk) ?? 0);

/** Recognizes a failed download by the error names of webpack and mini-css-extract-plugin; the program threw any other error itself. */
function isLost(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED';
}

if (scriptFor) __webpack_require__.u = withFailures(scriptFor);
if (styleFor) __webpack_require__.miniCssF = withFailures(styleFor);
if (loadChunk) {
  const loadOnce = (chunk: ChunkId) =>
    loadChunk(chunk).catch((error: unknown) => {
      failures.set(chunk, (failures.get(chunk) ?? 0) + 1);
      throw error;
    });
  __webpack_require__.e = (chunk) => loadWithRetry(() => loadOnce(chunk), isLost);
}

/** The runtime caches the promise of a shared module's first request; this drops a rejected one, so that the next request retries. */
const dropRejectedShare: ModuleFederationRuntimePlugin['errorLoadShare'] = ({
  pkgName,
  shareScopeMap,
  recovered,
}) => {
  if (recovered) return;
  for (const scope of Object.values(shareScopeMap))
    for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) shared.loading = null;
};

export default (): ModuleFederationRuntimePlugin => ({
  name: 'chunk-retries',
  errorLoadShare: dropRejectedShare,
});
