/**
 * Stands where a remote's build would bring a federation runtime of its own: takes the one that the host provides.
 * The host's side of this agreement is host/src/federation/provideRuntime.ts; docs/adr/0004-one-runtime.md says why.
 */
const provide = globalThis.__HINDSIGHT_FEDERATION__;
if (typeof provide !== 'function') {
  throw new Error('This remote needs a host that provides the federation runtime.');
}
export default provide();
