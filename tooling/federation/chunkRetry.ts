/** Gives every chunk of a remote a second try, by an address of its own. */
import webpack, { type Compiler } from 'webpack';

/**
 * A browser remembers a failed preload for as long as the document lives, and answers every later request for that address
 * with the failure (docs/adr/0054-a-chunk-gets-a-second-try.md). So once a chunk failed, addresses carry the number of the try.
 * The second try begins when all files of the first have an answer: one that is still open would be waited for again.
 */
class ChunkRetryRuntime extends webpack.RuntimeModule {
  constructor() {
    super('chunk retry', webpack.RuntimeModule.STAGE_TRIGGER);
  }

  override generate(): string {
    return `
var failures = 0;
["u", "miniCssF"].forEach((name) => {
  var nameOf = __webpack_require__[name];
  if (nameOf) __webpack_require__[name] = (id) => nameOf(id) + (failures ? "?retry=" + failures : "");
});
var attempt = (id) => {
  var files = [];
  for (var kind in __webpack_require__.f) __webpack_require__.f[kind](id, files);
  return Promise.allSettled(files).then((ends) => {
    var failed = ends.find((end) => end.status === "rejected");
    if (failed) { failures += 1; throw failed.reason; }
  });
};
__webpack_require__.e = (id) => attempt(id).catch(() => attempt(id));`;
  }
}

export class ChunkRetry {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ChunkRetry', (compilation) => {
      compilation.hooks.runtimeRequirementInTree
        .for(webpack.RuntimeGlobals.ensureChunk)
        .tap('ChunkRetry', (chunk) => compilation.addRuntimeModule(chunk, new ChunkRetryRuntime()));
    });
  }
}
