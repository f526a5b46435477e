/** The parts of the preset that the host imports: its program configures federation at run time, without the build plugin. */
export { default as chunkRetries } from './chunkRetries';
export type { SharedItem, SharedRequest } from '../sharedPolicy';
