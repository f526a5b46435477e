/** What the host's program takes from the preset: federation is told there by a program, and not by a plugin of the build. */
export { default as chunkRetries } from './chunkRetries';
export type { SharedItem, SharedRequest } from '../sharedPolicy';
