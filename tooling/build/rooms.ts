/** The rooms that are built, and the inputs of each: whatever changes one of them makes a new build. */
import { REMOTE_NAMES } from '../local-stack/parts';

export const REMOTE_ROOMS = REMOTE_NAMES.map((name) => `remote-${name}`);
export const ROOMS = ['host', ...REMOTE_ROOMS, 'memory-service'];

export const isService = (room: string) => room === 'memory-service';
export const isRemoteRoom = (room: string) => room.startsWith('remote-');

const BROWSER_INPUTS = [
  'shared-contracts',
  'shared-ui',
  'tooling/federation',
  'tsconfig.json',
  'pnpm-lock.yaml',
];
const SERVICE_INPUTS = ['shared-contracts', 'tsconfig.json', 'pnpm-lock.yaml'];

/** Folders and files (relative to the clone) that decide what the build of a room contains. */
export const inputsOf = (room: string) => [room, ...(isService(room) ? SERVICE_INPUTS : BROWSER_INPUTS)];
