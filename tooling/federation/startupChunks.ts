/**
 * Gathers what every first load needs into two files. Left alone, each shared module becomes a chunk of its own, and parts
 * of antd would be in two of them.
 */
import type { Chunk, ChunkGraph, Module } from 'webpack';

interface CacheGroupContext {
  chunkGraph: ChunkGraph;
}

/** Modules whose chunk is not part of the first load: entry points that only some pages or services need. */
const later = /shared-(ui[/\\]src[/\\](?!core[/\\])\w+|contracts[/\\]src[/\\]compatibility)[/\\]index\.ts$/;
const vendor = /[/\\]node_modules[/\\]/;

function resourceOf(module: Module): string {
  // Extracted style sheets have no `resource`, but answer to this as every module does.
  return module.nameForCondition() ?? '';
}

/** Whether any chunk of the module is loaded at start: a shared entry point that is not among the later ones, or React. */
function isStartup(
  module: Module,
  { chunkGraph }: CacheGroupContext,
  seen: WeakMap<Chunk, boolean>,
): boolean {
  for (const chunk of chunkGraph.getModuleChunksIterable(module)) {
    let startup = seen.get(chunk);
    if (startup === undefined) {
      const resources = [...chunkGraph.getChunkModulesIterable(chunk)].map(resourceOf);
      const isEntryPoint = resources.some((r) =>
        /shared-(contracts|ui)[/\\]src[/\\][\w/\\]+index\.ts$/.test(r),
      );
      const isReact = resources.some((r) => /node_modules[/\\](react|react-dom|scheduler)[/\\]/.test(r));
      startup = (isEntryPoint || isReact) && !resources.some((r) => later.test(r));
      seen.set(chunk, startup);
    }
    if (startup) return true;
  }
  return false;
}

/** webpack's `splitChunks` for the host: `vendor` changes with the lockfile, `startup` with our own entry points. */
export function startupChunks() {
  const seen = new WeakMap<Chunk, boolean>();
  const group = (name: string, wanted: (resource: string) => boolean, priority: number) => ({
    name,
    priority,
    chunks: 'all' as const,
    enforce: true,
    reuseExistingChunk: false,
    test: (module: Module, context: CacheGroupContext) =>
      wanted(resourceOf(module)) && isStartup(module, context, seen),
  });
  return {
    chunks: 'async' as const,
    cacheGroups: {
      vendor: group('vendor', (resource) => vendor.test(resource), 20),
      startup: group('startup', (resource) => resource !== '' && !vendor.test(resource), 10),
    },
  };
}
