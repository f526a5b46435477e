/**
 * Puts a remote's door into its entry file. A door is loaders alone and imports nothing shared (see `RemoteModule`), so nothing is
 * evaluated too early, and the page saves a request for each remote.
 */
import type { Compiler } from 'webpack';

export class DoorInEntry {
  /**
   * @param entry name of the container's chunk.
   * @param door name of the exposed module's chunk.
   */
  constructor(
    private readonly entry: string,
    private readonly door: string,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('DoorInEntry', (compilation) => {
      compilation.hooks.optimizeChunks.tap('DoorInEntry', () => {
        const { chunkGraph, namedChunks, chunks } = compilation;
        const [entry, door] = [namedChunks.get(this.entry), namedChunks.get(this.door)];
        if (!entry || !door) return;
        const shared = [...chunkGraph.getChunkModulesIterable(door)].find(
          (module) => module.type === 'consume-shared-module',
        );
        if (shared) {
          compilation.errors.push(
            Object.assign(
              new Error(
                `The door of ${this.entry} imports ${shared.readableIdentifier(compilation.requestShortener)}. ` +
                  'A door holds loaders alone: import shared modules in the parts that it loads.',
              ),
              { name: 'DoorError' },
            ),
          );
          return;
        }
        chunkGraph.integrateChunks(entry, door);
        chunks.delete(door);
      });
    });
  }
}
