/**
 * Replaces the loaders of the federation runtime, none of which a browser build reaches: the host loads containers itself
 * (docs/adr/0004-one-runtime.md). Each name is one that the runtime's own index exports.
 */
const unused = () => {
  throw new Error('The host loads containers itself; see host/src/federation/loader.ts.');
};
export {
  unused as createLink,
  unused as createScript,
  unused as createScriptNode,
  unused as defaultPreloadArgs,
  unused as formatPreloadArgs,
  unused as getRemoteEntry,
  unused as getRemoteEntryUniqueKey,
  unused as getRemoteInfo,
  unused as isEsmRemoteType,
  unused as isStaticResourcesEqual,
  unused as loadScript,
  unused as loadScriptNode,
  unused as normalizePreloadExposes,
  unused as preloadAssets,
  unused as safeWrapper,
};
