/**
 * Moves a remote's exposed module into its entry file. The module contains only loaders and imports nothing shared (see `RemoteModule`), so
 * nothing runs before the shared modules are negotiated, and each remote saves one request.
 */
import type { Compiler } from 'webpack';

export class ExposedModuleInEntry {
  /**
   * @param entry name of the container's chunk.
   * @param exposed name of the exposed module's chunk.
   */
  constructor(
    private readonly entry: string,
    private readonly exposed: string,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ExposedModuleInEntry', (compilation) => {
      compilation.hooks.optimizeChunks.tap('ExposedModuleInEntry', () => {
        const { chunkGraph, namedChunks, chunks } = compilation;
        const [entry, exposed] = [namedChunks.get(this.entry), namedChunks.get(this.exposed)];
        if (!entry || !exposed) return;
        const shared = [...chunkGraph.getChunkModulesIterable(exposed)].find(
          (module) => module.type === 'consume-shared-module',
        );
        if (shared) {
          compilation.errors.push(
            Object.assign(
              new Error(
                `The exposed module of ${this.entry} imports ${shared.readableIdentifier(compilation.requestShortener)}. ` +
                  'It may contain only loaders; import shared modules in the parts it loads.',
              ),
              { name: 'ExposedModuleError' },
            ),
          );
          return;
        }
        chunkGraph.integrateChunks(entry, exposed);
        chunks.delete(exposed);
      });
    });
  }
}
