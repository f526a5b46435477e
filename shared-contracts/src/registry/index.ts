/** Registry and descriptor: what the host knows about a remote before loading it. Uses valibot, to stay small in the browser. */
export * from './conflicts';
export * from './contractsVersion';
export * from './deployedRegistry';
export * from './descriptor';
export * from './firstQueries';
export type * from './frame';
export { parseDescriptor, parseRegistry } from './parse';
export * from './pathOwner';
export * from './readRelease';
export * from './registry';
export * from './rollout';
export * from './versionRange';
