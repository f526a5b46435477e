/** Two replacements that keep parts of the federation runtime out of where they are not needed. */
import path from 'node:path';
import webpack, { type Compiler } from 'webpack';

function replace(compiler: Compiler, resource: RegExp, stub: string): void {
  const replacement = path.resolve(import.meta.dirname, 'stubs', stub);
  new webpack.NormalModuleReplacementPlugin(resource, (data) => {
    if (data.createData?.resource) data.createData.resource = replacement;
  }).apply(compiler);
}

/**
 * Leaves the runtime's loaders (for Node, for scripts, for preloads) out of the host, which loads containers itself, the prose of
 * its error codes, its logger and its semver.
 */
export class WithoutLoaders {
  apply(compiler: Compiler): void {
    replace(compiler, /@module-federation[/\\]sdk[/\\]dist[/\\](node|dom)\.js$/, 'unusedRuntime.js');
    replace(
      compiler,
      /@module-federation[/\\]runtime-core[/\\]dist[/\\]utils[/\\](load|preload)\.js$/,
      'unusedRuntime.js',
    );
    replace(compiler, /@module-federation[/\\]sdk[/\\]dist[/\\]logger\.js$/, 'plainLogger.js');
    replace(
      compiler,
      /@module-federation[/\\]runtime-core[/\\]dist[/\\]utils[/\\]semver[/\\]index\.js$/,
      'ranges.js',
    );
    replace(
      compiler,
      /@module-federation[/\\]webpack-bundler-runtime[/\\]dist[/\\]getSharedFallbackGetter\.js$/,
      'noFallback.js',
    );
    replace(compiler, /@module-federation[/\\]error-codes[/\\]dist[/\\]desc\.mjs$/, 'noProse.js');
  }
}

/** Lets a remote run on the host's federation runtime instead of bringing one: 7.2 kB less in every remote's entry. */
export class RuntimeFromHost {
  apply(compiler: Compiler): void {
    replace(
      compiler,
      /@module-federation[/\\]webpack-bundler-runtime[/\\]dist[/\\]bundler\.js$/,
      'hostRuntime.js',
    );
  }
}
