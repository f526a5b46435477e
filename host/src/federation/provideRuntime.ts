/**
 * Gives every remote the host's federation runtime, so that no remote ships one (docs/adr/0004-one-runtime.md).
 * Must be imported before anything that loads a remote.
 */
import federation from '@module-federation/webpack-bundler-runtime/bundler';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import * as runtime from '@module-federation/runtime';
import { chunkFiles } from './chunkFiles';
import { freshShares } from './freshShares';

declare global {
  var __HINDSIGHT_FEDERATION__: (() => object) | undefined;
}

// For the host, which runs already, and for every container to come.
runtime.registerPlugins([freshShares]);
runtime.registerGlobalPlugins([freshShares]);

/**
 * The instance of one container. It does not become the page's default instance, which is the host's, and the page's list of instances
 * does not get it: that list is never shortened, and each instance holds the whole program of its release.
 */
const instanceOf = (options: ConstructorParameters<typeof runtime.ModuleFederation>[0]) =>
  new runtime.ModuleFederation(options);

/** A fresh table for one container. State is not shared: each container has its own instance and share scope. */
globalThis.__HINDSIGHT_FEDERATION__ = () => ({
  ...federation,
  runtime: { ...runtime, init: instanceOf },
  instance: undefined,
  initOptions: undefined,
  bundlerRuntime: { ...federation.bundlerRuntime, initContainerEntry, S: {} },
  bundlerRuntimeOptions: {},
  files: chunkFiles,
});
