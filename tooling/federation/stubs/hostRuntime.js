/**
 * Replaces the federation runtime in a remote's build by the one that the host provides.
 * The host's side of this agreement is host/src/federation/provideRuntime.ts; docs/adr/0004-one-runtime.md explains why.
 */
const provide = globalThis.__HINDSIGHT_FEDERATION__;
if (typeof provide !== 'function') {
  throw new Error('This remote needs a host that provides the federation runtime.');
}
export default provide();
