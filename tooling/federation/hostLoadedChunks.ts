/**
 * Lets a remote's compiler runtime ask the host for its files. Every entry would otherwise carry a script loader, a style
 * loader, an address finder and a Trusted Types policy of its own; the host has one of each, with deadlines and a second try
 * (host/src/federation/chunkFiles.ts, docs/adr/0004-one-runtime.md).
 */
import webpack, { type Chunk, type Compilation, type Compiler } from 'webpack';

/** Replaces the code of a runtime module. */
type Rewrite = (chunk: Chunk, compilation: Compilation, original: () => string) => string;

const {
  require: self,
  ensureChunkHandlers,
  getChunkScriptFilename,
  moduleFactories,
  publicPath,
} = {
  ...webpack.RuntimeGlobals,
};
const FILES = `${self}.federation.files`;
const nothing: Rewrite = () => '';

/** Chunks that consist of shared modules alone: nothing of them is a file. */
function fileless(chunk: Chunk, { chunkGraph }: Compilation): Chunk['id'][] {
  return [...chunk.getAllAsyncChunks()]
    .filter((one) => !webpack.javascript.JavascriptModulesPlugin.chunkHasJs(one, chunkGraph))
    .map(({ id }) => id);
}

/** Ids of the chunks that bring a style sheet. */
function styledChunks(chunk: Chunk, { chunkGraph }: Compilation): Chunk['id'][] {
  return [...chunk.getAllAsyncChunks()]
    .filter((one) => chunkGraph.getChunkModulesIterableBySourceType(one, 'css/mini-extract'))
    .map(({ id }) => id);
}

/** By the names that webpack, mini-css-extract-plugin and federation give their runtime modules. */
const REWRITES: Record<string, Rewrite> = {
  // A classic script knows its own address while it runs.
  publicPath: () => `${publicPath} = document.currentScript.src.replace(/[^/]*$/, "");`,
  'jsonp chunk loading': (chunk, compilation) => `
var installed = {};
${JSON.stringify([chunk.id, ...fileless(chunk, compilation)])}.forEach((id) => { installed[id] = 0; });
${ensureChunkHandlers}.j = (id, files) => {
  // A host that forgets no release has no such method.
  ${FILES}.table?.(${publicPath}, ${JSON.stringify(compilation.outputOptions.chunkLoadingGlobal)});
  if (installed[id] !== 0) files.push(installed[id] ||= ${FILES}.script(${publicPath} + ${getChunkScriptFilename}(id), () => installed[id] === 0)
    .catch((error) => { delete installed[id]; throw error; }));
};
globalThis[${JSON.stringify(compilation.outputOptions.chunkLoadingGlobal)}] = { push: ([ids, modules, run]) => {
  Object.assign(${moduleFactories}, modules);
  run && run(${self});
  ids.forEach((id) => { installed[id] = 0; });
} };`,
  'css loading': (chunk, compilation) => `
var styled = {}, styles = ${JSON.stringify(styledChunks(chunk, compilation))};
${ensureChunkHandlers}.miniCss = (id, files) => {
  if (styles.includes(id)) files.push(styled[id] ||= ${FILES}.style(${publicPath} + ${self}.miniCssF(id))
    .catch((error) => { delete styled[id]; throw error; }));
};`,
  'load script': nothing,
  'trusted types policy': nothing,
  'trusted types script url': nothing,
  // Two have this name: webpack's plain one, and federation's, which takes its place.
  sharing: (_chunk, _compilation, original) => {
    const code = original();
    return code.includes('federation') ? code : '';
  },
};

export class HostLoadedChunks {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('HostLoadedChunks', (compilation) => {
      compilation.hooks.runtimeModule.tap('HostLoadedChunks', (module, chunk) => {
        const rewrite = REWRITES[module.name];
        if (!rewrite) return;
        const original = module.generate.bind(module);
        module.generate = () => rewrite(chunk, compilation, () => original() ?? '');
      });
    });
  }
}
