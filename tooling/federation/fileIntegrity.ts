/**
 * Subresource integrity for the files that a remote loads later: its entry contains their hashes, and the registry contains the entry's.
 * `webpack-subresource-integrity` 5.1 adds nothing with this webpack and module federation: it taps webpack 4 hooks that are never called.
 */
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';
import { computeIntegrity } from '../releases/hash';

const NAME = 'FileIntegrity';
const PLACEHOLDER = '__FILE_HASHES__';
const HASHES = `${webpack.RuntimeGlobals.require}.hashes`;

/** Sets `element.integrity` for the file at the address of an expression. Files of a build without hashes are not checked. */
const setIntegrity = (element: string, address: string) =>
  `${element}.integrity = ${HASHES}[${address}.replace(/^.*\\/|\\?.*$/g, "")] || "";`;

class HashesModule extends webpack.RuntimeModule {
  constructor() {
    super('file hashes', webpack.RuntimeModule.STAGE_ATTACH);
  }
  override generate(): string {
    return `${HASHES} = JSON.parse(${JSON.stringify(PLACEHOLDER)});`;
  }
}

export class FileIntegrity {
  /**
   * @param container name of the container's chunk.
   * @param entry its file, whose name contains no content hash.
   */
  constructor(
    private readonly container: string,
    private readonly entry: string,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const { LoadScriptRuntimeModule } = webpack.runtime;
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (source) => `${source}\n${setIntegrity('script', 'url')}`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        NAME,
        (source, { tag, href }) => `${source}\n${setIntegrity(tag, href)}`,
      );
      compilation.hooks.additionalTreeRuntimeRequirements.tap(NAME, (chunk) => {
        if (chunk.name === this.container) compilation.addRuntimeModule(chunk, new HashesModule());
      });
      // Runs after every file has its final content and name.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, (assets) => {
        const names = Object.keys(assets).filter((name) => /\.(js|css)$/.test(name) && name !== this.entry);
        const hashes = Object.fromEntries(
          names.map((name) => [name, computeIntegrity(assets[name]!.buffer())] as const),
        );
        compilation.updateAsset(this.entry, (source) => {
          const text = source.source().toString();
          // The placeholder is inside a string literal; in hashes and file names, only quotes need escaping.
          return new webpack.sources.RawSource(
            text.replace(/(["'`])__FILE_HASHES__\1/, () => JSON.stringify(JSON.stringify(hashes))),
          );
        });
      });
    });
  }
}
